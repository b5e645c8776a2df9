/** RC4, which old documents are encrypted with. OpenSSL 3 no longer has it. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(state, i, j);
  }
  const output = Buffer.allocUnsafe(bytes.length);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at += 1) {
    i = (i + 1) & 0xff;
    j = (j + (state[i] ?? 0)) & 0xff;
    swap(state, i, j);
    output[at] = (bytes[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
  }
  return output;
}

function swap(state: Uint8Array, i: number, j: number): void {
  const first = state[i] ?? 0;
  state[i] = state[j] ?? 0;
  state[j] = first;
}
