import { fileURLToPath } from 'node:url';
import { signPdf, type SignOptions } from '../src/pdf/sign/sign-pdf.ts';
import { pagePdf } from '../test/editions/pro/tools/sign-service.ts';
import { encryptedPdf, styledPdf, styles } from '../test/pdf/update/updated-files.ts';
import { issue, type Issued } from '../test/support/certificates.ts';

/** A signed document, and what it is of. */
export interface Sample {
  readonly name: string;
  readonly pdf: Buffer;
}

const fonts = [{ path: fileURLToPath(new URL('../fonts', import.meta.url)), source: 'bundled' }] as const;

/** Who signs the samples, a key of each kind; each certificate is its own root. */
export const signers = {
  rsa: issue({ name: 'Ada RSA', kind: 'rsa' }),
  p256: issue({ name: 'Ada P-256' }),
  p384: issue({ name: 'Ada P-384', kind: 'p384' }),
  pss: issue({ name: 'Ada PSS', kind: 'rsa-pss' }),
};

/** Opens the samples that are encrypted. */
export const password = 'user';

const box = { x: 20, y: 20, width: 120, height: 50 };
const visible = { page: 1, box };
const lower = { page: 1, box: { ...box, y: 100 } };
const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>');
const design = {
  picture: { field: 'logo', bytes: logo },
  style: {
    layout: 'logo-left',
    frame: { color: [0, 0, 0.5], width: 1 },
    background: [0.95, 0.96, 1],
    fields: undefined,
    lang: 'de',
    dateFormat: 'long',
  },
} as const;

async function sign(
  bytes: Uint8Array,
  more: Partial<SignOptions> = {},
  { certificate, privateKey }: Issued = signers.p256,
): Promise<Buffer> {
  const { pdf } = await signPdf({
    bytes: new Uint8Array(bytes),
    credential: { certificate, privateKey },
    fonts,
    now: new Date(),
    breakSignatures: false,
    ...more,
  });
  return Buffer.from(pdf);
}

const here = pagePdf({
  catalog: '/AcroForm<</Fields[5 0 R]>>',
  page: '/Annots[5 0 R]',
  objects: ['<</Type/Annot/Subtype/Widget/FT/Sig/Rect[20 20 120 60]/F 4/P 3 0 R/T(here)>>'],
});
const deep = pagePdf({
  catalog: '/AcroForm 9 0 R',
  page: '/Annots 10 0 R',
  objects: [
    '<</T(group)/Kids[6 0 R]/FT/Sig>>',
    '<</T(inner)/Parent 5 0 R/Kids[7 0 R 11 0 R]>>',
    '<</T(sign)/Parent 6 0 R/Kids[8 0 R]>>',
    '<</Type/Annot/Subtype/Widget/Rect[20 20 120 60]/F 4/P 3 0 R/Parent 7 0 R>>',
    '<</Fields[5 0 R]>>',
    '[8 0 R]',
    '<</T(text)/Parent 6 0 R/FT/Tx>>',
  ],
});
const locking = (lock: string) =>
  pagePdf({
    catalog: '/AcroForm<</Fields[5 0 R]>>',
    page: '/Annots[6 0 R]',
    objects: [
      `<</T(first)/FT/Sig/Kids[6 0 R]/Lock<</Type/SigFieldLock${lock}>>>>`,
      '<</Type/Annot/Subtype/Widget/Rect[0 0 0 0]/F 4/P 3 0 R/Parent 5 0 R>>',
    ],
  });
const tagged = pagePdf({
  catalog: '/MarkInfo<</Marked true>>/Lang(en)/StructTreeRoot 5 0 R',
  objects: [
    '<</Type/StructTreeRoot/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 1>>',
    '<</Nums[0[null]]>>',
    '<</Type/StructElem/S/Document/P 5 0 R>>',
  ],
});

/**
 * Signatures of every kind: every key with every hash; tables, streams and hybrid files; visible, certified, locked, in
 * groups, tagged, encrypted.
 */
export async function makeSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = (name: string, pdf: Buffer) => samples.push({ name, pdf });
  for (const [kind, who] of Object.entries(signers))
    for (const hash of ['SHA-256', 'SHA-384', 'SHA-512'] as const)
      add(`${kind} with ${hash}`, await sign(pagePdf(), { hash }, who));
  for (const style of styles) add(`${style} signed twice`, await sign(await sign(styledPdf(style)), {}, signers.rsa));
  for (const encryption of ['RC4-128', 'AES-128', 'AES-256'] as const)
    add(
      `encrypted with ${encryption}, signed twice`,
      await sign(await sign(await encryptedPdf(encryption, true), { password }), { password }),
    );
  const cases: readonly (readonly [
    name: string,
    document: Buffer,
    first: Partial<SignOptions>,
    second?: Partial<SignOptions>,
  ])[] = [
    ['visible twice', pagePdf(), { appearance: visible }, { appearance: lower }],
    [
      'of a design twice',
      pagePdf(),
      { appearance: { ...visible, ...design } },
      { appearance: { ...lower, ...design } },
    ],
    ['of a design, tagged', tagged, { appearance: { ...visible, ...design } }, { appearance: lower }],
    ['of a design, in a field that is there', here, { field: 'here', appearance: { page: 1, ...design } }],
    ['certified against changes', pagePdf(), { certify: 1, appearance: visible }],
    ['certified for forms, signed unseen', pagePdf(), { certify: 2 }, {}],
    ['certified for forms, signed in a field that is there', here, { certify: 2 }, { field: 'here' }],
    ['certified for annotations, signed unseen', pagePdf(), { certify: 3 }, {}],
    ['certified for annotations, signed visibly', pagePdf(), { certify: 3 }, { appearance: visible }],
    ['in a field that is there', here, { field: 'here' }],
    ['in a field deep in the tree', deep, { field: 'group.inner.sign' }, {}],
    ['in a field deep in the tree, second', deep, {}, { field: 'group.inner.sign' }],
    ['in new groups', pagePdf(), { field: 'a.b.c' }, { field: 'a.b.d' }],
    ['locks some', locking('/Action/Include/Fields[(x)]'), { field: 'first' }, { field: 'free' }],
    ['locks all but one', locking('/Action/Exclude/Fields[(free)]'), { field: 'first' }, { field: 'free' }],
    ['tagged, signed twice', tagged, {}, {}],
    ['tagged, signed visibly twice', tagged, { appearance: visible }, { appearance: lower }],
    ['tagged and certified for forms', tagged, { certify: 2 }, {}],
  ];
  for (const [name, document, first, second] of cases) {
    const once = await sign(document, first);
    add(name, second === undefined ? once : await sign(once, second));
  }
  return samples;
}
