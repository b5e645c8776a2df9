import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The links of a page to places in the same file: the pages that they lead to, in order, from 1. */
export async function innerLinksOf(pdf: Uint8Array, page: number): Promise<number[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const annotations = (await (await document.getPage(page)).getAnnotations()) as { dest: string | unknown[] | null }[];
  const pages: number[] = [];
  for (const { dest } of annotations) {
    const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const [target] = (place ?? []) as [Parameters<typeof document.getPageIndex>[0]];
    pages.push((await document.getPageIndex(target)) + 1);
  }
  await task.destroy();
  return pages;
}
