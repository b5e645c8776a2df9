import { expect } from 'chai';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { smallPdf, textAt } from './small-pdf.ts';

/** What one page with something visible and something hidden gives. */
async function read(
  content: string,
  more: { resources?: string; objects?: string[]; catalog?: string; entries?: string; include?: boolean } = {},
) {
  const { resources = '', objects = [], catalog = '', entries = '', include = false } = more;
  const pdf = smallPdf({
    pages: [{ content: `${textAt(50, 300, 'Seen')}\n${content}`, resources, entries }],
    objects,
    catalog,
  });
  const { pages, warnings } = await extractText(pdf, {
    granularity: 'block',
    ...(include && { hidden: 'include' as const }),
  });
  const hidden = (pages[0]?.blocks ?? [])
    .filter((block) => block.hidden !== undefined)
    .map(({ text, hidden }) => [text, hidden]);
  return { text: pages[0]?.text, hidden, warnings };
}

const inside = (content: string, more = '', box = '0 0 400 400') =>
  `<< /Type /XObject /Subtype /Form /BBox [${box}] ${more} /Resources << /Font << /F1 3 0 R >> /XObject << /Y ` +
  `101 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
const picture = (more: string, data = 'X', kind = '/BitsPerComponent 8 /ColorSpace /DeviceGray') =>
  `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 ${kind} ${more} /Length 1 >>\nstream\n${data}\nendstream`;
const stencil = (data: string) => picture('/ImageMask true', data, '/BitsPerComponent 1');
const under = textAt(50, 200, 'Under');
/** Around the text of `under`. */
const bar = '0 g 45 195 80 20 re f';

/** How the one text is hidden that stands beside what is seen, `null` where it is seen too. */
async function hiding(content: string, more: { resources?: string; objects?: string[] } = {}): Promise<string | null> {
  const { text, hidden } = await read(content, more);
  expect(hidden.length === 0 ? text : hidden[0]?.[0]).to.match(/Under$/);
  return hidden[0]?.[1] ?? null;
}

describe('Hidden text', () => {
  it('is left out and marked where it is drawn with rendering mode 3', async () => {
    const { text, hidden, warnings } = await read(textAt(50, 200, 'Secret', '3 Tr'));
    expect(text).to.equal('Seen');
    expect(hidden).to.deep.equal([['Secret', 'invisible']]);
    expect(warnings).to.deep.equal([
      {
        code: 'hidden-invisible',
        message: 'Text that is invisible is left out of page 1; `hidden: "include"` gives it.',
      },
    ]);
  });

  it('is invisible where it is fully transparent', async () => {
    const { hidden } = await read(`/G gs ${textAt(50, 200, 'Glass')}`, {
      resources: '/ExtGState << /G << /ca 0 >> >>',
    });
    expect(hidden).to.deep.equal([['Glass', 'invisible']]);
  });

  it('is part of the text when it is asked for, and still marked', async () => {
    const { text, hidden, warnings } = await read(textAt(50, 200, 'Secret', '3 Tr'), { include: true });
    expect(text).to.equal('Seen\nSecret');
    expect(hidden).to.deep.equal([['Secret', 'invisible']]);
    expect(warnings).to.deep.equal([]);
  });

  it('is off the page where it lies outside the crop box', async () => {
    const { text, hidden } = await read(`${textAt(50, 20, 'Below')} ${textAt(900, 300, 'Far')}`, {
      entries: '/CropBox [0 100 400 400]',
    });
    expect(text).to.equal('Seen');
    expect(hidden).to.have.deep.members([
      ['Below', 'off-page'],
      ['Far', 'off-page'],
    ]);
  });

  it('is clipped where the clipping path leaves it out', async () => {
    const { text, hidden } = await read(`q 0 0 40 40 re W n ${textAt(50, 200, 'Cut')} Q ${textAt(50, 100, 'Whole')}`);
    expect(text).to.equal('Seen\nWhole');
    expect(hidden).to.deep.equal([['Cut', 'clipped']]);
  });

  it('is covered where an opaque rectangle was painted over it', async () => {
    const { text, hidden } = await read(`${textAt(50, 200, 'Redacted')} 0 g 45 195 80 20 re f`);
    expect(text).to.equal('Seen');
    expect(hidden).to.deep.equal([['Redacted', 'covered']]);
  });

  it('is covered within a form XObject too', async () => {
    const form =
      '<< /Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << /Font << /F1 3 0 R >> >> /Length ' +
      `${textAt(0, 0, 'Inner').length} >>\nstream\n${textAt(0, 0, 'Inner')}\nendstream`;
    const { hidden } = await read('q 1 0 0 1 50 200 cm /X Do Q 0 g 45 195 80 20 re f', {
      resources: '/XObject << /X 100 0 R >>',
      objects: [form],
    });
    expect(hidden).to.deep.equal([['Inner', 'covered']]);
  });

  it('is not what stands on a rectangle, or under one that lets it shine through', async () => {
    const under = `1 g 45 195 80 20 re f ${textAt(50, 200, 'OnWhite')}`;
    const highlight = `${textAt(50, 100, 'Marked')} /H gs 1 1 0 rg 45 95 80 20 re f`;
    const { text, hidden } = await read(`${under} ${highlight}`, { resources: '/ExtGState << /H << /ca 0.4 >> >>' });
    expect(text).to.equal('Seen\nOnWhite\nMarked');
    expect(hidden).to.deep.equal([]);
  });

  it('is the whole text of a scan with a layer of recognised text, and a warning says so', async () => {
    const image =
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ' +
      '/Length 1 >>\nstream\nX\nendstream';
    const content = `q 400 0 0 400 0 0 cm /I Do Q ${textAt(50, 200, 'Recognised words', '3 Tr')}`;
    const pdf = smallPdf({ pages: [{ content, resources: '/XObject << /I 100 0 R >>' }], objects: [image] });
    const plain = await extractText(pdf);
    expect(plain.pages[0]?.text).to.equal('');
    expect(plain.warnings).to.deep.equal([
      {
        code: 'scan',
        message: 'The only text of page 1 is the invisible layer over a scan; `hidden: "include"` gives it.',
      },
    ]);
    const whole = await extractText(pdf, { hidden: 'include' });
    expect(whole.pages[0]?.text).to.equal('Recognised words');
  });
});

describe('Text under something', () => {
  const drawn = {
    resources: '/XObject << /X 100 0 R >> /ExtGState << /Sheer << /ca 0.4 >> /Multiply << /BM /Multiply >> >>',
  };

  it('is covered whatever the rectangle is made of', async () => {
    for (const cover of [
      '0 g 45 195 20 20 re 65 195 60 20 re f',
      '0 g 45 195 10 20 re f 55 195 11 20 re f 66 195 60 20 re f',
      '1 g 45 195 m 125 195 l 125 215 l 45 215 l f',
      '0 g 45 195 80 20 re B',
      '0 G 20 w 45 205 m 125 205 l S',
      'q 0 1 -1 0 0 0 cm 0 g 195 -125 20 80 re f Q',
    ]) {
      expect(await hiding(`${under} ${cover}`), cover).to.equal('covered');
    }
  });

  it('is seen where the path leaves holes, or is clipped by a curve', async () => {
    for (const cover of [
      '0 g 5 105 300 200 re 10 110 290 190 re f*',
      '0 g 5 105 300 200 re 10 110 m 10 300 l 300 300 l 300 110 l h f',
      'q 45 195 m 200 195 l 45 300 l h W n 0 g 45 195 80 20 re f Q',
      '0 G [2 4] 0 d 20 w 45 205 m 125 205 l S',
    ]) {
      expect(await hiding(`${under} ${cover}`), cover).to.equal(null);
    }
  });

  it('is seen under a tiling pattern', async () => {
    const cell =
      '<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 ' +
      '/Resources << >> /Length 21 >>\nstream\n1 0 0 rg 0 0 2 2 re f\nendstream';
    expect(
      await hiding(`${under} /Pattern cs /P scn 45 195 80 20 re f`, {
        resources: '/Pattern << /P 100 0 R >>',
        objects: [cell],
      }),
    ).to.equal(null);
  });

  it('is covered by an image as far as its masks are opaque', async () => {
    const over = `${under} q 100 0 0 40 40 190 cm /X Do Q`;
    const by = (...objects: string[]) => hiding(over, { ...drawn, objects });
    expect(await by(picture(''))).to.equal('covered');
    expect(await by(picture('/SMask 101 0 R'), picture('', '\xff'))).to.equal('covered');
    expect(await by(picture('/SMask 101 0 R'), picture('', '\x40'))).to.equal(null);
    expect(await by(picture('/Mask [88 88]'))).to.equal(null);
    expect(await by(picture('/Mask 101 0 R'), stencil('\xff'))).to.equal(null);
    expect(await by(stencil('\x00'))).to.equal('covered');
    expect(await by(stencil('\xff'))).to.equal(null);
  });

  it('is covered by what a form paints, unless the form is sheer or blended', async () => {
    const group = '/Group << /S /Transparency >>';
    const by = (state: string, form: string) => hiding(`${under} ${state} /X Do`, { ...drawn, objects: [form] });
    expect(await by('', inside(bar))).to.equal('covered');
    expect(await by('', inside(bar, group))).to.equal('covered');
    expect(await by('', inside(bar, '', '0 0 40 40'))).to.equal(null);
    expect(await by('/Sheer gs', inside(bar, group))).to.equal(null);
    expect(await by('/Multiply gs', inside('1 1 0 rg 45 195 80 20 re f', group))).to.equal(null);
  });
});

describe('Text within a clipping path', () => {
  const form = { resources: '/XObject << /X 100 0 R >>' };

  it('is clipped by rectangles that leave out most of each letter', async () => {
    for (const clip of [
      '0 0 50 400 re W n',
      '0 0 400 201 re W n',
      '50 200 0 0 re W n',
      '0 0 40 400 re 300 0 40 400 re W n',
      '0 0 400 100 re W n 0 150 400 200 re W n',
      'q Q 0 1 -1 0 400 0 cm 0 0 40 40 re W n 0 -1 1 0 0 400 cm',
    ]) {
      expect(await hiding(`q ${clip} ${under} Q`), clip).to.equal('clipped');
    }
    expect(await hiding(`q 0 0 400 206 re W n ${under} Q`)).to.equal(null);
  });

  it('is clipped by the boxes of the forms that it is in', async () => {
    expect(await hiding('/X Do', { ...form, objects: [inside(under, '', '0 0 40 40')] })).to.equal('clipped');
    expect(await hiding('/X Do', { ...form, objects: [inside('/Y Do', '', '0 0 40 40'), inside(under)] })).to.equal(
      'clipped',
    );
    expect(
      await hiding('q .5 0 0 .5 20 20 cm /X Do Q', {
        ...form,
        objects: [inside(under, '/Matrix [2 0 0 2 10 10]', '0 0 40 40')],
      }),
    ).to.equal('clipped');
    expect(
      await hiding('q .5 0 0 .5 20 20 cm /X Do Q', {
        ...form,
        objects: [inside(under, '/Matrix [2 0 0 2 10 10]', '45 190 200 250')],
      }),
    ).to.equal(null);
  });
});

describe('Text that leaves no ink', () => {
  it('is invisible where its matrix, its size or what paints it is nothing', async () => {
    const resources = '/ExtGState << /G << /CA 0 >> /N << /CA 0 /ca 0 >> >> /XObject << /X 100 0 R >>';
    for (const content of [
      'BT /F1 12 Tf 0 0 0 0 50 200 Tm (Under) Tj ET',
      'BT /F1 12 Tf 0 Tz 50 200 Td (Under) Tj ET',
      'BT /F1 .01 Tf 50 200 Td (Under) Tj ET',
      `/G gs ${textAt(50, 200, 'Under', '1 Tr')}`,
      `/N gs ${textAt(50, 200, 'Under', '2 Tr')}`,
      textAt(50, 200, 'Under', '7 Tr'),
      '/N gs /X Do',
    ]) {
      expect(
        await hiding(content, { resources, objects: [inside(under, '/Group << /S /Transparency >>')] }),
        content,
      ).to.equal('invisible');
    }
  });

  it('is seen where it is the window onto what is painted after it', async () => {
    expect(await hiding(`q ${textAt(50, 200, 'Under', '7 Tr')} 1 0 0 rg 0 0 400 400 re f Q`)).to.equal(null);
  });
});
