import { handmade, stream } from './copy-inputs.ts';

/** A page with one field; 7 is a look for it, which is not what a viewer would draw. */
export const form = ({ field, entries = '' }: { field: string; entries?: string }) =>
  handmade({
    1:
      '<</Type/Catalog/Pages 3 0 R/AcroForm<</Fields[6 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 8 0 ' +
      `R>>>>${entries}>>>>`,
    3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 200 100]/Annots[6 0 R]>>',
    6: `<</Type/Annot/Subtype/Widget/T(field)/Rect[20 20 120 40]/P 4 0 R/F 4/MK<</BC[0]>>${field}>>`,
    7: stream('0 0 1 rg 0 0 50 20 re f', '/Type/XObject/Subtype/Form/BBox[0 0 100 20]'),
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });

/** Whether viewers are to draw the fields: NeedAppearances. */
export const askedOf = (json: any) => json.qpdf[1][`obj:${catalogIn(json)['/AcroForm']}`].value['/NeedAppearances'];

export function catalogIn(json: any): any {
  const objects = json.qpdf[1];
  return objects[`obj:${objects.trailer.value['/Root']}`].value;
}
