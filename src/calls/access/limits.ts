import type { Config } from '../../config/config.ts';
import { tiers, type Principal, type Tier } from '../../context.ts';

/** Rates are requests in this many milliseconds. */
export const minute = 60_000;

/** The most bytes that a body may have, and the setting that states it. */
export interface BodyLimit {
  readonly bytes: number;
  readonly setting: string;
}

/** The limit of a body with a key of this tier. */
export function payloadLimit(config: Config, tier: Tier): BodyLimit {
  const limits = {
    core: config.payloadLimitCore,
    pro: config.payloadLimitPro,
    enterprise: config.payloadLimitEnterprise,
  };
  const own = `SERVICE_PAYLOAD_LIMIT_${tier.toUpperCase()}`;
  if (limits[tier] < config.bodyLimit) return { bytes: limits[tier], setting: own };
  const both = limits[tier] === config.bodyLimit ? ` and ${own}` : '';
  return { bytes: config.bodyLimit, setting: `SERVICE_BODY_LIMIT${both}` };
}

/** The limit of a body with the key of the highest limit. */
export function maxPayload(config: Config, limit: OwnLimit = payloadLimit): BodyLimit {
  return tiers
    .map((tier) => limit(config, tier))
    .reduce((highest, limit) => (limit.bytes > highest.bytes ? limit : highest));
}

const gibibyte = 2 ** 30;

/** The bytes that the assets of one session may have, with a key of this tier. */
export function sessionAssetsLimit(config: Config, tier: Tier): BodyLimit {
  const own = {
    core: config.sessionAssetsCore,
    pro: config.sessionAssetsPro,
    enterprise: config.sessionAssetsEnterprise,
  }[tier];
  const mebibytes = { core: 64, pro: 256, enterprise: 1024 }[tier];
  const setting = own === null && config.sessionAssets !== null ? '' : `_${tier.toUpperCase()}`;
  return { bytes: own ?? config.sessionAssets ?? mebibytes * 2 ** 20, setting: `SERVICE_SESSION_ASSETS${setting}` };
}

/** The limit of a body of a route whose bodies have a limit of their own. */
export type OwnLimit = typeof sessionAssetsLimit;

/** The bytes that a client with keys of this tier may store. */
export function storageQuota(config: Config, tier: Tier): number {
  const own = { core: config.storageQuotaCore, pro: config.storageQuotaPro, enterprise: config.storageQuotaEnterprise }[
    tier
  ];
  return own ?? config.storageQuota ?? { core: 2, pro: 10, enterprise: 50 }[tier] * gibibyte;
}

/** The requests a minute of a client: those of the key, else those of its tier. */
export function rateOf(config: Config, { rate, tier }: Principal): number {
  return rate ?? { core: config.rateLimitCore, pro: config.rateLimitPro, enterprise: config.rateLimitEnterprise }[tier];
}

/**
 * The requests a minute from one address: those that the operator sets, else the highest rate of a tier or key, so that
 * no key meets the limit of its address before its own. `highestRate` is that of the keys.
 */
export function rateOfAddress(config: Config, highestRate: number): number {
  const { rateLimitCore, rateLimitPro, rateLimitEnterprise } = config;
  return config.rateLimitIp ?? Math.max(rateLimitCore, rateLimitPro, rateLimitEnterprise, highestRate);
}
