import type { AttachmentObjects } from '../../edit/attachments/attachment-objects.ts';
import { streamOf, type JoinedFile } from './joined-file.ts';
import { joinedNumber, renumber, type Shift } from './renumber.ts';

/** Writes attachments with new numbers; returns their entries for the catalog. */
export function joinAttachments(attachments: AttachmentObjects, file: JoinedFile): string {
  const highest = Math.max(...attachments.objects.map(({ number }) => number));
  const shift: Shift = {
    objects: file.reserve(highest) - 1,
    parents: 0,
    ids: '',
    names: null,
    numbers: new Map(),
    headers: new Map(),
  };
  for (const { number, text, content } of attachments.objects)
    file.write(joinedNumber(number, shift), renumber(text, shift), content === null ? null : streamOf(content));
  return renumber(attachments.catalog, shift);
}
