import sharp from 'sharp';
import { Dict, Name, PdfString, type Obj, type Ref } from '../../src/pdf/objects/objects.ts';
import type { SignOptions } from '../../src/pdf/sign/sign-pdf.ts';
import type { Changes } from '../../src/pdf/file/changes.ts';
import { content, contractPdf, ref, signed, updated, value } from './signed-files.ts';
import type { Attack } from './tampered-files.ts';

type Edit = (changes: Changes) => void;

/** The preparation of a document before it is signed, and the change after that. */
interface Ambush {
  readonly name: string;
  readonly before?: Edit;
  readonly after: Edit;
  readonly signing?: Partial<SignOptions>;
}

const ambushed =
  ({ before, after, signing }: Omit<Ambush, 'name'>) =>
  async () =>
    updated(await signed(before === undefined ? contractPdf() : updated(contractPdf(), before), signing), after);
const ambush = (expects: Attack['expects'], { name, ...how }: Ambush): Attack => ({
  name,
  expects,
  make: ambushed(how),
});

const words = (text: string) => new PdfString(Buffer.from(text));
const form = (text: string) =>
  content(text, value('<</Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 8 0 R>>>>>>') as Dict);
const square = (text: string) => content(text, value('<</Type/XObject/Subtype/Form/BBox[0 0 16 16]>>') as Dict);
const gibberish = () =>
  content(
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 ' +
      'beginbfrange <20> <7e> <0041> endbfrange endcmap',
  );
const resource = (changes: Changes, kind: string, name: string, own: Obj) =>
  changes.dictIn(changes.dictAt(ref(7)), kind).set(name, own);
const secondPage = (changes: Changes, more: string) => {
  changes.set(ref(6), content(`BT /F1 14 Tf 40 150 Td (Second page: nothing else is agreed) Tj ET ${more}`));
};
const page = (changes: Changes) => changes.dictAt(ref(3));
/** The object that `find` leads to, as the file has it. */
const found = (changes: Changes, find: (dict: Dict) => boolean): Ref =>
  ref(
    changes.file.numbers().find((num) => {
      const dict = changes.file.dict(changes.file.get(num));
      return dict !== null && find(dict);
    }) ?? 0,
  );
const named = (changes: Changes, name: string) =>
  found(changes, (dict) => dict.has('Rect') && changes.file.string(dict.get('T'))?.text === name);

function addField(changes: Changes, text: string, looks: Obj | null = null): Ref {
  const dict = value(`<</Type/Annot/Subtype/Widget/P 3 0 R${text}>>`) as Dict;
  if (looks !== null) dict.set('AP', new Dict([['N', looks]]));
  const own = changes.add(dict);
  changes.arrayIn(page(changes), 'Annots').push(own);
  changes.arrayIn(changes.dictAt(ref(10)), 'Fields').push(own);
  return own;
}

const overlay = '1 g 36 160 200 26 re f 0 g BT /F1 14 Tf 40 166 Td (Ada gives her house) Tj ET';
const sneak =
  (more = '') =>
  (changes: Changes) => {
    addField(changes, `/FT/Sig/T(Sneaky)/F 4/Rect[0 0 300 200]${more}`, changes.add(form(overlay)));
  };
const checkBox = (changes: Changes) => {
  addField(
    changes,
    '/FT/Btn/T(agree)/V/Off/AS/Off/F 4/Rect[200 30 216 46]',
    new Dict([
      ['Yes', changes.add(square('0 0 m 16 16 l 0 16 m 16 0 l S'))],
      ['Off', changes.add(square(' '))],
    ]),
  );
};
const choice = (changes: Changes) => {
  addField(
    changes,
    '/FT/Ch/Ff 131072/T(pick)/Opt[[(1)(one)][(2)(two)]]/V(1)/DA(/F1 10 Tf 0 g)/F 4/Rect[200 30 280 46]',
    changes.add(form('BT /F1 10 Tf 2 4 Td (one) Tj ET')),
  );
};
const hiddenClause = (changes: Changes) => {
  addField(
    changes,
    '/FT/Tx/Ff 1/T(clause)/V(and her garden)/F 2/Rect[40 80 200 96]',
    changes.add(form('BT /F1 10 Tf 2 4 Td (and her garden) Tj ET')),
  );
};
const look = (name: string, looks: (changes: Changes, normal: Dict) => Obj) => (changes: Changes) => {
  const dict = changes.dictAt(named(changes, name));
  dict.set(
    'AP',
    new Dict([['N', looks(changes, changes.dict(changes.dict(dict.get('AP'))?.get('N') ?? null) ?? new Dict())]]),
  );
};

const xfa = (changes: Changes) => {
  changes
    .dictAt(ref(10))
    .set('XFA', [
      words('template'),
      changes.add(content('<template>Ada sells</template>')),
      words('datasets'),
      changes.add(content('<datasets/>')),
    ]);
};
const packet = (index: number, text: string) => (changes: Changes) => {
  changes.set(changes.array(changes.dictAt(ref(10)).get('XFA'))?.[index] as Ref, content(text));
};

const tags = (changes: Changes) => {
  const [root, above] = [changes.reserve(), changes.reserve()];
  const paragraph = changes.add(
    new Dict([
      ['Type', new Name('StructElem')],
      ['S', new Name('P')],
      ['P', above],
      ['Pg', ref(3)],
      ['K', 0],
    ]),
  );
  changes.set(
    above,
    new Dict([
      ['Type', new Name('StructElem')],
      ['S', new Name('Document')],
      ['P', root],
      ['K', [paragraph]],
    ]),
  );
  changes.set(
    root,
    new Dict([
      ['Type', new Name('StructTreeRoot')],
      ['K', above],
      ['ParentTree', value('<</Nums[]>>')],
    ]),
  );
  changes.catalog().set('StructTreeRoot', root).set('MarkInfo', value('<</Marked true>>'));
};
const element = (changes: Changes, kind: string) => found(changes, (dict) => changes.file.name(dict.get('S')) === kind);

const lockedGroup = (changes: Changes) => {
  const [group, other] = [changes.add(value('<</T(group)/Kids[]>>')), changes.add(value('<</T(free)/Kids[]>>'))];
  changes.arrayIn(changes.dictAt(ref(10)), 'Fields').push(group, other);
  const own = changes.add(
    (
      value(
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(sum)/V(100)/P 3 0 R/F 4/DA(/F1 10 Tf 0 g)/Rect[180 30 280 46]>>',
      ) as Dict
    ).set('Parent', group),
  );
  changes.arrayIn(changes.dictAt(group), 'Kids').push(own);
  changes.arrayIn(page(changes), 'Annots').push(own);
  addField(changes, '/FT/Sig/T(Seal)/F 4/Rect[0 0 0 0]/Lock<</Type/SigFieldLock/Action/Include/Fields[(group)]>>');
};

/** Takes the signature out of its field, changes the page, and buries the version that had it under thirty others. */
async function buried(): Promise<Buffer> {
  let pdf = updated(
    updated(contractPdf(), () => undefined),
    () => undefined,
  );
  pdf = updated(await signed(pdf), (changes) => {
    changes.dictAt(found(changes, (dict) => changes.file.dict(dict.get('V'))?.has('ByteRange') === true)).delete('V');
    secondPage(changes, '');
    changes.set(ref(4), content('BT /F1 14 Tf 40 170 Td (Ada gives) Tj ET'));
  });
  for (let count = 0; count < 30; count += 1)
    pdf = updated(pdf, (changes) => {
      changes.trailer.set('Info', value(`<</Title(${count})>>`));
    });
  return pdf;
}

/** An update as it is written, with a table or what else ends it. */
async function appended(
  write: (at: { readonly end: number; readonly prev: string }) => readonly (string | Buffer)[],
): Promise<Buffer> {
  const pdf = await signed(contractPdf());
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1] ?? '';
  return Buffer.concat([
    pdf,
    ...write({ end: pdf.length, prev }).map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  ]);
}

/** A field whose look is an object of its own; `use` makes something else of the document use that object, too. */
const usedLook = (use: (changes: Changes, look: Ref) => void) => (changes: Changes) => {
  const look = changes.add(new Dict([['N', changes.add(form('BT /F1 10 Tf 2 4 Td (sixty) Tj ET'))]]));
  addField(changes, `/FT/Tx/T(fee)/V(sixty)/DA(/F1 10 Tf 0 g)/F 4/Rect[200 30 280 46]/AP ${look.num} 0 R`);
  use(changes, look);
};
const fillUsed = (changes: Changes) => {
  const own = changes.dictAt(named(changes, 'fee'));
  own.set('V', words('ninety')).set('AP', new Dict([['N', changes.add(form('BT /F1 10 Tf 2 4 Td (ninety) Tj ET'))]]));
};

/** A row of a cross-reference stream with fields of 1, 4 and 2 bytes. */
function row(kind: number, place: number, index = 0): Buffer {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(kind);
  bytes.writeUInt32BE(place, 1);
  bytes.writeUInt16BE(index, 5);
  return bytes;
}

const symbol = '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>';

function inObjectStream({ end, prev }: { readonly end: number; readonly prev: string }): (string | Buffer)[] {
  const head = `<</Type/ObjStm/N 1/First 4/Length ${4 + symbol.length}>>`;
  const packed = `50 0 obj\n${head}stream\n8 0 ${symbol}\nendstream\nendobj\n`;
  const at = end + packed.length;
  return [
    packed,
    `51 0 obj\n<</Type/XRef/Size 52/Index[8 1 50 2]/W[1 4 2]/Root 1 0 R/Prev ${prev}/Length 21>>stream\n`,
    row(2, 50),
    row(1, end),
    row(1, at),
    `\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`,
  ];
}

function inHybrid({ end, prev }: { readonly end: number; readonly prev: string }): (string | Buffer)[] {
  const font = `8 0 obj\n${symbol}\nendobj\n`;
  const at = end + font.length;
  const head = '51 0 obj\n<</Type/XRef/Size 52/Index[8 1 51 1]/W[1 4 2]/Root 1 0 R/Length 14>>stream\n';
  return [
    font,
    head,
    row(1, end),
    row(1, at),
    '\nendstream\nendobj\n',
    `xref\n0 0\ntrailer\n<</Size 52/Root 1 0 R/Prev ${prev}/XRefStm ` +
      `${at}>>\nstartxref\n${at + head.length + 14 + 18}\n%%EOF\n`,
  ];
}

function twoContents({ end, prev }: { readonly end: number; readonly prev: string }): string[] {
  const own =
    '5 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Contents 6 0 R/Resources 7 0 ' +
    'R>>\nendobj\n';
  return [
    own,
    `xref\n5 1\n${String(end).padStart(10, '0')} 00000 n \ntrailer\n<</Size 52/Root 1 0 R/Prev ` +
      `${prev}>>\nstartxref\n${end + own.length}\n%%EOF\n`,
  ];
}

/** A white picture as the look of the second signature. */
async function whiteSeal(): Promise<Buffer> {
  const image = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  return signed(await signed(contractPdf()), {
    appearance: { page: 1, box: { x: 30, y: 10, width: 220, height: 30 }, picture: { field: 'image', bytes: image } },
  });
}

/** Attacks that hide behind allowed changes, or behind statements of the document about itself. */
export const sneaky: readonly Attack[] = [
  // Content that calls itself something that is compared elsewhere, or not at all.
  ambush('signed-content-changed', {
    name: 'what a font named P reads as',
    before: (changes) => {
      resource(changes, 'Font', 'P', changes.add(value('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')));
      secondPage(changes, 'BT /P 9 Tf 40 40 Td (small print) Tj ET');
    },
    after: (changes) => {
      const fonts = changes.dict(changes.dictAt(ref(7)).get('Font'));
      changes.dictAt(fonts?.get('P') as Ref).set('ToUnicode', changes.add(gibberish()));
    },
  }),
  ambush('signed-content-changed', {
    name: 'a form named Parent',
    before: (changes) => {
      resource(changes, 'XObject', 'Parent', changes.add(form(' ')));
      secondPage(changes, '/Parent Do');
    },
    after: (changes) => {
      const forms = changes.dict(changes.dictAt(ref(7)).get('XObject'));
      changes.set(forms?.get('Parent') as Ref, form('BT /F1 9 Tf 40 40 Td (and all her money) Tj ET'));
    },
  }),
  ambush('signed-content-changed', {
    name: 'a font that is listed as an annotation',
    before: (changes) => {
      changes.dictAt(ref(8)).set('Rect', [0, 0, 0, 0]);
      changes.arrayIn(page(changes), 'Annots').push(ref(8));
    },
    after: (changes) => {
      changes.dictAt(ref(8)).set('ToUnicode', changes.add(gibberish()));
    },
  }),
  ambush('signed-content-changed', {
    name: 'resources that call themselves an element of the structure',
    before: (changes) => {
      changes.dictAt(ref(5)).set('Resources', changes.add(value('<</Type/StructElem/Font<</F1 8 0 R>>>>')));
      secondPage(changes, '/More Do');
    },
    after: (changes) => {
      changes
        .dictAt(changes.dictAt(ref(5)).get('Resources') as Ref)
        .set('XObject', new Dict([['More', changes.add(form('0 0 1 1 re f'))]]));
    },
  }),
  ambush('signed-content-changed', {
    name: 'six hundred changes that are allowed before the one that is not',
    after: (changes) => {
      changes
        .dictAt(ref(5))
        .set('PieceInfo', new Dict(Array.from({ length: 600 }, (_, index) => [`Key${index}`, index] as const)));
      changes.trailer.set(
        'Info',
        changes.add(new Dict(Array.from({ length: 600 }, (_, index) => [`Key${index}`, words('x')] as const))),
      );
      changes.dictAt(ref(8)).set('ToUnicode', changes.add(gibberish()));
    },
  }),
  { name: 'a font in an object stream', expects: 'signed-content-changed', make: () => appended(inObjectStream) },
  { name: 'a font by the stream of a hybrid table', expects: 'signed-content-changed', make: () => appended(inHybrid) },
  { name: 'a page with two contents', expects: 'ambiguous-after-signature', make: () => appended(twoContents) },
  // Signatures.
  ambush('signed-text-covered', { name: 'a place for a signature that covers the text', after: sneak() }),
  ambush('certification-violated', { name: 'the same at level 2', after: sneak(), signing: { certify: 2 } }),
  ambush('certification-violated', {
    name: 'the same at level 1, as a timestamp',
    after: sneak(
      '/V<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/ByteRange[0 1 2 3]/Contents<01>>>',
    ),
    signing: { certify: 1 },
  }),
  {
    name: 'a new field with a look, signed at level 2',
    expects: 'certification-violated',
    make: async () =>
      signed(await signed(contractPdf(), { certify: 2 }), {
        breakSignatures: true,
        appearance: { page: 2, box: { x: 20, y: 100, width: 100, height: 30 } },
      }),
  },
  { name: 'a second signature that covers the text', expects: 'signature-over-text', make: whiteSeal },
  ambush('signature-borrowed', {
    name: 'the signature of another field',
    after: (changes) => {
      const own = changes.file
        .dict(found(changes, (dict) => changes.file.dict(dict.get('V'))?.has('ByteRange') === true))
        ?.get('V') as Ref;
      addField(changes, `/FT/Sig/T(Other)/F 4/Rect[150 10 250 40]/V ${own.num} 0 R`);
    },
  }),
  ambush('signed-content-changed', {
    name: 'another place for a signature that is there',
    after: (changes) => {
      const own = found(changes, (dict) => changes.file.dict(dict.get('V'))?.has('ByteRange') === true);
      const widget = value('<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/Rect[40 80 280 96]>>') as Dict;
      const kid = changes.add(
        widget
          .set('Parent', own)
          .set('AP', new Dict([['N', changes.add(form('BT /F1 14 Tf 40 150 Td (and the garden) Tj ET'))]])),
      );
      changes.arrayIn(page(changes), 'Annots').push(kid);
      changes.dictAt(own).set('Kids', [kid]);
    },
  }),
  ambush('changes-not-judged', {
    name: 'sixty signatures before the real one',
    after: (changes) => {
      const own = Array.from({ length: 60 }, (_, index) =>
        changes.add(
          value(
            `<</Type/Annot/Subtype/Widget/FT/Sig/T(s${index})/F 4/Rect[0 0 0 ` +
              '0]/V<</Type/Sig/Filter/X/SubFilter/x.y/ByteRange[0 5 9 9]/Contents<01>>>>>',
          ),
        ),
      );
      changes.arrayIn(changes.dictAt(ref(10)), 'Fields').unshift(...own);
    },
  }),
  { name: 'a signature that was buried under thirty versions', expects: 'signature-removed', make: buried },
  {
    name: 'the document as it was before it was signed, after the signed one',
    expects: 'signature-removed',
    make: async () => Buffer.concat([await signed(contractPdf()), contractPdf({ more: ['(other)'] })]),
  },
  // Fields.
  ambush('button-look-exchanged', {
    name: 'a check box that looks ticked when it is not',
    before: checkBox,
    after: look(
      'agree',
      (_, normal) =>
        new Dict([
          ['Yes', normal.get('Off')],
          ['Off', normal.get('Yes')],
        ]),
    ),
  }),
  ambush('field-look-differs', {
    name: 'a check box that shows another state than its value',
    before: checkBox,
    after: (changes) => {
      changes.dictAt(named(changes, 'agree')).set('AS', new Name('Yes'));
    },
  }),
  ambush('field-look-differs', {
    name: 'a choice that shows what is not among its options',
    before: choice,
    after: look('pick', (changes) => changes.add(form('BT /F1 10 Tf 2 4 Td (a hundred million) Tj ET'))),
  }),
  ambush('signed-text-covered', {
    name: 'a button that covers the text',
    before: (changes) => {
      addField(changes, '/FT/Btn/Ff 65536/T(logo)/F 4/Rect[0 0 300 200]', changes.add(form(' ')));
    },
    after: look('logo', (changes) => changes.add(form(overlay))),
  }),
  ambush('signed-content-changed', {
    name: 'a look that the catalog uses as well',
    before: usedLook((changes, look) => {
      changes.catalog().set('FooBar', look);
    }),
    after: fillUsed,
  }),
  ambush('signed-content-changed', {
    name: 'a look that the catalog uses as well, changed where it is',
    before: usedLook((changes, look) => {
      changes.catalog().set('FooBar', [look]);
    }),
    after: (changes) => {
      const look = changes.dictAt(named(changes, 'fee')).get('AP') as Ref;
      changes.dictAt(look).set('N', changes.add(form('BT /F1 10 Tf 2 4 Td (ninety) Tj ET')));
    },
  }),
  ambush('signed-content-changed', {
    name: 'a look that the trailer uses as well',
    before: usedLook((changes, look) => {
      changes.trailer.set('FooBar', look);
    }),
    after: fillUsed,
  }),
  ambush('signed-content-changed', {
    name: 'a locked field that gets out of its group',
    before: lockedGroup,
    signing: { field: 'Seal' },
    after: (changes) => {
      changes
        .dictAt(named(changes, 'sum'))
        .set(
          'Parent',
          found(changes, (dict) => changes.file.string(dict.get('T'))?.text === 'free'),
        )
        .set('V', words('999'));
    },
  }),
  ambush('signed-content-changed', {
    name: 'a widget that becomes a note',
    before: (changes) => {
      changes
        .arrayIn(page(changes), 'Annots')
        .push(changes.add(value('<</Type/Annot/Subtype/Widget/FT/Tx/T(lone)/V(x)/F 4/Rect[40 80 200 96]>>')));
    },
    after: (changes) => {
      changes.dictAt(named(changes, 'lone')).set('Subtype', new Name('FreeText'));
    },
  }),
  ambush('signed-content-changed', {
    name: 'another template of an XFA form',
    before: xfa,
    after: packet(1, '<template>Ada gives</template>'),
  }),
  // The text for screen readers.
  ambush('signed-content-changed', {
    name: 'other words for an element of the structure',
    before: tags,
    after: (changes) => {
      changes.dictAt(element(changes, 'P')).set('ActualText', words('Ada gives her house'));
    },
  }),
  ambush('signed-content-changed', {
    name: 'an element with words of its own',
    before: tags,
    after: (changes) => {
      changes.arrayIn(changes.dictAt(element(changes, 'Document')), 'K').push(
        changes.add(
          new Dict([
            ['Type', new Name('StructElem')],
            ['S', new Name('P')],
            ['P', element(changes, 'Document')],
            ['Pg', ref(3)],
            ['K', 1],
            ['ActualText', words('and the garden')],
          ]),
        ),
      );
    },
  }),
  ambush('signed-content-changed', {
    name: 'an element of another page',
    before: tags,
    after: (changes) => {
      changes.dictAt(element(changes, 'P')).set('Pg', ref(5));
    },
  }),
  ambush('signed-content-changed', {
    name: 'paragraphs that are artifacts',
    before: tags,
    after: (changes) => {
      changes.dictAt(found(changes, (dict) => dict.has('ParentTree'))).set('RoleMap', value('<</P/Artifact>>'));
    },
  }),
];

/** Changes that look like attacks, and are the usual ways to fill in forms and to sign documents. */
export const harmless: readonly { readonly name: string; readonly make: () => Promise<Buffer> }[] = [
  {
    name: 'a check box ticked',
    make: ambushed({
      before: checkBox,
      after: (changes) => {
        changes.dictAt(named(changes, 'agree')).set('AS', new Name('Yes')).set('V', new Name('Yes'));
      },
    }),
  },
  {
    name: 'a field filled in whose look is an object of its own',
    make: ambushed({ before: usedLook(() => undefined), after: fillUsed }),
  },
  {
    name: 'another option chosen',
    make: ambushed({
      before: choice,
      after: (changes) => {
        changes.dictAt(named(changes, 'pick')).set('V', words('2'));
        look('pick', () => changes.add(form('BT /F1 10 Tf 2 4 Td (two) Tj ET')))(changes);
      },
    }),
  },
  { name: 'data put into an XFA form', make: ambushed({ before: xfa, after: packet(3, '<datasets>9</datasets>') }) },
  { name: 'an unseen field signed at level 2', make: async () => signed(await signed(contractPdf(), { certify: 2 })) },
  {
    name: 'a place for a signature added',
    make: ambushed({
      after: (changes) => {
        addField(changes, '/FT/Sig/T(Later)/F 4/Rect[200 10 280 40]');
      },
    }),
  },
  {
    name: 'a new widget that is an element of the structure',
    make: ambushed({
      before: tags,
      after: (changes) => {
        const own = addField(changes, '/FT/Sig/T(Later)/F 132/Rect[0 0 0 0]/StructParent 5');
        const holds = changes.add(
          new Dict([
            ['Type', new Name('StructElem')],
            ['S', new Name('Form')],
            ['P', element(changes, 'Document')],
            [
              'K',
              new Dict([
                ['Type', new Name('OBJR')],
                ['Obj', own],
                ['Pg', ref(3)],
              ]),
            ],
          ]),
        );
        changes.arrayIn(changes.dictAt(element(changes, 'Document')), 'K').push(holds);
        changes
          .arrayIn(
            changes.dictIn(changes.dictAt(found(changes, (dict) => dict.has('ParentTree'))), 'ParentTree'),
            'Nums',
          )
          .push(5, holds);
      },
    }),
  },
  {
    name: 'a page that inherits its size, signed visibly twice',
    make: async () => {
      const look = (y: number) => ({ appearance: { page: 2, box: { x: 40, y, width: 160, height: 30 } } });
      const base = updated(contractPdf(), (changes) => {
        changes.dictAt(ref(5)).delete('MediaBox');
        changes.dictAt(ref(2)).set('MediaBox', [0, 0, 300, 200]);
      });
      return signed(await signed(base, look(80)), look(130));
    },
  },
  {
    name: 'an approval, then a certification',
    make: async () => signed(await signed(contractPdf()), { certify: 2, breakSignatures: true }),
  },
];

/** Allowed, and worth a look. */
export const turned: readonly { readonly name: string; readonly make: () => Promise<Buffer> }[] = [
  {
    name: 'a hidden field was shown',
    make: ambushed({
      before: hiddenClause,
      after: (changes) => {
        changes.dictAt(named(changes, 'clause')).set('F', 4);
      },
    }),
  },
  {
    name: 'a field was hidden',
    make: ambushed({
      after: (changes) => {
        changes.dictAt(ref(12)).set('F', 2);
      },
    }),
  },
];
