import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { changeReport } from '../../change-report.ts';
import type { Tool } from '../../edition.ts';
import { exampleForm } from './fill-form/example-form.ts';
import { fillInput, type FillForm } from './fill-form/fill-input.ts';

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** `POST /api/v1/fill-form`: fills in the form of a PDF and draws its fields (docs/spec/tools.md). */
export const fillForm: Tool<FillForm> = {
  name: 'fill-form',
  tier: 'pro',
  summary: 'Fill in a form',
  description:
    'Fills in the form (AcroForm) of a PDF: texts, cells, checkboxes, radio buttons, combo boxes and lists, in ' +
    'any script, with appearances that every reader shows in the same way. `flatten` makes the fields content ' +
    'of their pages; `export: "fields"` lists them. A signed document is updated within what its signatures ' +
    'allow. Scripts of a form are not run; `report` lists the fields that they are about.',
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
    context,
  ) {
    const bytes = await data.bytes();
    const run = { threads, context, transfer: [bytes] };
    if (exported !== undefined)
      return {
        kind: 'report',
        report: await onThread('exportFields', { bytes, password }, { ...run, stage: 'export' }),
      };
    const options = { bytes, password, values: fields, flatten, strict, breakSignatures, decrypt, fonts };
    const { pdf, pages, report, filled, flattened, scripts } = await onThread('fillForm', options, {
      ...run,
      stage: 'fill',
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
