import { pixelsOf } from './pdf.ts';

/** The colours of a page as it is shown, by points from its top-left corner. */
export async function shownPage(pdf: Uint8Array, page: number) {
  const pixels = await pixelsOf(pdf, page, '-cropbox');
  return {
    at: (x: number, y: number): 'white' | 'black' | 'grey' => {
      const value = pixels.at(x, y);
      return value > 240 ? 'white' : value < 60 ? 'black' : 'grey';
    },
  };
}
