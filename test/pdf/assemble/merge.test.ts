import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { mergePdfs, mergeWithFonts, type MergeDocument, type MergeOptions } from '../../../src/pdf/assemble/merge.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { checkSyntax, infoOf, textOf } from '../../support/pdf.ts';
import {
  destinationsOf,
  encrypted,
  handmade,
  kitchenSink,
  outlineIn,
  pictures,
  report,
  said,
  seenByQpdf,
  stream,
  tagsOf,
} from '../copy-inputs.ts';
import { askedOf, catalogIn, form } from '../viewer-drawn-form.ts';

const merge = (documents: readonly MergeDocument[], options: Partial<MergeOptions> = {}) =>
  mergePdfs({ documents, outline: 'keep', fields: 'merge', ...options });

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' }] as const;

describe('Merging', () => {
  let service: Service;
  let first: Buffer;
  let second: Buffer;
  before(async () => {
    service = await sharedService();
    [first, second] = [await report(service, 'North'), await report(service, 'South')];
  });

  it('keeps every page with its boxes and its look', async () => {
    const { pdf, pages } = merge([{ bytes: first }, { bytes: kitchenSink() }, { bytes: second }]);
    await checkSyntax(pdf);
    expect(pages).to.equal(6);
    expect(pictures(pdf)).to.deep.equal([first, kitchenSink(), second].flatMap((one) => pictures(one)));
    expect(await textOf(pdf)).to.equal(
      (await Promise.all([first, kitchenSink(), second].map((one) => textOf(one)))).join(''),
    );
    const json = await seenByQpdf(pdf);
    const { value } = json.qpdf[1][`obj:${json.pages[2].object}`];
    expect([value['/MediaBox'], value['/CropBox'], value['/Trans'], value['/Tabs']]).to.deep.equal([
      [0, 0, 300, 200],
      [5, 5, 290, 190],
      { '/S': '/Fade' },
      '/S',
    ]);
  });

  it('leaves every tag of two tagged documents in its place', async () => {
    const { pdf, report: told } = merge([{ bytes: first }, { bytes: second }]);
    expect(await tagsOf(pdf)).to.equal((await tagsOf(first)) + (await tagsOf(second)));
    expect((await infoOf(pdf)).Tagged).to.equal('yes');
    expect(told).to.deep.equal({ warnings: [], dropped: [], signed: [] });
  });

  it('does not claim tags for a document that one of several has not', async () => {
    const { pdf, report: told } = merge([{ bytes: first }, { bytes: kitchenSink() }]);
    expect(await tagsOf(pdf)).to.equal(await tagsOf(first));
    expect((await infoOf(pdf)).Tagged).to.equal('no');
    expect(told.warnings.join()).to.contain('Not every document is tagged (2 is not)');
  });

  it('keeps outlines one after the other, or under the documents, or not', async () => {
    const documents = [{ bytes: kitchenSink(), title: 'Ä.pdf' }, { bytes: kitchenSink() }];
    const lines = async (outline: MergeOptions['outline']) =>
      outlineIn(await seenByQpdf(merge(documents, { outline }).pdf));
    expect(await lines('keep')).to.deep.equal(['One 1', '  One one 1', 'Two 2', 'One 3', '  One one 3', 'Two 4']);
    expect(await lines('perDocument')).to.deep.equal([
      'Ä.pdf 1',
      '  One 1',
      '    One one 1',
      '  Two 2',
      'Kitchen sink 3',
      '  One 3',
      '    One one 3',
      '  Two 4',
    ]);
    expect(await lines('none')).to.deep.equal([]);
  });

  it(
    'calls the part of a document in the outline what the request says, else what it calls itself, else what its ' +
      'file is called',
    async () => {
      const named = (title: string, xmp: string) =>
        handmade({
          1: '<</Type/Catalog/Pages 3 0 R/Metadata 5 0 R>>',
          2: `<</Title(${title})>>`,
          3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
          4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>',
          5: stream(xmp, '/Type/Metadata/Subtype/XML'),
        });
      const alternatives =
        '<dc:title><rdf:Alt><rdf:li xml:lang="de">Zwei</rdf:li><rdf:li xml:lang="x-default"> Two &amp; &#x33; ' +
        '</rdf:li></rdf:Alt></dc:title>';
      const documents = [
        { bytes: named('Info', alternatives), title: 'Request', name: 'file' },
        { bytes: named('Info', alternatives), name: 'file' },
        { bytes: named(' ', alternatives), name: 'file' },
        { bytes: named('', "<rdf:Description dc:title='Attribute'/>"), name: 'file' },
        { bytes: named('', '<dc:title>Plain</dc:title>'), name: 'file' },
        { bytes: named('', '<dc:title><rdf:Alt><rdf:li xml:lang="x-default"/></rdf:Alt></dc:title>'), name: 'file' },
        { bytes: named('', '<dc:title>cut off') },
      ];
      const lines = outlineIn(await seenByQpdf(merge(documents, { outline: 'perDocument' }).pdf));
      expect(lines).to.deep.equal([
        'Request 1',
        'Info 2',
        'Two & 3 3',
        'Attribute 4',
        'Plain 5',
        'file 6',
        'Document 7 7',
      ]);
    },
  );

  it('renames destinations that clash, and everything that leads to them follows', async () => {
    const { pdf } = merge([{ bytes: kitchenSink() }, { bytes: kitchenSink() }]);
    expect(await destinationsOf(pdf)).to.deep.equal(['chapter 2', 'chapter#2 4', 'old 1', 'old#2 3']);
    const json = await seenByQpdf(pdf);
    const links = Object.values<any>(json.qpdf[1]).flatMap(({ value }) =>
      value?.['/Subtype'] === '/Link' ? [value['/Dest'] ?? value['/A']['/D'][0]] : [],
    );
    expect(links).to.have.members([
      'u:chapter',
      'u:chapter#2',
      '/old',
      '/old',
      '/old#2',
      '/old#2',
      json.pages[1].object,
      json.pages[3].object,
    ]);
  });

  it(
    'makes one field of two with the same name, type and value, and two of those that ' + 'contradict each other',
    async () => {
      const fields = async (options: Partial<MergeOptions>, value: string) => {
        const { pdf } = merge([{ bytes: kitchenSink() }, { bytes: kitchenSink({ value }) }], options);
        await checkSyntax(pdf);
        return new Map(
          (await seenByQpdf(pdf)).acroform.fields.map((field: any) => [
            `${field.fullname} p${field.pageposfrom1}`,
            field.value,
          ]),
        );
      };
      expect([...(await fields({}, 'Ada')).keys()]).to.have.members([
        'name p1',
        'name p3',
        'group.agree p1',
        'group.agree p2',
        'group.agree p3',
        'group.agree p4',
      ]);
      expect((await fields({}, 'Bob')).get('name#2 p3')).to.equal('u:Bob');
      expect([...(await fields({ fields: 'rename' }, 'Ada')).keys()]).to.include.members([
        'group.agree#2 p3',
        'group.agree#2 p4',
        'name#2 p3',
      ]);
    },
  );

  it(
    'gives fonts of forms that clash another name, in default resources and appearance strings, and keeps the ' +
      'calculation order',
    async () => {
      const json = await seenByQpdf(
        merge([{ bytes: kitchenSink() }, { bytes: kitchenSink({ font: 'Courier', value: 'Bob' }) }]).pdf,
      );
      const objects = json.qpdf[1];
      const form = objects[`obj:${catalogIn(json)['/AcroForm']}`].value;
      expect(Object.keys(form['/DR']['/Font'])).to.deep.equal(['/F1', '/F1_2']);
      const calculated = form['/CO'].map((ref: string) => objects[`obj:${ref}`].value);
      expect(calculated.map((field: any) => [field['/T'], field['/DA']])).to.deep.equal([
        ['u:name', undefined],
        ['u:name#2', 'u:/F1_2 12 Tf 0 g'],
      ]);
      expect(calculated[1]['/AA']['/E']['/T']).to.equal('u:name#2');
    },
  );

  it('keeps page labels, and numbers documents without them', async () => {
    const json = await seenByQpdf(
      merge([{ bytes: kitchenSink() }, { bytes: first }, { bytes: kitchenSink({ style: 'A' }), pages: () => [2] }]).pdf,
    );
    expect(
      json.pagelabels.map(({ index, label }: any) => [index, label['/P'] ?? '', label['/S'], label['/St']]),
    ).to.deep.equal([
      [0, 'u:p-', '/r', 1],
      [2, '', '/D', 1],
      [4, 'u:p-', '/A', 2],
    ]);
  });

  it('keeps attachments of the same name apart', async () => {
    const { pdf } = merge([{ bytes: kitchenSink() }, { bytes: kitchenSink() }]);
    expect(await said(pdf, 'pdfdetach', '-list', '{}')).to.equal('2 embedded files\n1: data.csv\n2: data.csv#2\n');
    expect(catalogIn(await seenByQpdf(pdf))['/AF']).to.have.length(2);
  });

  it('keeps layers as each document showed them', async () => {
    const { pdf } = merge([{ bytes: kitchenSink() }, { bytes: kitchenSink() }]);
    const { '/OCGs': groups, '/D': config } = catalogIn(await seenByQpdf(pdf))['/OCProperties'];
    expect(groups).to.have.length(4);
    expect(config).to.deep.equal({
      '/Order': ['u:Layers', [groups[0], groups[1]], 'u:Layers', [groups[2], groups[3]]],
      '/OFF': [groups[1], groups[3]],
      '/Locked': [groups[0], groups[2]],
      '/RBGroups': [
        [groups[0], groups[1]],
        [groups[2], groups[3]],
      ],
    });
  });

  it('has metadata, language, viewer preferences and output intents from the first document', async () => {
    const { pdf } = merge([{ bytes: kitchenSink() }, { bytes: first }]);
    expect(await infoOf(pdf)).to.include({ Title: 'Kitchen sink', Author: 'Test' });
    expect(catalogIn(await seenByQpdf(pdf))).to.deep.include({
      '/Lang': 'u:en-GB',
      '/ViewerPreferences': { '/DisplayDocTitle': true },
      '/OutputIntents': [{ '/S': '/GTS_PDFX', '/OutputConditionIdentifier': 'u:X' }],
    });
  });

  it('says what the request says instead, in Info and XMP', async () => {
    const { pdf } = merge([{ bytes: first }, { bytes: second }], {
      metadata: { title: 'Both <reports>', keywords: ['a', 'b'], author: null },
    });
    expect(await infoOf(pdf)).to.include({ Title: 'Both <reports>', Keywords: 'a, b' });
    expect(await said(pdf, 'pdfinfo', '-meta', '{}'))
      .to.contain('Both &lt;reports&gt;')
      .and.to.contain('<rdf:li>b</rdf:li>');
  });

  it('keeps a claim of conformance only where every document makes it', async () => {
    const claiming = (part: string) => {
      const xmp =
        '<x:xmpmeta><rdf:Description ' +
        `pdfuaid:part="1"><pdfaid:part>${part}</pdfaid:part></rdf:Description></x:xmpmeta>`;
      return handmade({
        1: '<</Type/Catalog/Pages 3 0 R/Metadata 5 0 R>>',
        3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
        4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>',
        5: stream(xmp, '/Type/Metadata/Subtype/XML'),
      });
    };
    const { pdf, report: told } = merge([{ bytes: claiming('2') }, { bytes: claiming('3') }]);
    expect(await said(pdf, 'pdfinfo', '-meta', '{}'))
      .to.contain('pdfuaid:part="1"')
      .and.not.to.contain('pdfaid:');
    expect(told.warnings.join()).to.contain('pdfaid');
    expect(
      await said(merge([{ bytes: claiming('2') }, { bytes: claiming('2') }]).pdf, 'pdfinfo', '-meta', '{}'),
    ).to.contain('pdfaid:part>2<');
  });

  it(
    'keeps a PDF/A one where it writes its metadata anew: PDF/UA is described there, and ' + 'PDF/A-4 has no Info',
    async () => {
      const claiming = (part: string) => {
        const xmp =
          `<x:xmpmeta><rdf:Description><pdfuaid:part>1</pdfuaid:part><pdfaid:part>${part}</pdfaid:part>` +
          '</rdf:Description></x:xmpmeta>';
        return handmade({
          1: '<</Type/Catalog/Pages 3 0 R/Metadata 5 0 R>>',
          3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
          4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>',
          5: stream(xmp, '/Type/Metadata/Subtype/XML'),
        });
      };
      const written = async (part: string) =>
        said(merge([{ bytes: claiming(part) }], { metadata: { title: 'New' } }).pdf, 'pdfinfo', '-meta', '{}');
      expect(await written('3'))
        .to.match(/<pdfuaid:part [^>]*>1</)
        .and.to.contain('<pdfaExtension:schemas>');
      expect(await written('4'))
        .to.match(/<pdfuaid:part [^>]*>1</)
        .and.not.to.contain('<pdfaExtension:schemas>');
      const { pdf, report: told } = merge([{ bytes: claiming('4') }], {
        metadata: { title: 'New', custom: { Department: 'Sales' } },
      });
      expect((await seenByQpdf(pdf)).qpdf[1].trailer.value).not.to.have.property('/Info');
      expect(told.warnings.join()).to.contain('custom metadata of the request is left out');
    },
  );

  it('stores fonts and pictures that are equal once', () => {
    const alone = merge([{ bytes: first }]).pdf.length;
    expect(merge(Array.from({ length: 10 }, () => ({ bytes: first }))).pdf.length).to.be.below(alone * 3);
  });

  it('takes pages in any order and as often as asked, and links follow', async () => {
    const { pdf, pages } = merge([{ bytes: first, pages: () => [2, 1, 2] }]);
    await checkSyntax(pdf);
    expect(pages).to.equal(3);
    expect(pictures(pdf)).to.deep.equal([1, 0, 1].map((page) => pictures(first)[page]));
    expect((await tagsOf(pdf)).match(/Bolt/g)).to.have.length(2);
  });

  it('turns links to pages that are left out into none, and says so', async () => {
    const { pdf, report: told } = merge([{ bytes: first, pages: () => [1] }]);
    await checkSyntax(pdf);
    expect(told.dropped).to.deep.equal([
      { document: 1, what: 'link', count: 1, reason: 'leads to a page that is not in the result' },
    ]);
    expect(await said(pdf, 'pdfinfo', '-url', '{}')).to.contain('https://example.com/');
    expect(await tagsOf(pdf))
      .to.contain('To the figures')
      .and.not.to.contain('Bolt');
  });

  it('gives header cells of tables their own identifiers, and cells follow', async () => {
    const cell = (headers: string) =>
      handmade({
        1: '<</Type/Catalog/Pages 3 0 R/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R>>',
        3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
        4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/StructParents 0/Contents 5 0 R>>',
        5: stream('/TH <</MCID 0>> BDC EMC /TD <</MCID 1>> BDC EMC'),
        10:
          '<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R 13 0 ' +
          `R]]>>/RoleMap<</Kopf/${headers}>>/ClassMap<</C<</O/Layout/SpaceBefore ${headers.length}>>>>>>`,
        11: '<</Type/StructElem/S/TR/P 10 0 R/K[12 0 R 13 0 R]>>',
        12: '<</Type/StructElem/S/Kopf/P 11 0 R/Pg 4 0 R/K 0/ID(h)/C/C>>',
        13: '<</Type/StructElem/S/TD/P 11 0 R/Pg 4 0 R/K 1/A 14 0 R>>',
        14: '<</O/Table/Headers[(h)]>>',
      });
    const { pdf } = merge([{ bytes: cell('TH') }, { bytes: cell('Span') }]);
    const json = await seenByQpdf(pdf);
    const elements = Object.values<any>(json.qpdf[1]).flatMap(({ value }) =>
      value?.['/Type'] === '/StructElem' ? [value] : [],
    );
    expect(elements.flatMap((element) => element['/ID'] ?? [])).to.deep.equal(['u:h', 'u:h#2']);
    expect(elements.flatMap((element) => element['/A']?.['/Headers'] ?? [])).to.deep.equal(['u:h', 'u:h#2']);
    expect(elements.map((element) => element['/S'])).to.include.members(['/Kopf', '/Kopf_2']);
    expect(elements.flatMap((element) => element['/C'] ?? [])).to.deep.equal(['/C', '/C_2']);
  });

  it('keeps fields and links in the tags that describe them', async () => {
    const tagged = handmade({
      1: '<</Type/Catalog/Pages 3 0 R/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R/AcroForm<</Fields[6 0 R]>>>>',
      3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/Annots[6 0 R 7 0 R]>>',
      6: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/StructParent 0/P 4 0 R>>',
      7: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 1/A<</S/URI/URI(https://example.com/)>>>>',
      10: '<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0 12 0 R 1 13 0 R]>>>>',
      11: '<</S/Document/P 10 0 R/K[12 0 R 13 0 R]>>',
      12: '<</S/Form/P 11 0 R/K<</Type/OBJR/Obj 6 0 R/Pg 4 0 R>>>>',
      13: '<</S/Link/P 11 0 R/K<</Type/OBJR/Obj 7 0 R/Pg 4 0 R>>>>',
    });
    const { pdf } = merge([{ bytes: tagged }, { bytes: tagged }]);
    expect(await tagsOf(pdf))
      .to.equal((await tagsOf(tagged)).repeat(2))
      .and.to.contain('Object');
    const json = await seenByQpdf(pdf);
    const objects = json.qpdf[1];
    const nums =
      objects[`obj:${objects[`obj:${catalogIn(json)['/StructTreeRoot']}`].value['/ParentTree']}`].value['/Nums'];
    for (let at = 0; at < nums.length; at += 2) {
      const { '/K': kid } = objects[`obj:${nums[at + 1]}`].value;
      expect(objects[`obj:${kid['/Obj']}`].value['/StructParent']).to.equal(nums[at]);
    }
    expect(nums).to.have.length(8);
  });

  it('removes signatures, because they do not outlive a merge, and says so', async () => {
    const signed = handmade({
      1: '<</Type/Catalog/Pages 3 0 R/AcroForm<</Fields[5 0 R]/SigFlags 3>>/Perms<</DocMDP 6 0 R>>>>',
      3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/Annots[5 0 R]>>',
      5: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature1)/V 6 0 R/Rect[0 0 0 0]/P 4 0 R>>',
      6: '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>',
    });
    const { pdf, report: told } = merge([{ bytes: first }, { bytes: signed }]);
    expect(told.signed).to.deep.equal([2]);
    expect(told.dropped.map(({ what }) => what)).to.deep.equal(['signature', 'Perms']);
    expect((await seenByQpdf(pdf)).acroform.fields[0]).to.deep.include({ fullname: 'Signature1', value: null });
  });

  it('says of output intents of later documents what becomes of their colours', () => {
    const told = (...documents: Buffer[]) =>
      merge(documents.map((bytes) => ({ bytes })))
        .report.warnings.filter((warning) => warning.includes('output intent'))
        .join();
    expect(told(first, kitchenSink())).to.contain('Document 2 has an output intent, and the first document has none');
    expect(told(kitchenSink(), first)).to.equal('');
  });

  it('says by its number which document the result is encrypted as', () => {
    const { report: told } = merge([
      { bytes: first, pages: () => [] },
      { bytes: first },
      { bytes: encrypted(second, 256), password: 'user' },
    ]);
    expect(told.warnings.join()).to.contain('encrypted as document 3 was');
  });

  it('says, where it has no fonts, that one document has the fields of all drawn by viewers', () => {
    const asking = form({ field: '/FT/Tx/V(Ada)', entries: '/NeedAppearances true' });
    expect(merge([{ bytes: kitchenSink() }, { bytes: asking }]).report.warnings.join()).to.contain(
      'Document 2 has viewers draw its form fields',
    );
    expect(merge([{ bytes: asking }, { bytes: first }]).report.warnings.join()).not.to.contain('NeedAppearances');
  });

  it(
    'draws fields of any script that viewers were to draw, and buttons without a look, and asks viewers for ' +
      'nothing more',
    async () => {
      const words = Buffer.from('\ufeffمرحبا', 'utf16le').swap16().toString('hex');
      const [text, button] = [
        form({ field: `/FT/Tx/V<${words}>`, entries: '/NeedAppearances true' }),
        form({ field: '/FT/Btn/V/On', entries: '/NeedAppearances true' }),
      ];
      const other = form({ field: '/FT/Tx/V(Ada)/AP<</N 7 0 R>>' });
      const { pdf } = await mergeWithFonts({
        documents: [text, button, other].map((bytes) => ({ bytes })),
        outline: 'keep',
        fields: 'rename',
        fonts,
      });
      await checkSyntax(pdf);
      const json = await seenByQpdf(pdf);
      const widgets = objectsIn(json).filter((value: any) => value['/Subtype'] === '/Widget');
      expect(askedOf(json)).to.equal(undefined);
      expect(widgets.map((widget: any) => [Object.keys(widget['/AP']['/N']).length, widget['/AS']])).to.deep.include([
        2,
        '/On',
      ]);
      expect(await said(pdf, 'pdftotext', '-raw', '{}', '-')).to.contain('مرحبا');
      expect(pictures(pdf).at(-1)).to.deep.equal(pictures(other)[0]);
    },
  );

  it('leaves the fields of documents to viewers where all of them do', async () => {
    const asking = form({ field: '/FT/Tx/V(Ada)', entries: '/NeedAppearances true' });
    const { pdf } = await mergeWithFonts({
      documents: [{ bytes: asking }, { bytes: asking }, { bytes: first }],
      outline: 'keep',
      fields: 'rename',
      fonts,
    });
    expect(askedOf(await seenByQpdf(pdf))).to.equal(true);
  });

  it('copies no content that is an array within an array, be it the array itself', async () => {
    const bytes = handmade({
      1: '<</Type/Catalog/Pages 3 0 R>>',
      3: '<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2/MediaBox[0 0 99 99]>>',
      4: '<</Type/Page/Parent 3 0 R/Contents 6 0 R>>',
      5: '<</Type/Page/Parent 3 0 R/Contents[6 0 R 7 0 R]>>',
      6: '[6 0 R 7 0 R[6 0 R]]',
      7: stream('0 0 50 50 re f'),
    });
    const json = await seenByQpdf(merge([{ bytes }]).pdf);
    const contents = json.pages.map(({ contents: own }: any) => own);
    expect(contents[0]).to.have.length(1).and.to.deep.equal(contents[1]);
    const arrays = Object.values<any>(json.qpdf[1]).filter(({ value }) => Array.isArray(value));
    expect(arrays.flatMap(({ value }) => value)).to.deep.equal([...contents[0], ...contents[0]]);
  });

  it('claims tagged content for no page that has tagged annotations only', async () => {
    const bytes = handmade({
      1: '<</Type/Catalog/Pages 3 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
      3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/Annots[5 0 R]>>',
      5: '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/StructParent 0>>',
      6: '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0 7 0 R]>>>>',
      7: '<</Type/StructElem/S/Figure/P 6 0 R/K<</Type/OBJR/Obj 5 0 R/Pg 4 0 R>>>>',
    });
    const values = objectsIn(await seenByQpdf(merge([{ bytes }]).pdf));
    expect(values.filter((value) => '/StructParent' in value)).to.have.length(1);
    expect(values.filter((value) => '/StructParents' in value)).to.deep.equal([]);
  });

  it('gives the same bytes for the same input', () => {
    const once = () => Buffer.from(merge([{ bytes: first }, { bytes: kitchenSink() }], { outline: 'perDocument' }).pdf);
    expect(once().equals(once())).to.equal(true);
  });

  it('says which document cannot be opened', () => {
    expect(() => merge([{ bytes: first }, { bytes: Buffer.from('no') }]))
      .to.throw('Document 2: ')
      .with.property('slug', 'invalid-pdf');
  });
});

function objectsIn(json: any): object[] {
  return Object.values<any>(json.qpdf[1]).flatMap(({ value }) =>
    typeof value === 'object' && value !== null ? [value] : [],
  );
}
