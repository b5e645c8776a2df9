import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '../../src/pdf/file/open.ts';
import { readSignatures, type PdfSignature } from '../../src/pdf/facts/signatures/signatures.ts';
import { run } from './programs.ts';

/** The verdict of poppler on one signature. */
export interface Judged {
  readonly field: string;
  readonly valid: boolean;
  /** The whole document is signed. */
  readonly total: boolean;
  readonly type: string;
  readonly hash: string;
  readonly signer: string;
}

async function inFolder<T>(
  files: Readonly<Record<string, Uint8Array | string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-signed-'));
  try {
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Verdicts of `pdfsig` on every signature, in the order of the form, without fields that are not signed. It fails when
 * one is not valid, and reports that in its output.
 */
export async function pdfsig(pdf: Uint8Array, password?: string): Promise<Judged[]> {
  const output = await inFolder({ 'it.pdf': pdf }, async (folder) => {
    const { stdout } = await run('pdfsig', [
      '-nocert',
      ...(password === undefined ? [] : ['-upw', password]),
      join(folder, 'it.pdf'),
    ]).catch((error: unknown) => error as { stdout: string });
    return stdout;
  });
  return output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .filter((text) => !text.includes('is not signed'))
    .map((text) => {
      const value = (name: string) => new RegExp(`- ${name}: (.*)`).exec(text)?.[1] ?? '';
      return {
        field: value('Signature Field Name'),
        valid: text.includes('Signature is Valid'),
        total: /^ *- Total document signed/m.test(text),
        type: value('Signature Type'),
        hash: value('Signing Hash Algorithm'),
        signer: value('Signer Certificate Common Name'),
      };
    });
}

/** The signatures as our own reader finds them. */
export function signaturesOf(pdf: Uint8Array, password?: string): readonly PdfSignature[] {
  return readSignatures(openPdf(pdf, { password }));
}

/** The verdict of OpenSSL on a signature: CAdES-BES, verified with the certificate as its own root. */
export async function opensslVerifies(
  pdf: Uint8Array,
  certificate: string,
  signature: PdfSignature | undefined,
): Promise<string> {
  const [, first = 0, second = 0, last = 0] = signature?.byteRange ?? [];
  const covered = Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + last)]);
  return inFolder({ cms: cmsOf(signature), covered, 'root.pem': certificate }, async (folder) => {
    const at = (name: string) => join(folder, name);
    const { stdout, stderr } = await run('openssl', [
      'cms',
      '-verify',
      '-cades',
      '-inform',
      'DER',
      '-in',
      at('cms'),
      '-content',
      at('covered'),
      '-binary',
      '-CAfile',
      at('root.pem'),
      '-purpose',
      'any',
      '-out',
      at('out'),
    ]).catch((error: unknown) => error as { stdout: string; stderr: string });
    return `${stdout}${stderr}`.trim();
  });
}

/** The CMS without the zeros that fill its place: its first four bytes state its length. */
export function cmsOf(signature: PdfSignature | undefined): Buffer {
  const contents = signature?.contents ?? Buffer.alloc(4);
  return contents.subarray(0, contents.readUInt16BE(2) + 4);
}
