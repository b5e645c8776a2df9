import { treeEntries } from '../../facts/trees/read-trees.ts';
import { newStream } from '../../objects/new-stream.ts';
import type { Ref } from '../../objects/objects.ts';
import { Dict, Name, PdfString, type Obj, type PdfArray } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import { identificationOf } from '../../xmp/reading/identification.ts';
import { readPacket } from '../../xmp/reading/packet.ts';
import { redactedXmp } from '../../xmp/redacted-xmp.ts';
import { textsIn } from '../verification/byte-texts.ts';
import type { TextCleaner } from './clean-text.ts';
import type { Sweep } from '../verification/sweep.ts';

/**
 * Entries of the catalog (ISO 32000-2, table 29) that a redacted document may have. Pages, names and metadata are
 * rewritten.
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

/** The redacted document, and what may stay. */
export interface PartsOptions {
  readonly changes: Changes;
  readonly cleaner: TextCleaner;
  readonly pages: readonly Ref[];
  readonly keepMetadata: boolean;
  readonly keepFiles: boolean;
}

/** The trailer of the redacted document; adds all that it refers to to the sweep. */
export function sweepDocument(sweep: Sweep, { changes, cleaner, pages, keepMetadata, keepFiles }: PartsOptions): Dict {
  const source = changes.dict(changes.trailer.get('Root')) ?? new Dict();
  const catalog = new Dict([
    ['Type', new Name('Catalog')],
    ['Pages', sweep.value(pageTree(changes, pages), 'Pages')],
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
  for (const [key, preserved] of [
    ['Dests', true],
    ['EmbeddedFiles', keepFiles],
  ] as const) {
    const root = trees?.get(key) ?? null;
    if (!preserved && root !== null) sweep.note('attachments');
    const leaf = preserved ? treeOf(changes, root, cleaner, sweep) : [];
    if (leaf.length > 0) names.set(key, new Dict([['Names', leaf]]));
  }
  if (names.size > 0) catalog.set('Names', names);
  const xmp = changes.stream(source.get('Metadata'));
  const bytes = xmp?.decode() ?? Buffer.alloc(0);
  const identification = identificationOf(readPacket(bytes));
  if (keepMetadata && xmp !== null && textsIn(bytes).every((text) => cleaner.isClean(text)))
    catalog.set('Metadata', sweep.value(source.get('Metadata'), 'Metadata', 'metadata'));
  else if (identification.size > 0)
    catalog.set(
      'Metadata',
      sweepNew(
        sweep,
        changes,
        metadataStream(
          redactedXmp({ title: titleFor(cleaner), language: source.has('Lang') ? 'x-default' : 'en', identification }),
        ),
      ),
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

/** A new page tree of one node. */
function pageTree(changes: Changes, pages: readonly Ref[]): Ref {
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
  return tree;
}

/** Adds a clean value as an object of its own. */
function sweepNew(sweep: Sweep, changes: Changes, value: Obj): Ref {
  const ref = changes.add(value);
  sweep.place(ref, value);
  return ref;
}

/** Entries of a name tree; more are refused. */
const maxEntries = 100_000;

/** A name tree (ISO 32000-2, 7.9.6) as one sorted leaf. */
function treeOf(changes: Changes, root: Obj, cleaner: TextCleaner, sweep: Sweep): PdfArray {
  const entries: (readonly [PdfString, Obj])[] = [];
  for (const [name, written] of treeEntries(changes, root, 'Names').slice(0, maxEntries)) {
    if (!(name instanceof PdfString)) continue;
    const clean = cleaner.name(name.text);
    const value = sweep.value(written, 'Dest', 'name');
    if (value !== null) entries.push([clean === name.text ? name : PdfString.ofText(clean), value]);
  }
  return entries.sort(([one], [other]) => Buffer.compare(one.bytes, other.bytes)).flat();
}

/** A title that no rule finds. */
function titleFor(cleaner: TextCleaner): string {
  return ['Redacted document', 'Document', '-'].find((candidate) => cleaner.isClean(candidate)) ?? '';
}

/** A metadata stream without a filter, as PDF/A requires. */
function metadataStream(packet: string): Obj {
  return newStream(
    new Dict([
      ['Type', new Name('Metadata')],
      ['Subtype', new Name('XML')],
    ]),
    Buffer.from(packet),
  );
}
