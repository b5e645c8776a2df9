/** All bytes of a stream, copied once: `buffer` of Node's stream/consumers makes a Blob first, and copies them three times. */
export async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
