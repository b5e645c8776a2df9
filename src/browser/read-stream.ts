import type { CDPSession } from 'puppeteer';

const chunkBytes = 4 * 1024 * 1024;

/** Reads a stream of the browser to its end (CDP `IO.read`) and closes it. */
export async function readStream(session: CDPSession, handle: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: chunkBytes });
      chunks.push(Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8'));
      if (eof) return Buffer.concat(chunks);
    }
  } finally {
    await session.send('IO.close', { handle }).catch(() => undefined); // it went with its page
  }
}
