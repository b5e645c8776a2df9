import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../problems.ts';

/** What keeps requests of jobs that hold keys of clients (`secrets` of a tool) from being read in the store. */
export interface RequestSeal {
  close(request: Uint8Array): Uint8Array;
  /** Throws `KeyLost` where another process closed it. */
  open(sealed: Uint8Array): Uint8Array;
}

/** A job whose request nobody can read any more. */
export class KeyLost extends AppError {
  constructor() {
    super(
      'shutting-down',
      'The service was restarted before the job had run. Its request held a key, and was kept so that only the ' +
        'process that took it could read it. Submit the job again.',
    );
  }
}

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key that is only in this process, and made anew by each. */
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
