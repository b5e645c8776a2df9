import { newStream } from '../../objects/new-stream.ts';
import type { Ref } from '../../objects/objects.ts';
import { Dict, Name, PdfString, type Obj, type PdfArray } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import { textsIn } from '../verification/byte-texts.ts';
import type { TextCleaner } from './clean-text.ts';
import type { Sweep } from '../verification/sweep.ts';

/**
 * Entries of the catalog (ISO 32000-2, table 29) that a redacted document may have; the pages, names and metadata are
 * made anew.
 */
const catalogKeys = [
  'Type',
  'Version',
  'Extensions',
  'PageLabels',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'OpenAction',
  'URI',
  'AcroForm',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OutputIntents',
  'OCProperties',
];

const fileKeys = ['AF', 'Collection'];

export interface PartsOptions {
  readonly changes: Changes;
  readonly cleaner: TextCleaner;
  readonly pages: readonly Ref[];
  readonly keepMetadata: boolean;
  readonly keepFiles: boolean;
}

/** The trailer of the redacted document, with all that it leads to in the sweep. */
export function sweepDocument(sweep: Sweep, { changes, cleaner, pages, keepMetadata, keepFiles }: PartsOptions): Dict {
  const source = changes.dict(changes.trailer.get('Root')) ?? new Dict();
  const tree = changes.reserve();
  for (const page of pages) changes.dictAt(page).set('Parent', tree);
  changes.set(
    tree,
    new Dict([
      ['Type', new Name('Pages')],
      ['Kids', [...pages]],
      ['Count', pages.length],
    ]),
  );
  const catalog = new Dict([
    ['Type', new Name('Catalog')],
    ['Pages', sweep.value(tree, 'Pages')],
  ]);
  for (const key of [...catalogKeys, ...(keepFiles ? fileKeys : [])])
    if (source.has(key) && key !== 'Type') catalog.set(key, sweep.value(source.get(key), key));
  const dests = changes.dict(source.get('Dests'));
  if (dests !== null)
    catalog.set(
      'Dests',
      new Dict(dests.entries().map(([name, value]) => [cleaner.name(name), sweep.value(value, 'Dest', 'name')])),
    );
  const names = new Dict();
  const trees = changes.dict(source.get('Names'));
  for (const [key, kept] of [
    ['Dests', true],
    ['EmbeddedFiles', keepFiles],
  ] as const) {
    const root = trees?.get(key) ?? null;
    if (!kept && root !== null) sweep.note('attachments');
    const leaf = kept ? treeOf(changes, root, cleaner, sweep) : [];
    if (leaf.length > 0) names.set(key, new Dict([['Names', leaf]]));
  }
  if (names.size > 0) catalog.set('Names', names);
  const xmp = changes.stream(source.get('Metadata'));
  const bytes = xmp?.decode() ?? Buffer.alloc(0);
  // What it claims is in ASCII, whether the packet is in UTF-8, UTF-16 or UTF-32 (ISO 16684-1, 7.3).
  const packet = Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1');
  if (keepMetadata && xmp !== null && textsIn(bytes).every((text) => cleaner.isClean(text)))
    catalog.set('Metadata', sweep.value(source.get('Metadata'), 'Metadata', 'metadata'));
  else if (claims(packet) !== '')
    catalog.set(
      'Metadata',
      sweepNew(sweep, changes, metadata(packet, { cleaner, language: source.has('Lang') ? 'x-default' : 'en' })),
    );
  const trailer = new Dict([['Root', sweepNew(sweep, changes, catalog)]]);
  if (keepMetadata && changes.dict(changes.trailer.get('Info')) !== null)
    trailer.set(
      'Info',
      sweepNew(sweep, changes, sweep.dict(changes.dict(changes.trailer.get('Info')) ?? new Dict(), 'Info', 'metadata')),
    );
  sweep.drain();
  return trailer;
}

/** What was made clean already, as an object of its own. */
function sweepNew(sweep: Sweep, changes: Changes, value: Obj): Ref {
  const ref = changes.add(value);
  sweep.place(ref, value);
  return ref;
}

/** Entries of a name tree: a tree of more is a trap. */
const maxEntries = 100_000;

/** A name tree (7.9.6) as one leaf, in order. */
function treeOf(changes: Changes, root: Obj, cleaner: TextCleaner, sweep: Sweep): PdfArray {
  const entries: (readonly [PdfString, Obj])[] = [];
  const seen = new Set<Dict>();
  const stack: Obj[] = [root];
  while (stack.length > 0 && entries.length < maxEntries) {
    const node = changes.dict(stack.pop() ?? null);
    if (node === null || seen.has(node)) continue;
    seen.add(node);
    const names = changes.array(node.get('Names')) ?? [];
    for (let at = 0; at + 1 < names.length; at += 2) {
      const name = changes.string(names[at] ?? null);
      if (name === null) continue;
      const clean = cleaner.name(name.text);
      const value = sweep.value(names[at + 1] ?? null, 'Dest', 'name');
      if (value !== null) entries.push([clean === name.text ? name : PdfString.ofText(clean), value]);
    }
    for (const kid of [...(changes.array(node.get('Kids')) ?? [])].reverse()) stack.push(kid);
  }
  return entries.sort(([one], [other]) => Buffer.compare(one.bytes, other.bytes)).flat();
}

/** What a packet says of conformance: `pdfaid` (ISO 19005) and `pdfuaid` (ISO 14289). */
function claims(packet: string): string {
  const properties = [
    ...packet.matchAll(
      /(pdfaid|pdfuaid):(part|conformance|rev|amd|corr)\s*(?:=\s*["']([A-Za-z0-9:]{1,10})["']|>\s*([A-Za-z0-9:]{1,10})\s*<)/g,
    ),
  ];
  const known = new Map(
    properties.map(([, space = '', name = '', attribute, element]) => [`${space}:${name}`, attribute ?? element ?? '']),
  );
  return [...known].map(([name, value]) => `<${name}>${value}</${name}>`).join('');
}

/** A packet that says nothing but what the document conforms to, and a title, which PDF/UA asks for. */
function metadata(
  packet: string,
  { cleaner, language }: { readonly cleaner: TextCleaner; readonly language: string },
): Obj {
  const title = ['Redacted document', 'Document', '-'].find((candidate) => cleaner.isClean(candidate)) ?? '';
  const body = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="${language}">${title}</rdf:li></rdf:Alt></dc:title>${claims(packet)}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
  // PDF/A wants the packet without a filter.
  return newStream(
    new Dict([
      ['Type', new Name('Metadata')],
      ['Subtype', new Name('XML')],
    ]),
    Buffer.from(body),
  );
}
