import { createHash } from 'node:crypto';
import { tiers, type Principal, type Tier } from '../../context.ts';

/** An entry of the keys (docs/spec/keys-and-editions.md), its secret as a digest only. */
export interface KeyEntry extends Principal {
  readonly sha256: Buffer;
  /** First millisecond at which the key is no longer good; `null` = never. */
  readonly expiresAt: number | null;
  /** Length of the secret, where the entry holds it. */
  readonly secretLength: number | null;
}

/** The valid keys, and sentences on the mistakes in the others. */
export interface ParsedKeys {
  readonly keys: readonly KeyEntry[];
  readonly mistakes: readonly string[];
}

/** The letters of a secret are those of a bearer token (RFC 6750, 2.1: b64token). */
export const keyShape = /^svc_live_([A-Za-z0-9-]{1,64})_([\w.~+/-]+=*)$/;
const hashedShape = /^svc_live_([A-Za-z0-9-]{1,64})_sha256=([0-9a-fA-F]{64})$/;
const clientShape = /^[^\s:;,#]{1,100}$/;

/** Splits the variable: white space, `;`, or a comma before the next key. */
export function entriesOfVariable(text: string): string[] {
  return text.split(/[\s;]+|,(?=svc_live_)/).filter((entry) => entry !== '');
}

/** Splits the file: one entry a line, `#` starts a comment. */
export function entriesOfFile(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/(?<!\S)#.*/s, '').trim())
    .filter((line) => line !== '');
}

/** Reads the entries. Reports every mistake, without secrets; `source` names where the entries come from. */
export function parseKeys(entries: readonly string[], source: string, tools: ReadonlySet<string>): ParsedKeys {
  const keys: KeyEntry[] = [];
  const mistakes: string[] = [];
  entries.forEach((entry, index) => {
    const found: string[] = [];
    const key = parseEntry(entry, tools, found);
    if (key) keys.push(key);
    const name = /^svc_live_([A-Za-z0-9-]{1,64})_/.exec(entry)?.[1];
    mistakes.push(
      ...found.map((mistake) => `${source}, entry ${index + 1}${name === undefined ? '' : ` (${name})`}: ${mistake}`),
    );
  });
  return { keys, mistakes };
}

/** A kid may not be repeated, because one of its keys would be useless. */
export function duplicateKids(keys: readonly KeyEntry[]): string[] {
  const seen = new Set<string>();
  const twice = new Set(keys.map(({ kid }) => kid).filter((kid) => seen.size === seen.add(kid).size));
  return [...twice].map((kid) => `the kid '${kid}' is in more than one entry.`);
}

function parseEntry(entry: string, tools: ReadonlySet<string>, mistakes: string[]): KeyEntry | null {
  const segments = entry.split(':');
  if (segments.length !== 4)
    mistakes.push(
      `it has ${segments.length} segments; an entry is key:client:tier:attributes (the last can be empty).`,
    );
  const [key = '', client = '', tier = '', attributes = ''] = segments;
  const secret = parseKey(key);
  if (secret === null)
    mistakes.push('the key is neither svc_live_<kid>_<secret> nor svc_live_<kid>_sha256=<64 hex digits>.');
  if (segments.length > 1 && !clientShape.test(client))
    mistakes.push(`the client '${client}' is empty, or has a comma or '#'.`);
  if (segments.length > 2 && !isTier(tier)) mistakes.push(`the tier '${tier}' is none of ${tiers.join(', ')}.`);
  const restrictions = parseAttributes(attributes, tools, mistakes);
  if (secret === null || mistakes.length > 0) return null;
  return { ...secret, client, tier: tier as Tier, ...restrictions };
}

function parseKey(key: string): Pick<KeyEntry, 'kid' | 'sha256' | 'secretLength'> | null {
  const hashed = hashedShape.exec(key);
  if (hashed) return { kid: hashed[1] ?? '', sha256: Buffer.from(hashed[2] ?? '', 'hex'), secretLength: null };
  if (/^svc_live_[^_]*_sha256=/.test(key)) return null; // a digest with a typing error is not a secret
  const plain = keyShape.exec(key);
  const secret = plain?.[2] ?? '';
  return plain ? { kid: plain[1] ?? '', sha256: digestOf(secret), secretLength: secret.length } : null;
}

/** SHA-256 of a secret. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

interface Restrictions {
  scope: ReadonlySet<string> | null;
  rate: number | null;
  expiresAt: number | null;
}

/** Empty, `*` and a bare word restrict nothing; else a comma list of `scope=`, `rate=`, `expires=`. */
function parseAttributes(text: string, tools: ReadonlySet<string>, mistakes: string[]): Restrictions {
  const restrictions: Restrictions = { scope: null, rate: null, expiresAt: null };
  if (/^[^=,]*$/.test(text)) return restrictions;
  const seen = new Set<string>();
  for (const attribute of text.split(',')) {
    const [name = '', ...rest] = attribute.split('=');
    const value = rest.join('=');
    if (seen.has(name)) mistakes.push(`'${name}=' is there twice.`);
    seen.add(name);
    if (name === 'scope') restrictions.scope = parseScope(value, tools, mistakes);
    else if (name === 'rate') restrictions.rate = parseRate(value, mistakes);
    else if (name === 'expires') restrictions.expiresAt = parseExpires(value, mistakes);
    else mistakes.push(`the attribute '${attribute}' is none of scope=, rate=, expires=.`);
  }
  return restrictions;
}

function parseScope(value: string, tools: ReadonlySet<string>, mistakes: string[]): ReadonlySet<string> {
  const scope = value.split('+');
  const unknown = scope.filter((name) => !tools.has(name));
  if (unknown.length > 0)
    mistakes.push(
      `the scope names ${unknown.map((name) => `'${name}'`).join(', ')}; the tools here are ${[...tools].join(', ')}.`,
    );
  return new Set(scope);
}

function parseRate(value: string, mistakes: string[]): number | null {
  if (/^[1-9]\d{0,7}$/.test(value)) return Number(value);
  mistakes.push(`the rate '${value}' is not a number of requests a minute, at least 1.`);
  return null;
}

/** The day named is the last good one, in UTC. */
function parseExpires(value: string, mistakes: string[]): number | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)) return day.getTime() + 86_400_000;
  mistakes.push(`the date '${value}' is not one; write it as 2027-01-31.`);
  return null;
}

function isTier(text: string): text is Tier {
  return (tiers as readonly string[]).includes(text);
}
