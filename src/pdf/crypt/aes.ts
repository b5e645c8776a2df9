import { createCipheriv, createDecipheriv } from 'node:crypto';

/** AES in CBC mode without padding, for the algorithms of keys; 128 or 256 bits by the length of `key`. */
export function aesEncryptBlocks(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** The reverse of `aesEncryptBlocks`. */
export function aesDecryptBlocks(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

/**
 * Decrypts a string or stream (ISO 32000-2, 7.6.3.1): the initialization vector, then padded blocks. Truncated data,
 * and data without padding, are decrypted as far as possible.
 */
export function aesDecrypt(key: Buffer, bytes: Buffer): Buffer {
  const length = (bytes.length - 16) & ~15;
  if (length <= 0) return Buffer.alloc(0);
  const plain = aesDecryptBlocks(key, bytes.subarray(0, 16), bytes.subarray(16, 16 + length));
  const padding = plain[plain.length - 1] ?? 0;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
}

/** Encrypts a string or stream (ISO 32000-2, 7.6.3.1): the initialization vector, then padded blocks. */
export function aesEncrypt(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(bytes), cipher.final()]);
}
