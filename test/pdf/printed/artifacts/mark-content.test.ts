import { expect } from 'chai';
import { markContent } from '../../../../src/pdf/printed/artifacts/mark-content.ts';

/** A page of 100 points whose content area is 20 to 80, as Skia writes it. */
const page = (margins: string, content: string) =>
  `1 0 0 -1 0 100 cm\nq\n1 0 0 1 0 0 cm\n${margins}Q\nq\n20 20 60 60 re\nW* n\nq\n1 0 0 1 20 20 cm\n${content}Q\nQ\n`;
const text = (y: number, shown = '<01>') => `BT\n/F4 10 Tf\n1 0 0 -1 5 ${y} Tm\n${shown} Tj\nET\n`;
const layout = (content: string) => `/Artifact <</Type /Layout>>BDC\n${content}EMC\n`;
const marked = (content: string, tagged: readonly string[] = []) => {
  const drawn: string[] = [];
  const bytes = markContent(Buffer.from(content, 'latin1'), {
    isTaggedForm: (name) => tagged.includes(name),
    onTaggedForm: (name) => void drawn.push(name),
  });
  return { content: bytes?.toString('latin1') ?? null, drawn };
};
const inFlow = (content: string) => marked(page('', content)).content;

describe('Marking what a page paints outside of its structure', () => {
  it('leaves tagged content as it is', () => {
    expect(
      inFlow(`/P <</MCID 0 >>BDC\n${text(9)}0 0 5 5 re\nf\nQ\nq\nEMC\n/P <</MCID 1 >>BDC\n${text(20)}EMC\n`),
    ).to.equal(null);
  });

  it('makes text of the margins a header or a footer, wherever the page area is', () => {
    const [header, footer] = ['Header', 'Footer'].map(
      (kind) => `/Artifact <</Type /Pagination /Subtype /${kind}>>BDC\n`,
    );
    expect(marked(page(text(10) + text(12) + text(95), '')).content).to.equal(
      page(`${header}${text(10)}${text(12)}EMC\n${footer}${text(95)}EMC\n`, ''),
    );
    expect(marked(`1 0 0 -1 0 100 cm\nq\n${text(10)}${text(95)}Q\n`).content).to.equal(
      `1 0 0 -1 0 100 cm\nq\n${header}${text(10)}EMC\n${footer}${text(95)}EMC\nQ\n`,
    );
  });

  it(
    'makes bare paths, pictures and text of the flow layout, each run of them one artifact that ends with its ' +
      'state',
    () => {
      const bare = `0 0 m\n5 5 l\nS\n.5 G\n0 0 5 5 re\nf\n${text(9)}/X1 Do\n`;
      expect(inFlow(bare)).to.equal(page('', layout(bare)));
      expect(inFlow(`q\n1 g\n${text(9)}Q\n0 0 5 5 re\nf\n`)).to.equal(
        page('', `q\n1 g\n${layout(text(9))}Q\n${layout('0 0 5 5 re\nf\n')}`),
      );
    },
  );

  it('does not take a clip for something painted, nor the state between marks', () => {
    expect(inFlow('q\n0 0 5 5 re\nW n\n1 0 0 RG\n/G3 gs\nQ\n')).to.equal(null);
  });

  it('marks between tags, around text with a replacement, and before a mark that the text object holds', () => {
    const tagged = `/P <</MCID 0 >>BDC\n${text(9)}EMC\n`;
    const spoken = `BT\n/F4 10 Tf\n/Span <</ActualText <FEFF0041> >> BDC\n<01> Tj\nEMC\nET\n`;
    expect(inFlow(`${tagged}${spoken}${tagged}0 0 5 5 re\nf\n`)).to.equal(
      page('', `${tagged}${layout(spoken)}${tagged}${layout('0 0 5 5 re\nf\n')}`),
    );
    expect(inFlow(`/Span <</ActualText (A)>> BDC\n${text(9)}EMC\n0 0 5 5 re\nf\n`)).to.equal(
      page('', `/Span <</ActualText (A)>> BDC\n${layout(text(9))}EMC\n${layout('0 0 5 5 re\nf\n')}`),
    );
  });

  it('reads no marks out of strings and over nested ones', () => {
    const tagged = `/P <</MCID 0 >>BDC\nBT\n/Span <</ActualText (EMC)>> BDC\n(EMC BDC) Tj\nEMC\nET\n0 0 5 5 re\nf\nEMC\n`;
    expect(inFlow(tagged)).to.equal(null);
    expect(inFlow(`${tagged}0 0 5 5 re\nf\n`)).to.equal(page('', `${tagged}${layout('0 0 5 5 re\nf\n')}`));
  });

  it('takes the mark of text from right to left for no tag', () => {
    const reversed =
      'BT\n/ReversedChars BMC\n/F4 10 Tf\n/Span<</ActualText <FEFF0629> >> BDC\n<01> Tj\nEMC\n<02> Tj\nEMC\nET\n';
    expect(inFlow(`/P <</MCID 0 >>BDC\n${reversed}${text(9)}EMC\n${reversed}`)).to.equal(
      page('', `/P <</MCID 0 >>BDC\n${reversed}${text(9)}EMC\n${layout(reversed)}`),
    );
  });

  it(
    'tells of forms with tags of their own instead of marking them, and only where they stand ' + 'outside of marks',
    () => {
      expect(marked(page('', '/X1 Do\n/P <</MCID 0 >>BDC\n/X2 Do\nEMC\n'), ['X1', 'X2'])).to.deep.equal({
        content: null,
        drawn: ['X1'],
      });
    },
  );
});
