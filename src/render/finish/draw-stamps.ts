import { addPaper } from '../../pdf/edit/paper/add-paper.ts';
import { drawMarks } from '../../pdf/edit/stamp/draw-marks.ts';
import type { Mark, MarkContent } from '../../pdf/edit/stamp/mark.ts';
import { repack } from '../../pdf/printed/compress-objects.ts';
import { hasObjectStreams, type Claim } from '../../pdf/xmp/claim.ts';
import type { DocumentInfo } from '../../pdf/xmp/info.ts';
import type { Warning } from '../model/types/warning.ts';
import type { FinishJob } from './finish-job.ts';
import { repackOptions } from './finish-light.ts';

/** Draws the stamps of a document on its pages, and puts these onto their paper; without either the file stays as it is. */
export async function drawStamps(
  pdf: Uint8Array,
  job: FinishJob,
  described: { readonly info: DocumentInfo; readonly claim: Claim | null },
): Promise<{ readonly pdf: Uint8Array; readonly warnings: readonly Warning[] }> {
  const stamped = await withStamps(pdf, job, described);
  if (job.paper === null) return stamped;
  const compress = job.compress && hasObjectStreams(described.claim);
  return { ...stamped, pdf: await addPaper(stamped.pdf, { ...job.paper, compress }) };
}

async function withStamps(
  pdf: Uint8Array,
  job: FinishJob,
  { info, claim }: { readonly info: DocumentInfo; readonly claim: Claim | null },
): Promise<{ readonly pdf: Uint8Array; readonly warnings: readonly Warning[] }> {
  if (job.marks.length === 0) return { pdf, warnings: [] };
  const conforming = (form: Uint8Array) =>
    repack(form, { ...repackOptions(job, info, claim), untouched: true, printed: true });
  const marks = claim === null ? job.marks : withForms(job.marks, conforming);
  const { pdf: marked, missing } = await drawMarks(pdf, marks, {
    folders: job.fields.fonts,
    compress: job.compress && hasObjectStreams(claim),
    listed: claim?.archive?.part === '1',
  });
  const message = `Stamps have characters that no installed font has (${missing.slice(0, 20).join(' ')}), so they are not drawn.`;
  return { pdf: marked, warnings: missing.length === 0 ? [] : [{ code: 'glyph-missing', message }] };
}

/** Marks of printed sheets, with sheets that conform to the standards of the document. */
function withForms(marks: readonly Mark[], conforming: (form: Uint8Array) => Uint8Array): Mark[] {
  const forms = new Map<Uint8Array, Uint8Array>();
  const contents = new Map<MarkContent, MarkContent>();
  const conformed = (content: MarkContent): MarkContent => {
    if (!('form' in content)) return content;
    const form = forms.get(content.form) ?? conforming(content.form);
    forms.set(content.form, form);
    return { ...content, form };
  };
  return marks.map((mark) => {
    const content = contents.get(mark.content) ?? conformed(mark.content);
    contents.set(mark.content, content);
    return { ...mark, content };
  });
}
