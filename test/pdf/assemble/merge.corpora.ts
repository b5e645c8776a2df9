import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { mergeWithFonts } from '../../../src/pdf/assemble/merge.ts';
import { readCorpus } from '../../support/corpora.ts';
import { checkSyntax } from '../../support/pdf.ts';
import { pictures, seenByQpdf } from '../copy-inputs.ts';
import { askedOf, form } from '../viewer-drawn-form.ts';

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' }] as const;

describe('Merging files of the corpora', () => {
  for (const name of ['bug1844583', 'issue19389', 'annotation-tx']) {
    it(
      `draws the fields that ${name}.pdf has viewers draw, and leaves those of the other ` + 'document as they looked',
      async () => {
        const asking = readCorpus(`pdfjs/${name}.pdf`);
        const other = form({ field: '/FT/Tx/V(Ada)/AP<</N 7 0 R>>' });
        const alone = pictures(asking);
        const { pdf, report: told } = await mergeWithFonts({
          documents: [{ bytes: asking }, { bytes: other }],
          outline: 'keep',
          fields: 'rename',
          fonts,
        });
        await checkSyntax(pdf);
        expect(pictures(pdf).slice(alone.length)).to.deep.equal(pictures(other));
        expect(askedOf(await seenByQpdf(pdf))).to.equal(undefined);
        expect(told.warnings.join()).not.to.contain('NeedAppearances');
      },
    );
  }
});
