import type { Composed } from '../compose/compose-job.ts';
import type { DocumentPrint } from '../print/settle-heights.ts';
import { bytesOf } from '../print/fragments/part-files.ts';
import { wholeStretch, type PrintedStretch } from './print-stretch.ts';

/** Takes the pages of the existing PDF that a document consists of. Throws the AppErrors of `takePages`. */
export async function takeStretch(
  { segments: [segment] }: Composed,
  { take, inspect }: Pick<DocumentPrint, 'take' | 'inspect'>,
): Promise<PrintedStretch> {
  if (segment?.kind !== 'existing') throw new Error('The operation adds no pages of a PDF.');
  const { furniture } = segment.pages;
  const taken = await take({ ...segment.pages, stamped: true });
  const pdf = bytesOf(taken.pdf);
  const { pages } = await inspect(new Uint8Array(pdf));
  return wholeStretch(
    pdf,
    pages.map((page) => ({ ...page, furnished: furniture, room: 0 })),
    taken.isSigned === true,
  );
}
