import type { FillOptions, FillResult } from '../../../pdf/fill/fill-form.ts';
import { extension } from '../../../threads/threads.ts';
import { changeReport } from '../../change-report.ts';
import type { Tool } from '../../edition.ts';
import { exampleForm } from './fill-form/example-form.ts';
import { fillInput, type FillForm } from './fill-form/fill-input.ts';
import type { ExportJob } from './tasks.ts';

const tasks = new URL(`./tasks${extension}`, import.meta.url);

/** `POST /api/v1/fill-form`: values into the form of a PDF, and what they look like (docs/spec/tools.md). */
export const fillForm: Tool<FillForm> = {
  name: 'fill-form',
  tier: 'pro',
  summary: 'Fill in a form',
  description:
    'Fills in the form (AcroForm) of a PDF: texts, cells, checkboxes, radio buttons, combo boxes and lists, in ' +
    'any script, with appearances of its own that every reader shows alike. `flatten` makes the fields content ' +
    'of their pages; `export: "fields"` lists them. A signed document is updated within what its signatures ' +
    'allow. Scripts of a form are not run: `report` tells which fields they are about.',
  produces: 'document',
  documents: 'one',
  fileParts: [],
  input: () => fillInput,
  wantsReport: (request) =>
    typeof request === 'object' && request !== null && 'export' in request && request.export === 'fields',
  examples: {
    values: { document: { data: exampleForm() }, fields: { name: 'Ada Lovelace', member: true, country: 'Japan' } },
    flattened: {
      document: { data: exampleForm() },
      fields: { name: 'مريم · 美咲 · Мария', country: 'at' },
      flatten: true,
    },
    list: { document: { data: exampleForm() }, export: 'fields' },
  },
  problems: ['field-not-found', 'field-value-invalid', 'signature-would-break'],
  async run(
    { document: { data }, password, fields = {}, export: exported, flatten, strict, breakSignatures, decrypt },
    { threads, fonts },
    { signal, stages, principal },
  ) {
    const bytes = await data.bytes();
    const run = <T>(name: string, job: FillOptions | ExportJob) =>
      stages.run(name === 'fillForm' ? 'fill' : 'export', () =>
        threads.run<T>(tasks, name, job, { signal, client: principal.client, transfer: [bytes.buffer] }),
      );
    if (exported !== undefined)
      return { kind: 'report', report: await run<Uint8Array>('exportFields', { bytes, password }) };
    const { pdf, pages, report, filled, flattened, scripts } = await run<FillResult>('fillForm', {
      bytes,
      password,
      values: fields,
      flatten,
      strict,
      breakSignatures,
      decrypt,
      fonts,
    });
    return {
      kind: 'document',
      pdf,
      pages,
      filename: `${data.stem}.pdf`,
      report: { ...changeReport('fill-form', report), filled, flattened, notRun: scripts },
    };
  },
};
