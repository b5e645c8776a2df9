import { fileURLToPath } from 'node:url';
import { edition } from '../../src/editions/core/index.ts';
import type { Tool } from '../../src/editions/edition.ts';
import { systemFontFolders, type FontFolder } from '../../src/pdf/fonts/installed-fonts.ts';
import { bearer, startHttp, type Built } from './http.ts';
import { sharedThreads } from './shared.ts';

/** As the service has them. */
const fonts: readonly FontFolder[] = [
  { path: fileURLToPath(new URL('../../fonts', import.meta.url)), source: 'bundled' },
  ...systemFontFolders,
];

/** The HTTP floor with real tools on real threads, and without a browser. */
export interface ToolService {
  readonly app: Built;
  /** Sends the documents as files, with options; `documents` for a tool of many. */
  send(
    tool: string,
    documents: readonly (Uint8Array | { readonly name: string; readonly bytes: Uint8Array })[],
    options?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  stop(): Promise<void>;
}

/** Tools of the manifest are there anyway; `more` are those that are not in it yet. */
export async function startTools(...more: readonly Tool[]): Promise<ToolService> {
  const tools = [
    ...edition.tools,
    ...more.filter(({ name }) => edition.tools.every((tool) => tool.name !== name)),
  ].filter(({ documents }) => documents !== undefined);
  const app = await startHttp({
    env: { SERVICE_RATE_LIMIT_CORE: '100000', SERVICE_RATE_LIMIT_IP: '100000', SERVICE_PAYLOAD_LIMIT_CORE: '64MiB' },
    tools: () => tools,
    services: { threads: sharedThreads(), fonts },
  });
  return {
    app,
    send(name, documents, options, headers = {}) {
      const field = tools.find((tool) => tool.name === name)?.documents === 'many' ? 'documents' : 'document';
      const form = new FormData();
      for (const document of documents) {
        const { name: filename, bytes } =
          document instanceof Uint8Array ? { name: 'file.pdf', bytes: document } : document;
        form.append(field, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), filename);
      }
      if (options !== undefined) form.set('request', JSON.stringify(options));
      return app.fetch(`/api/v1/${name}`, {
        method: 'POST',
        headers: { authorization: bearer(), ...headers },
        body: form,
      });
    },
    stop: () => app.stop(),
  };
}
