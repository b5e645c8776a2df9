/** A PEM block (RFC 7468), with its text. */
export interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
  readonly text: string;
  /** Encrypted by its own headers (RFC 1421), as OpenSSL writes keys that are not PKCS#8. */
  readonly encrypted: boolean;
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g;

/** All PEM blocks of a text, in order; other text is ignored. */
export function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(block)].map(([whole, label = '', body = '']) => {
    const encrypted = /^\s*Proc-Type:/.test(body);
    const base64 = encrypted ? body.replace(/^[^]*?\r?\n\r?\n/, '') : body;
    return { label, der: Buffer.from(base64, 'base64'), text: whole, encrypted };
  });
}
