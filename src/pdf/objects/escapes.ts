/** The characters of a name (ISO 32000-2, 7.3.5): `#` and two hexadecimal digits; a `#` without them stands for itself. */
export function unescapeName(written: string): string {
  return written.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

const escapes: Readonly<Record<number, number>> = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 };

/** The bytes of a literal string (ISO 32000-2, 7.3.4.2): escapes, line continuations, and line ends as one LF. */
export function unescapeString(written: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(written.length);
  let length = 0;
  for (let at = 0; at < written.length; at += 1) {
    let byte = written[at] ?? 0;
    if (byte === 13) {
      if (written[at + 1] === 10) at += 1;
      byte = 10;
    } else if (byte === 0x5c) {
      at += 1;
      byte = written[at] ?? 0x5c;
      if (byte === 10 || byte === 13) {
        if (byte === 13 && written[at + 1] === 10) at += 1;
        continue;
      }
      const octal = octalAt(written, at);
      if (octal.digits > 0) at += octal.digits - 1;
      byte = octal.digits > 0 ? octal.value : (escapes[byte] ?? byte);
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

function octalAt(written: Buffer, at: number): { value: number; digits: number } {
  let value = 0;
  let digits = 0;
  while (digits < 3) {
    const byte = written[at + digits] ?? 0;
    if (byte < 0x30 || byte > 0x37) break;
    value = value * 8 + (byte - 0x30);
    digits += 1;
  }
  return { value: value & 0xff, digits };
}
