import { expect } from 'chai';
import { ruleOf } from '../../../../src/pdf/redact/survey/rules.ts';
import { residuesOf } from '../../../../src/pdf/redact/verification/verify.ts';
import { smallPdf, textAt } from '../../text/small-pdf.ts';

const name = ruleOf(
  { kind: 'literal', literal: 'Adaeze Thornbury', caseSensitive: false, wholeWord: false },
  '/text/0',
  null,
);
const found = async (...pages: readonly string[]) =>
  (
    await residuesOf({
      bytes: smallPdf({ pages: pages.map((content) => ({ content })) }),
      password: undefined,
      rules: [name],
      targets: [],
    })
  ).map(({ by, page, where }) => [by, page, where]);

describe('The search of a redacted document', () => {
  it('looks over the ends of pages, with our reader and with PDFium, whatever foot stands between', async () => {
    expect(
      await found(
        `${textAt(40, 300, 'with Adaeze')} ${textAt(190, 14, '1')}`,
        `${textAt(40, 330, 'Thornbury here')} ${textAt(190, 14, '2')}`,
      ),
    ).to.have.deep.members([
      ['content', 1, 'pages 1 to 2'],
      ['content', 2, 'pages 1 to 2'],
      ['pdfium', 1, 'pages 1 to 2'],
      ['pdfium', 2, 'pages 1 to 2'],
    ]);
  });

  it('finds nothing where another word stands between', async () => {
    expect(await found(textAt(40, 300, 'with Adaeze'), textAt(40, 330, 'and Thornbury here'))).to.deep.equal([]);
  });
});
