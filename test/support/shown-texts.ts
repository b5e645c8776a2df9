import { getDocument, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A text on a page as a viewer shows it: the start of its baseline and its width, in points from the top-left corner. */
export interface ShownText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Points. */
  readonly size: number;
  /** Degrees, clockwise; 0 for a text that stands upright. */
  readonly angle: number;
}

/** A page as a viewer shows it: crop box, rotation and unit applied. Points. */
export interface ShownPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly ShownText[];
  /** As viewers list the page; `null` where the file has no labels. */
  readonly label: string | null;
}

/** All pages as pdf.js shows them. */
export async function shownPagesOf(pdf: Uint8Array): Promise<ShownPage[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    const document = await task.promise;
    const labels = await document.getPageLabels();
    const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
    return await Promise.all(
      numbers.map(async (number) => {
        const page = await document.getPage(number);
        const viewport = page.getViewport({ scale: 1 });
        const { items } = await page.getTextContent();
        const texts = items.flatMap((item): ShownText[] => {
          if (!('str' in item) || item.str.trim() === '') return [];
          const own = item.transform as number[];
          const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(viewport.transform, own) as number[];
          const scale = Math.hypot(a, b) / Math.hypot(own[0] ?? 0, own[1] ?? 0);
          const angle = (Math.atan2(b, a) * 180) / Math.PI;
          return [{ text: item.str, x, y, width: item.width * scale, size: Math.hypot(c, d), angle: angle + 0 }];
        });
        return { width: viewport.width, height: viewport.height, texts, label: labels?.[number - 1] ?? null };
      }),
    );
  } finally {
    await task.destroy();
  }
}
