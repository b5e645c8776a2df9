/** Sends a request to a path below `/api/v1`; resolves with the bytes of the answer. */
export type Send = (method: string, path: string, body: string | FormData | Uint8Array) => Promise<Uint8Array>;

/** Requests to a service. Anything but success is an error. */
export const sendTo =
  (address: string, key: string): Send =>
  async (method, path, body) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: `Bearer ${key}`, ...type };
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
    const answer = await fetch(`${address}/api/v1/${path}`, { method, headers, body: sent });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok) return bytes;
    throw new Error(`${path}: ${answer.status} ${Buffer.from(bytes).toString('utf8').slice(0, 1000)}`);
  };

interface RenderBody {
  readonly document?: { readonly assets?: Readonly<Record<string, string>> };
  readonly operations?: readonly unknown[];
  readonly output?: unknown;
}

/** Makes the document of a render in a session: the assets first, then all operations at once. */
export async function renderInSession(send: Send, request: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
  const { document: { assets = {}, ...document } = {}, operations = [], output = {} } = request as RenderBody;
  const json = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8')) as { sessionId: string };
  const { sessionId } = json(await send('POST', 'sessions', JSON.stringify({ document })));
  for (const [name, data] of Object.entries(assets))
    await send('PUT', `sessions/${sessionId}/assets/${name}`, new Uint8Array(Buffer.from(data, 'base64')));
  await send('POST', `sessions/${sessionId}/operations`, JSON.stringify({ operations }));
  return send('POST', `sessions/${sessionId}/render`, JSON.stringify({ output }));
}
