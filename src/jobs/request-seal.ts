import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../problems.ts';

/** Encrypts the stored requests of tools whose requests hold keys of clients (`secrets` of a tool). */
export interface RequestSeal {
  /** Encrypts a request. */
  close(request: Uint8Array): Uint8Array;
  /** Decrypts a request. Throws `KeyLost` when another process encrypted it. */
  open(sealed: Uint8Array): Uint8Array;
}

/** The key that encrypted the request of a job is lost, so the job can't run. */
export class KeyLost extends AppError {
  constructor() {
    super(
      'shutting-down',
      'The service was restarted before the job had run. Its request held a key, and was encrypted so that only ' +
        'the process that received it could read it. Submit the job again.',
    );
  }
}

const ivBytes = 12;
const tagBytes = 16;

/** A seal with AES-256-GCM. Each process makes its own key and never writes it down. */
export function createRequestSeal(): RequestSeal {
  const key = randomBytes(32);
  return {
    close(request) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const closed = Buffer.concat([cipher.update(request), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), closed]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        }).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      } catch {
        throw new KeyLost();
      }
    },
  };
}
