import { expect } from 'chai';
import { readingOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** Long words of each language. */
const words: Readonly<Record<string, string>> = {
  da: 'menneskerettighedsorganisationer ansvarsforsikringen',
  de: 'Bundesverfassungsgericht Überraschungsangriff',
  'de-AT': 'Verwaltungsvorschriften Straßenbahnhaltestelle',
  el: 'δραστηριότητες ιδιαιτερότητες',
  en: 'internationalization representation',
  'en-GB': 'organisational responsibilities',
  'en-US': 'extraordinary considerations',
  es: 'responsabilidades extraordinariamente',
  et: 'ettevõtlusministeerium keskkonnaministeerium',
  fi: 'lentokonesuihkuturbiinimoottori oikeudenmukaisuus',
  fr: 'gouvernementalement anticonstitutionnellement',
  hr: 'prijestolonasljednik odgovornosti',
  hu: 'elkötelezettségeinkért megvalósíthatatlan',
  it: 'precipitevolissimevolmente responsabilità',
  la: 'honorificabilitudinitatibus constitutionibus',
  nb: 'menneskerettigheter ansvarsforsikring',
  nl: 'aansprakelijkheidsverzekering verantwoordelijkheden',
  nn: 'menneskerettane ansvarsforsikring',
  no: 'menneskerettigheter arbeidsmarkedet',
  pl: 'konstantynopolitański odpowiedzialność',
  pt: 'inconstitucionalissimamente responsabilidades',
  ru: 'достопримечательность соответствующие',
  sl: 'odgovornostmi najpomembnejših',
  sv: 'ansvarsförsäkringar arbetsmarknaden',
  tr: 'sorumluluklarımız İstanbullulardan',
  uk: 'відповідальність найважливіший',
};

const narrow = '<style>p{hyphens:auto;width:24mm;font-size:10pt}</style>';
const german = 'Bundesverfassungsgericht';

/** A line of text that ends with a hyphen. */
const divided = /\p{L}[-\u2010]\s*$/mu;

describe('hyphens: auto', () => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  async function rendered(operations: readonly object[], document: object = {}): Promise<Buffer> {
    return pdfOf(await service.render({ document: { lang: 'de', ...document }, operations }));
  }

  const paragraph = async (html: string, document: object = {}) => {
    const pdf = await rendered([{ op: 'add_html', html: narrow + html }], document);
    return { lines: await textOf(pdf), words: await readingOf(pdf) };
  };

  it('divides words of each language, and the text of the PDF has them whole', async () => {
    const languages = Object.entries(words);
    const pdf = await rendered(
      languages.flatMap(([language, text], index) => [
        ...(index === 0 ? [] : [{ op: 'add_page_break' }]),
        { op: 'add_html', html: `<p lang="${language}">${text} ${text}</p>` },
      ]),
      { css: 'p{hyphens:auto;width:24mm;font-size:10pt}' },
    );
    for (const [index, [language, text]] of languages.entries()) {
      const read = await readingOf(pdf, index + 1);
      expect(await textOf(pdf, index + 1), language).to.match(divided);
      for (const word of text.split(' ')) expect(read, language).to.contain(word);
      expect(read, language).not.to.match(/[\u00ad\u2010]/);
    }
  });

  it('divides by the language of the element, and not at all without patterns for it', async () => {
    const { lines } = await paragraph(`<p lang="vi">${german}</p>`);
    expect(lines).to.contain(german.slice(0, 12)).and.not.to.match(divided);
    const [asGerman, asEnglish] = [await paragraph(`<p>${german}</p>`), await paragraph(`<p lang="en">${german}</p>`)];
    expect(asGerman.lines).to.match(divided);
    expect(asEnglish.lines).to.match(divided).and.not.to.equal(asGerman.lines);
  });

  it('leaves alone what has another value, code, addresses, and what is not to be translated', async () => {
    for (const html of [
      `<p style="hyphens:manual">${german}</p>`,
      `<p style="hyphens:none">${german}</p>`,
      `<p><code>${german}</code></p>`,
      `<p translate="no">${german}</p>`,
      `<p>https://example.com/${german}</p>`,
    ])
      expect((await paragraph(html)).lines, html).not.to.match(divided);
  });

  it('divides a word with soft hyphens of its own at these alone, and leaves none of them in the text', async () => {
    const own = await paragraph('<p style="width:36mm">Wirtschaftswissen&shy;schaftlerinnen</p>');
    expect(own.lines).to.match(/Wirtschaftswissen-$/m);
    expect(own.words).to.contain('Wirtschaftswissenschaftlerinnen').and.not.to.contain('\u00ad');
  });

  it('respects the limits of words and parts', async () => {
    const limited = await paragraph(
      `<p style="width:40mm;hyphenate-limit-chars:30">${german}</p><p style="width:40mm;hyphenate-limit-chars:5 14 7">${german}</p>`,
    );
    const ends = limited.lines.split('\n').filter((line) => divided.test(line));
    expect(ends.map((line) => line.trim())).to.deep.equal(['Bundesverfassungs-']);
  });

  it('draws the character of the style sheet, and joins the word all the same', async () => {
    const { words: read } = await paragraph(`<p style="hyphenate-character:'~'">${german}</p>`);
    expect(read).to.contain(german).and.not.to.contain('~');
  });

  it('works in texts, Markdown, cells, templates, headers and complete documents', async () => {
    const css = 'p,td,th,li,.running{hyphens:auto}p,li,table{width:24mm!important}';
    const pdf = await rendered(
      [
        {
          op: 'set_header',
          html: `<div class="running" style="width:24mm">Kopfzeilenverordnungsgebung</div>`,
          height: '20mm',
        },
        { op: 'add_text', text: 'Textbausteinverwaltung' },
        { op: 'add_markdown', markdown: '- Aufzählungspunktebewertung' },
        { op: 'add_table', columns: [{ key: 'a', header: 'A' }], rows: [{ a: 'Tabellenkalkulationsprogramme' }] },
        { op: 'add_template', source: '<p>{{word}}</p>', data: { word: 'Vorlagenverwaltungsprogramm' } },
        {
          op: 'add_html',
          html: `<!doctype html><html lang="de"><style>p{hyphens:auto;width:24mm}</style><p>${german}`,
        },
      ],
      { css },
    );
    const read = await readingOf(pdf);
    for (const word of [
      'Kopfzeilenverordnungsgebung',
      'Textbausteinverwaltung',
      'Aufzählungspunktebewertung',
      'Tabellenkalkulationsprogramme',
      'Vorlagenverwaltungsprogramm',
      german,
    ])
      expect(read).to.contain(word);
    expect((await textOf(pdf)).split('\n').filter((line) => divided.test(line)).length).to.be.at.least(6);
  });

  it('works where a script writes the text, and where a style sheet is a file', async () => {
    const data = Buffer.from('p{hyphens:auto;width:24mm}').toString('base64');
    const pdf = await rendered(
      [
        {
          op: 'add_html',
          html:
            '<!doctype html><html lang="de"><link rel="stylesheet" href="a.css"><body><script>' +
            `document.body.innerHTML='<p>${german}</p>'</script>`,
        },
      ],
      { assets: { 'a.css': data } },
    );
    expect(await textOf(pdf)).to.match(divided);
    expect(await readingOf(pdf)).to.contain(german);
  });

  it('has whole words in bookmarks and the table of contents, and for extract-text', async () => {
    const pdf = await rendered([{ op: 'add_toc' }, { op: 'add_heading', level: 1, text: `${german} und ${german}` }], {
      css: 'h1{hyphens:auto;width:60mm}',
    });
    const form = new FormData();
    form.set('document', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf');
    const { body } = await service.request('POST', '/api/v1/extract-text', {
      headers: { 'content-type': 'application/pdf', accept: 'application/json' },
      body: new Uint8Array(pdf),
    });
    const text = body.toString('utf8');
    expect(text.split(german).length - 1, text).to.be.at.least(4);
    expect(text).not.to.match(/[\u00ad\u2010]|Bundesver-/);
  });

  it('changes no byte of a document whose texts are not hyphenated', async () => {
    const bytes = async (html: string) =>
      pdfOf(await service.render({ output: { deterministic: true }, operations: [{ op: 'add_html', html }] }));
    const plain = await bytes(`<p>${german} im Wort&shy;inneren</p>`);
    const mentioned = await bytes(`<style>em{hyphens:auto}</style><p>${german} im Wort&shy;inneren</p>`);
    expect(mentioned.equals(plain)).to.equal(true);
  });
});
