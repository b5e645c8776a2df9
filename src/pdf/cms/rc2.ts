/** RFC 2268, section 2: the digits of pi. */
const pi = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32bd8f' +
    '40eb86b77b0bf09521225c6b4e82' +
    ('54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb6266fbf0eda4669075727f21d9bbc944303f811' +
      'c7f690ef3ee706c3d52fc8661ed7') +
    ('08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c' +
      '3a8523b8b47afc02365b25559731') +
    ('2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2ec5f3' +
      'db47e5a59c770aa62068fe7fc1ad'),
  'hex',
);

/**
 * Decrypts RC2 in CBC mode with padding (RFC 2268). PKCS#12 files of OpenSSL 1 encrypt certificates by it, and current
 * libraries lack it. Null for wrong padding.
 */
export function rc2Decrypt(secret: Buffer, iv: Buffer, bytes: Buffer): Buffer | null {
  if (bytes.length === 0 || bytes.length % 8 !== 0) return null;
  const key = expanded(secret);
  const plain = Buffer.alloc(bytes.length);
  let before = iv;
  for (let at = 0; at < bytes.length; at += 8) {
    const block = bytes.subarray(at, at + 8);
    decryptBlock(key, block).forEach((byte, index) => (plain[at + index] = byte ^ (before[index] ?? 0)));
    before = block;
  }
  const padding = plain[plain.length - 1] ?? 0;
  const whole = padding >= 1 && padding <= 8 && plain.subarray(-padding).every((byte) => byte === padding);
  return whole ? plain.subarray(0, -padding) : null;
}

/** Key expansion (RFC 2268, section 2): 64 words, with as many effective bits as the key. */
function expanded(secret: Buffer): Uint16Array {
  const bytes = Buffer.alloc(128);
  secret.copy(bytes);
  const { length } = secret;
  for (let at = length; at < 128; at += 1)
    bytes[at] = pi[((bytes[at - 1] ?? 0) + (bytes[at - length] ?? 0)) & 0xff] ?? 0;
  bytes[128 - length] = pi[bytes[128 - length] ?? 0] ?? 0;
  for (let at = 127 - length; at >= 0; at -= 1) bytes[at] = pi[(bytes[at + 1] ?? 0) ^ (bytes[at + length] ?? 0)] ?? 0;
  return Uint16Array.from({ length: 64 }, (_, word) => bytes.readUInt16LE(word * 2));
}

const turns = [1, 2, 3, 5] as const;

/** Decryption of one block (RFC 2268, section 4). */
function decryptBlock(key: Uint16Array, block: Buffer): Buffer {
  const words = Uint16Array.from({ length: 4 }, (_, word) => block.readUInt16LE(word * 2));
  const word = (at: number) => words[at & 3] ?? 0;
  let used = 63;
  for (let round = 15; round >= 0; round -= 1) {
    for (let at = 3; at >= 0; at -= 1, used -= 1) {
      const turn = turns[at] ?? 1;
      const turned = (word(at) >> turn) | (word(at) << (16 - turn));
      words[at] = turned - (key[used] ?? 0) - (word(at + 3) & word(at + 2)) - (~word(at + 3) & word(at + 1));
    }
    if (round === 11 || round === 5)
      for (let at = 3; at >= 0; at -= 1) words[at] = word(at) - (key[word(at + 3) & 63] ?? 0);
  }
  return Buffer.from(words.buffer);
}
