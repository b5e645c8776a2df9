import { createCipheriv, createDecipheriv } from 'node:crypto';

/** AES in CBC mode without padding, as the algorithms for keys use it; 128 or 256 bits by the length of `key`. */
export function aesEncryptBlocks(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

export function aesDecryptBlocks(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

/**
 * Data of a string or stream (ISO 32000-2, 7.6.3.1): the initialization vector, then blocks with padding. Data that
 * broke off, or have no padding, give what can be had.
 */
export function aesDecrypt(key: Buffer, bytes: Buffer): Buffer {
  const length = (bytes.length - 16) & ~15;
  if (length <= 0) return Buffer.alloc(0);
  const plain = aesDecryptBlocks(key, bytes.subarray(0, 16), bytes.subarray(16, 16 + length));
  const padding = plain[plain.length - 1] ?? 0;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
}

export function aesEncrypt(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(bytes), cipher.final()]);
}
