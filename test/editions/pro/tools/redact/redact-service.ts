import { redact } from '../../../../../src/editions/pro/tools/redact.ts';
import { bearer, problemOf } from '../../../../support/http.ts';
import { startTools, type ToolService } from '../../../../support/tools.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RedactReport {
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly dropped: readonly { readonly what: string; readonly count: number }[];
  readonly signed: readonly number[];
  readonly pages: readonly {
    readonly number: number;
    readonly redactions: readonly { readonly source: string; readonly box: Box; readonly text?: string }[];
    readonly glyphs: number;
    readonly images: readonly { readonly source: string; readonly box: Box; readonly whole: boolean }[];
    readonly annotations: readonly { readonly subtype: string; readonly source: string | null }[];
  }[];
  readonly elsewhere: readonly { readonly where: string; readonly source: string; readonly count: number }[];
}

export interface Redacting {
  readonly service: ToolService;
  send(pdf: Uint8Array, options: object, headers?: Record<string, string>): Promise<Response>;
  /** The redacted document, and what is told of it. */
  redacted(pdf: Uint8Array, options: object): Promise<{ pdf: Buffer; report: RedactReport }>;
  dryRun(pdf: Uint8Array, options: object): Promise<RedactReport>;
  /** Slug and sentence of the problem. */
  refused(pdf: Uint8Array, options: object): Promise<[status: number, slug: string, detail: string]>;
}

/** The tool behind the front door, with real threads. */
export async function startRedacting(): Promise<Redacting> {
  const service = await startTools(redact);
  const send: Redacting['send'] = (pdf, options, headers = {}) =>
    service.send('redact', [{ name: 'file.pdf', bytes: pdf }], options, { authorization: bearer('pro'), ...headers });
  const good = async (response: Response) => {
    if (response.status !== 200)
      throw new Error(`expected a redacted document, got ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    service,
    send,
    async redacted(pdf, options) {
      const { document, report } = (await (
        await good(await send(pdf, options, { accept: 'application/json' }))
      ).json()) as { document: { data: string }; report: RedactReport };
      return { pdf: Buffer.from(document.data, 'base64'), report };
    },
    dryRun: async (pdf, options) =>
      (await (await good(await send(pdf, { ...options, dryRun: true }))).json()) as RedactReport,
    async refused(pdf, options) {
      const response = await send(pdf, options);
      const { slug, detail } = await problemOf(response);
      return [response.status, slug, String(detail)];
    },
  };
}
