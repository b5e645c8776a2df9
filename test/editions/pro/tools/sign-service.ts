import { sign } from '../../../../src/editions/pro/tools/sign.ts';
import { issue, type Issued } from '../../../support/certificates.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { smallPdf } from '../../../pdf/raw/small-pdf.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

export const ada = issue({ name: 'Ada Tester' });

export interface Signing {
  readonly service: ToolService;
  /** Sends a document as a file, with options; signs as Ada unless they say otherwise. */
  send(pdf: Uint8Array, options?: object, headers?: Record<string, string>): Promise<Response>;
  /** The signed document. */
  signed(pdf: Uint8Array, options?: object): Promise<Buffer>;
  /** `report` of the answer. */
  report(pdf: Uint8Array, options?: object): Promise<SignReport>;
  /** Slug and sentence of the problem. */
  refused(pdf: Uint8Array, options?: object): Promise<[status: number, slug: string, detail: string]>;
}

export interface SignReport {
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly dropped: readonly { readonly what: string; readonly reason: string }[];
  readonly signature: Readonly<Record<string, unknown>>;
}

export const by = ({ certificate, privateKey }: Issued) => ({ certificate, privateKey });

/** The tool behind the front door, with real threads. */
export async function startSigning(): Promise<Signing> {
  const service = await startTools(sign);
  const send = (pdf: Uint8Array, options: object = {}, headers: Record<string, string> = {}) =>
    service.send(
      'sign',
      [{ name: 'contract.pdf', bytes: pdf }],
      'pkcs12' in options || 'certificate' in options || 'privateKey' in options ? options : { ...by(ada), ...options },
      { authorization: bearer('pro'), ...headers },
    );
  const good = async (response: Response) => {
    if (response.status !== 200)
      throw new Error(`expected a signed document, got ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    service,
    send,
    signed: async (pdf, options) => Buffer.from(await (await good(await send(pdf, options))).arrayBuffer()),
    report: async (pdf, options) =>
      ((await (await good(await send(pdf, options, { accept: 'application/json' }))).json()) as { report: SignReport })
        .report,
    async refused(pdf, options) {
      const response = await send(pdf, options);
      const { slug, detail } = await problemOf(response);
      return [response.status, slug, String(detail)];
    },
  };
}

/**
 * A document of one page of 300 by 200 points; `page` is more of it, `catalog` more of that, `objects` come from number
 * 5 on. `content` is drawn with Helvetica as `/F1`.
 */
export function pagePdf({
  page = '',
  catalog = '',
  objects = [],
  content = '',
}: { page?: string; catalog?: string; objects?: readonly string[]; content?: string } = {}): Buffer {
  const fonts = content === '' ? '' : '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
  return Buffer.from(
    smallPdf(
      [
        `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<${fonts}>>${page}>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
        ...objects,
      ],
      '/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]',
    ).text,
    'latin1',
  );
}
