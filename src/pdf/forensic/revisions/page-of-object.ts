import { Ref } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';

/** The 1-based page of pages, annotations and their actions, by object number. */
export function pagesOfObjects(file: PdfFile): Map<number, number> {
  const pages = new Map<number, number>();
  const put = (value: unknown, page: number) => {
    if (value instanceof Ref && !pages.has(value.num)) pages.set(value.num, page);
  };
  for (const [index, { ref, dict }] of file.pages().entries()) {
    if (ref !== null) pages.set(ref.num, index + 1);
    for (const entry of file.array(dict.get('Annots')) ?? []) {
      put(entry, index + 1);
      put(file.dict(entry)?.get('A'), index + 1);
    }
  }
  return pages;
}
