import type { Composed } from '../compose/compose-job.ts';
import type { DocumentPrint } from '../print/settle-heights.ts';
import { stringsOfOutline } from '../running/strings/page-strings.ts';
import { bytesOf } from '../print/fragments/part-files.ts';
import { withHeadings } from './page-headings.ts';
import { wholeStretch, type PrintedStretch } from './printed-stretch.ts';

/** Takes the pages of the existing PDF that a document consists of. Throws the AppErrors of `takePages`. */
export async function takeStretch(
  { segments: [segment] }: Composed,
  { take, inspect }: Pick<DocumentPrint, 'take' | 'inspect'>,
): Promise<PrintedStretch> {
  if (segment?.kind !== 'existing') throw new Error('The operation adds no pages of a PDF.');
  const { furniture } = segment.pages;
  const taken = await take({ ...segment.pages, stamped: true });
  const pdf = bytesOf(taken.pdf);
  const inspection = await inspect(new Uint8Array(pdf));
  const { pages, outline } = inspection;
  const headed = withHeadings(pages, { outline, strings: stringsOfOutline(inspection) });
  return wholeStretch(
    pdf,
    headed.map((page) => ({ ...page, furnished: furniture, room: 0 })),
    taken.isSigned === true,
  );
}
