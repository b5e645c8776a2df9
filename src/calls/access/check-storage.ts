import type { Config } from '../../config/config.ts';
import type { Principal } from '../../context.ts';
import { AppError } from '../../problems.ts';
import type { Store } from '../../store/store.ts';
import { storageQuota } from './limits.ts';

interface StorageDeps {
  readonly config: Config;
  readonly store: Pick<Store, 'storage'>;
}

/**
 * Throws AppError `storage-quota-exceeded` where the client has no room for `addedBytes` more bytes; by default, where
 * it has no room at all.
 */
export async function checkStorage(
  { config, store: { storage } }: StorageDeps,
  { client, tier }: Principal,
  addedBytes = 1,
): Promise<void> {
  const limitBytes = storageQuota(config, tier);
  const usedBytes = await storage.usedBytes(client, limitBytes);
  if (usedBytes + addedBytes <= limitBytes) return;
  const now = Date.now();
  const expiry = await storage.nextExpiry(client, now);
  const retryAfter = Math.max(1, Math.ceil(((expiry ?? now + 60_000) - now) / 1000));
  const detail =
    `The client has stored ${usedBytes} of ${limitBytes} bytes. Delete jobs and sessions that are not needed any ` +
    'more.';
  throw new AppError('storage-quota-exceeded', detail, {
    extra: { usedBytes, limitBytes },
    headers: { 'Retry-After': String(retryAfter) },
  });
}
