import { expect } from 'chai';
import fc from 'fast-check';
import { MathError, mathHtml, MathLimitError } from '../../../../src/render/content/math/math-html.ts';
import { figureAltsOf, wordBoxesOf } from '../../../support/figures.ts';
import { fontsOf, textOf } from '../../../support/pdf.ts';
import { composed, elementOf, elementsOf, pointersOf } from '../../../support/rendering.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const raw = String.raw;
const math = (tex: string, more: object = {}) => ({ op: 'add_math', tex, ...more });
const display = (tex: string) => mathHtml(tex, { display: true });

describe('add_math', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('sets formulas in the font of formulas, with the TeX for those who do not see them', async () => {
    const tex = raw`x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`;
    const pdf = pdfOf(
      await service.render({ operations: [math(tex), math('E=mc^2', { alt: 'E equals m c squared' })] }),
    );
    expect(await figureAltsOf(pdf)).to.deep.equal([tex, 'E equals m c squared']);
    expect((await fontsOf(pdf)).join()).to.contain('ColophonMath');
    expect((await textOf(pdf)).normalize('NFKC')).to.contain('±');
  });

  it('stretches roots, brackets and bars to what they hold', async () => {
    const height = async (tex: string, sign: string) => {
      const boxes = await wordBoxesOf(pdfOf(await service.render({ operations: [math(tex)] })), 1);
      return boxes.filter(({ text }) => text.includes(sign)).length;
    };
    // A stretched bar is a glyph of its own or several of them: more than the two of a formula that needs none.
    expect(await height(raw`\left| \begin{matrix} a \\ b \\ c \\ d \end{matrix} \right|`, '|')).to.be.greaterThan(
      await height(raw`\left| a \right|`, '|'),
    );
  });

  it('numbers equations through the document, and sets tags at the margin', async () => {
    const words = await wordBoxesOf(
      pdfOf(
        await service.render({
          operations: [
            math(raw`\begin{equation} a \end{equation}`),
            math(raw`\begin{align} b &= c \\ d &= e \end{align}`),
            math(raw`f \tag{7}`),
          ],
        }),
      ),
      1,
    );
    const numbers = words.filter(({ text }) => /^\(\d\)$/.test(text));
    expect(numbers.toSorted((one, other) => one.top - other.top).map(({ text }) => text)).to.deep.equal([
      '(1)',
      '(2)',
      '(3)',
      '(7)',
    ]);
    expect(
      Math.max(...numbers.map(({ right }) => right)) - Math.min(...numbers.map(({ right }) => right)),
    ).to.be.lessThan(2);
  });

  it(
    'breaks a formula that is wider than the page before an operator, and leaves the rest of ' + 'the page its size',
    async () => {
      const sum = Array.from({ length: 40 }, (_, index) => `a_{${index}} x_{${index}}`).join(' + ');
      const words = await wordBoxesOf(
        pdfOf(
          await service.render({ operations: [{ op: 'add_text', text: 'Reference', size: 20 }, math(`y = ${sum}`)] }),
        ),
        1,
      );
      const [reference] = words;
      expect((reference?.bottom ?? 0) - (reference?.top ?? 0)).to.be.greaterThan(18);
      expect(Math.max(...words.map(({ right }) => right))).to.be.lessThan(540);
      expect(new Set(words.map(({ top }) => Math.round(top / 8))).size).to.be.greaterThan(3);
    },
  );

  it('is on a line of its own, or as in a line of text, and from left to right in any language', () => {
    expect(elementOf('math', [math('a')]).attributes.display).to.equal('block');
    expect(elementOf('math', [math('a', { display: false })]).attributes.display).to.equal(undefined);
    expect(
      elementsOf([math('a', { lang: 'ar' })]).find(({ attributes }) => attributes.class === 'math display')?.attributes
        .dir,
    ).to.equal('rtl');
  });

  it('says where TeX can not be read', async () => {
    const problem = async (tex: string) => {
      const answer = await service.render({ operations: [{ op: 'add_text', text: 'x' }, math(tex)] });
      const { type, errors } = answer.json();
      return [answer.status, String(type).split('/').at(-1), errors[0].pointer, errors[0].message];
    };
    expect(await problem('x^2^3')).to.deep.equal([
      422,
      'render-failed',
      '/operations/1/tex',
      '`tex` has a mistake in its TeX at character 4 (^3): Double superscript',
    ]);
    expect((await problem(raw`\frac{a`)).at(-1)).to.match(/at its end: Unexpected end of input/);
    expect((await problem(raw`a + \nosuch b`)).at(-1)).to.match(
      /at character 5 \(\\nosuch b\): Unsupported function name: \\nosuch/,
    );
  });

  it('runs, loads and links to nothing', () => {
    for (const tex of [
      raw`\href{javascript:alert(1)}{x}`,
      raw`\url{http://a.b}`,
      raw`\includegraphics{http://a.b/c.png}`,
      raw`\class{a}{x}`,
      raw`\style{color:red}{x}`,
      raw`\id{a}{x}`,
      raw`\data{a=b}{x}`,
      raw`\textcolor{url(http://a.b)}{x}`,
      raw`\color{red;background:url(x)}x`,
      raw`\text{\href{javascript:1}{x}}`,
    ]) {
      expect(() => display(tex), tex).to.throw(MathError);
    }
    expect(display(raw`\text{<script>alert(1)</script>}`))
      .to.contain('&lt;script&gt;')
      .and.not.contain('<script');
    expect(display(raw`\label{a}x\ref{a}`)).to.not.match(/href|<a/);
  });

  it('ends macros that do not, formulas that nest without measure, and long ones', () => {
    const letter = (index: number) => String.fromCharCode(97 + index);
    const doubling = Array.from(
      { length: 20 },
      (_, index) => raw`\def\m${letter(index + 1)}{\m${letter(index)}\m${letter(index)}}`,
    ).join('');
    for (const tex of [
      raw`\def\a{\a\a}\a`,
      raw`\def\ma{x}${doubling}\mu`,
      `\\def\\a{${'x'.repeat(8000)}}${raw`\a`.repeat(900)}`,
      `${'{'.repeat(4000)}x${'}'.repeat(4000)}`,
      `${raw`\sqrt{`.repeat(1500)}x${'}'.repeat(1500)}`,
      `${'x_{'.repeat(100)}x${'}'.repeat(100)}`,
      `${raw`\left(\frac{a}{`.repeat(9)}x${raw`}\right)`.repeat(9)}`,
    ]) {
      expect(() => display(tex), tex.slice(0, 40)).to.throw(MathLimitError);
    }
    expect(
      pointersOf({ operations: [math('x'.repeat(10_001)), math(''), { op: 'add_math', tex: 1, size: 3 }] }),
    ).to.deep.equal(['/operations/0/tex', '/operations/1/tex', '/operations/2/tex', '/operations/2/size']);
    expect(display(raw`\rule{9999em}{9999em}`)).to.contain('width="40em"');
  });

  it('leaves no macro to the next formula', () => {
    expect(display(raw`\gdef\mine{1}\mine`)).to.contain('<mn>1</mn>');
    expect(() => display(raw`\mine`)).to.throw(MathError);
  });

  it('gives whole markup of formulas alone, or a sentence, whatever the TeX', () => {
    const piece = fc.constantFrom(
      'x',
      '2',
      '+',
      '=',
      '{',
      '}',
      '^',
      '_',
      '&',
      raw`\\`,
      raw`\frac`,
      raw`\sqrt[3]`,
      raw`\left(`,
      raw`\right)`,
      raw`\begin{matrix}`,
      raw`\end{matrix}`,
      raw`\text{a<b}`,
      raw`\int_0^1`,
      "'",
      raw`\def\a#1{#1#1}`,
      raw`\a`,
      raw`\color{red}`,
      '<',
      '"',
      '中',
      '%',
      '$',
      '\n',
      raw`\tag{1}`,
      raw`\ce{H2O}`,
      raw`\hline`,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.boolean(), (pieces, inDisplay) => {
        try {
          const html = mathHtml(pieces.join(' '), { display: inDisplay });
          expect(html).to.match(/^<math[^<>]*>[^]*<\/math>$/);
          expect(html.replace(/<\/?(?:m[a-z]+|none|span)(?:\s[^<>]*)?>/g, '')).to.not.match(/[<>]/);
          expect(html.match(/<[a-z]/g)?.length).to.equal(html.match(/<\/[a-z]/g)?.length);
        } catch (error) {
          if (!(error instanceof MathError || error instanceof MathLimitError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('composes as one figure', () => {
    expect(composed([math('a')]).warnings).to.deep.equal([]);
    expect(elementsOf([math('a')]).filter(({ attributes }) => attributes.role === 'img')).to.have.length(1);
  });
});
