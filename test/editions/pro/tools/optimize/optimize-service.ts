import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import type { Tool } from '../../../../../src/editions/edition.ts';
import { optimize } from '../../../../../src/editions/pro/tools/optimize.ts';
import type { OptimizeResult } from '../../../../../src/pdf/optimize/optimize-pdf.ts';
import { bearer, problemOf } from '../../../../support/http.ts';
import { startTools, type ToolService } from '../../../../support/tools.ts';

type Told = { readonly total: number } & OptimizeResult['before'];

export interface OptimizeReport extends Pick<
  OptimizeResult,
  'done' | 'left' | 'unchanged' | 'linearized' | 'lowestSimilarity'
> {
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly dropped: readonly { readonly what: string; readonly count: number }[];
  readonly signed: readonly number[];
  readonly bytes: { readonly before: Told; readonly after: Told };
}

export interface Optimizing {
  readonly service: ToolService;
  send(pdf: Uint8Array, options: object, headers?: Record<string, string>): Promise<Response>;
  /** The smaller document, and what is told of it. */
  optimized(pdf: Uint8Array, options?: object): Promise<{ pdf: Buffer; report: OptimizeReport }>;
  /** Status, slug and sentence of the problem. */
  refused(pdf: Uint8Array, options: object): Promise<[status: number, slug: string, detail: string]>;
}

/** The tool behind the front door, with real threads. */
export async function startOptimizing(...more: readonly Tool[]): Promise<Optimizing> {
  const service = await startTools(optimize, ...more);
  const send: Optimizing['send'] = (pdf, options, headers = {}) =>
    service.send('optimize', [{ name: 'file.pdf', bytes: pdf }], options, { authorization: bearer('pro'), ...headers });
  return {
    service,
    send,
    async optimized(pdf, options = {}) {
      const response = await send(pdf, options, { accept: 'application/json' });
      expect(response.status, await response.clone().text()).to.equal(200);
      const { document, report } = (await response.json()) as { document: { data: string }; report: OptimizeReport };
      const made = Buffer.from(document.data, 'base64');
      expect([report.bytes.before.total, report.bytes.after.total]).to.deep.equal([pdf.length, made.length]);
      return { pdf: made, report };
    },
    async refused(pdf, options) {
      const response = await send(pdf, options);
      const { slug, detail } = await problemOf(response);
      return [response.status, slug, String(detail)];
    },
  };
}

/** An object with data. */
export const streamOf = (entries: string, data: Uint8Array): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`;

/** A picture of 8 bits a component, deflated. */
export const pictureOf = (entries: string, data: Uint8Array): string =>
  streamOf(
    `/Type/XObject/Subtype/Image/BitsPerComponent 8/Filter/FlateDecode${entries}`,
    deflateSync(data, { level: 1 }),
  );

/** Red, green and blue of each pixel of the first page as poppler draws it, in turn. */
export function popplerColours(pdf: Uint8Array, ppi: number): Buffer {
  const ppm = execFileSync('pdftoppm', ['-q', '-r', String(ppi), '-f', '1', '-l', '1', '-singlefile', '-'], {
    input: pdf,
    maxBuffer: 1e8,
  });
  const [head = ''] = /^P6\s+\d+\s+\d+\s+255\s/.exec(ppm.toString('latin1', 0, 64)) ?? [];
  return ppm.subarray(head.length);
}
