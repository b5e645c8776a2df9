import { fileURLToPath } from 'node:url';
import { aiCertify } from '../../../../../src/editions/enterprise/tools/ai-certify.ts';
import {
  exampleAuthority,
  exampleCertificate,
  exampleKey,
} from '../../../../../src/editions/enterprise/tools/ai-certify/example-credential.ts';
import { examplePdf } from '../../../../../src/editions/example-pdf.ts';
import { systemFontFolders } from '../../../../../src/pdf/fonts/installed-fonts.ts';
import { bearer, startHttp, problemOf, type Built } from '../../../../support/http.ts';
import { sharedThreads } from '../../../../support/shared.ts';

/** The root of the credential that requests have unless they say otherwise. */
export const root = exampleAuthority;
export const credential = { certificate: exampleCertificate, privateKey: exampleKey, chain: exampleAuthority };
export const provenance = { digitalSourceType: 'trainedAlgorithmicMedia' };
export const plain = Buffer.from(examplePdf('A report'), 'base64');

export interface Certifying {
  readonly app: Built;
  send(pdf: Uint8Array, options?: object, headers?: Record<string, string>): Promise<Response>;
  certified(pdf: Uint8Array, options?: object): Promise<Buffer>;
  /** `report` of the answer. */
  report(pdf: Uint8Array, options?: object): Promise<any>;
  /** Slug, sentence and pointers of the problem. */
  refused(
    pdf: Uint8Array,
    options?: object,
  ): Promise<[status: number, slug: string, detail: string, pointers: string[]]>;
  stop(): Promise<void>;
}

/** As the service has them. */
const fonts = [
  { path: fileURLToPath(new URL('../../../../../fonts', import.meta.url)), source: 'bundled' } as const,
  ...systemFontFolders,
];

/** The tool behind the front door, with real threads; without approvals unless `env` says otherwise. */
export async function startCertifying(
  env: Record<string, string> = { SERVICE_APPROVAL_REQUIRED: 'none' },
): Promise<Certifying> {
  const app = await startHttp({ env, tools: () => [aiCertify], services: { threads: sharedThreads(), fonts } });
  const send = (pdf: Uint8Array, options: object = {}, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('document', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
    form.set('request', JSON.stringify({ provenance, credential, ...options }));
    return app.fetch('/api/v1/ai-certify', {
      method: 'POST',
      headers: { authorization: bearer('ent'), ...headers },
      body: form,
    });
  };
  const good = async (response: Response) => {
    if (response.status !== 200)
      throw new Error(`expected a certified document, got ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    app,
    send,
    certified: async (pdf, options) => Buffer.from(await (await good(await send(pdf, options))).arrayBuffer()),
    report: async (pdf, options) =>
      (await (await good(await send(pdf, options, { accept: 'application/json' }))).json()).report,
    async refused(pdf, options) {
      const response = await send(pdf, options);
      const { slug, detail, errors = [] } = await problemOf(response);
      return [response.status, slug, String(detail), errors.map(({ pointer }) => pointer)];
    },
    stop: () => app.stop(),
  };
}
