import { expect } from 'chai';
import { fillForm } from '../../../../src/editions/pro/tools/fill-form.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';
import type { Tool } from '../../../../src/editions/edition.ts';

/** A field as `export` tells it. */
export interface ExportedField {
  readonly name: string;
  readonly kind: string;
  readonly value: unknown;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly widgets: readonly {
    readonly page: number;
    readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  }[];
}

export interface FillReport {
  readonly warnings: readonly { readonly message: string }[];
  readonly dropped: readonly { readonly what: string }[];
  readonly signed: readonly number[];
  readonly filled: number;
  readonly flattened: number;
  readonly notRun: {
    readonly calculated: readonly string[];
    readonly scripted: readonly string[];
    readonly document: number;
  };
}

export interface Filling {
  readonly service: ToolService;
  send(pdf: Uint8Array, options: object, headers?: Record<string, string>): Promise<Response>;
  /** The filled document, and what is told of it. */
  filled(pdf: Uint8Array, options: object): Promise<{ pdf: Buffer; report: FillReport }>;
  fields(pdf: Uint8Array, options?: object): Promise<ExportedField[]>;
  /** Values by name. */
  values(pdf: Uint8Array): Promise<Record<string, unknown>>;
  refused(
    pdf: Uint8Array,
    options: object,
  ): Promise<{ status: number; slug: string; detail: string; errors: readonly { pointer: string; message: string }[] }>;
}

/** The tool behind the front door, with real threads. */
export async function startFilling(...more: readonly Tool[]): Promise<Filling> {
  const service = await startTools(fillForm, ...more);
  const send = (pdf: Uint8Array, options: object, headers: Record<string, string> = {}) =>
    service.send('fill-form', [{ name: 'form.pdf', bytes: pdf }], options, {
      authorization: bearer('pro'),
      ...headers,
    });
  const fields = async (pdf: Uint8Array, options: object = {}) => {
    const response = await send(pdf, { export: 'fields', ...options });
    expect(response.status, await response.clone().text()).to.equal(200);
    return ((await response.json()) as { fields: ExportedField[] }).fields;
  };
  return {
    service,
    send,
    fields,
    async filled(pdf, options) {
      const response = await send(pdf, options, { accept: 'application/json' });
      expect(response.status, await response.clone().text()).to.equal(200);
      const { document, report } = (await response.json()) as { document: { data: string }; report: FillReport };
      return { pdf: Buffer.from(document.data, 'base64'), report };
    },
    values: async (pdf) => Object.fromEntries((await fields(pdf)).map(({ name, value }) => [name, value])),
    async refused(pdf, options) {
      const response = await send(pdf, options);
      const { slug, detail, errors = [] } = await problemOf(response);
      return { status: response.status, slug, detail: String(detail), errors };
    },
  };
}
