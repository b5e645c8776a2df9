import { handmade, stream } from '../copy-inputs.ts';

/** A form that shows itself twice: PDFium opens it until its memory is at its limit. */
export const endless = (): Uint8Array =>
  handmade({
    1: '<</Type/Catalog/Pages 3 0 R>>',
    3: '<</Type/Pages/Kids[4 0 R]/Count 1/MediaBox[0 0 200 200]>>',
    4: '<</Type/Page/Parent 3 0 R/Contents 5 0 R/Resources<</XObject<</I 6 0 R>>>>>>',
    5: stream('/I Do /I Do'),
    6: stream('/I Do /I Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I 6 0 R>>>>'),
  });
