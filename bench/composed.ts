import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeJob } from '../src/render/compose/compose-job.ts';
import { plan } from '../src/render/plan/plan.ts';
import { renderInput } from '../src/render/model/request.ts';
import { edition } from '../src/editions/core/index.ts';

/** The HTML that the service hands to Chromium for a request, so that the yardstick prints the very same. */
export async function composedHtml(body: unknown): Promise<string> {
  const request = renderInput(edition.operations).validate(body);
  const baseCss = await readFile(join(import.meta.dirname, '../templates/base.css'), 'utf8');
  const job = {
    steps: plan(request, edition.operations),
    options: request.document,
    attachments: [],
    templates: [],
    baseCss,
    base: 'https://bench.invalid/',
    now: new Date(),
    resolved: null,
    contents: null,
    partSize: Infinity,
  };
  const [segment] = composeJob(job, edition.operations).segments;
  if (segment?.kind !== 'flow') throw new Error('the benchmark prints documents of one flow');
  return segment.html;
}
