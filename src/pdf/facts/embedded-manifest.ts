import { readNameTree } from './trees/read-trees.ts';
import { newStream } from '../objects/new-stream.ts';
import { Dict, isName, Name, PdfString, Ref, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { pdfDate } from '../objects/date.ts';
import type { Changes } from '../file/changes.ts';

/** The manifest store of a document (C2PA 2.4, A.4). */
export interface EmbeddedManifest {
  /** The file specification, and its object where it is one. */
  readonly specification: Dict;
  readonly ref: Ref | null;
  /** The object of the embedded file. */
  readonly stream: Ref | null;
  readonly bytes: Buffer;
}

/** What the catalog associates as manifest store, the newest where there are several; null for none. */
export function embeddedManifest(file: PdfFile): EmbeddedManifest | null {
  const associated = file.catalog.get('AF');
  const found = (file.array(associated) ?? [associated]).flatMap((entry): EmbeddedManifest[] => {
    const specification = file.dict(entry);
    if (specification === null || file.name(specification.get('AFRelationship')) !== 'C2PA_Manifest') return [];
    const files = file.dict(specification.get('EF'));
    const own =
      [files?.get('F') ?? null, files?.get('UF') ?? null].find((value) => file.stream(value) !== null) ?? null;
    return own === null
      ? []
      : [
          {
            specification,
            ref: refOf(entry),
            stream: refOf(own),
            bytes: file.stream(own)?.decode() ?? Buffer.alloc(0),
          },
        ];
  });
  return found.at(-1) ?? null;
}

const fileName = 'content_credential.c2pa';

/**
 * Embeds a manifest store of `length` bytes, which are zeros for now, and associates it with the document. It replaces
 * an existing store. Answers the stream. In an encrypted document it is not encrypted (A.4.1), so that the manifest can
 * be read without a password.
 */
export function embedManifest(changes: Changes, { length, now }: { length: number; now: Date }): Ref {
  const previous = embeddedManifest(changes.file);
  const dict = new Dict([
    ['Type', new Name('EmbeddedFile')],
    ['Subtype', new Name('application/c2pa')],
    [
      'Params',
      new Dict([
        ['Size', length],
        ['ModDate', new PdfString(Buffer.from(pdfDate(now)))],
      ]),
    ],
  ]);
  if (changes.file.encryption !== null)
    dict.set('Filter', new Name('Crypt')).set(
      'DecodeParms',
      new Dict([
        ['Type', new Name('CryptFilterDecodeParms')],
        ['Name', new Name('Identity')],
      ]),
    );
  // Objects of the old store are written over: left alone, it would still be an embedded file, and one that nothing
  // names.
  const stream = previous?.stream ?? changes.reserve();
  changes.set(stream, newStream(dict, Buffer.alloc(length)));
  const name = freeName(changes, previous);
  const specification = previous?.ref ?? changes.reserve();
  changes.set(
    specification,
    new Dict([
      ['Type', new Name('Filespec')],
      ['F', PdfString.ofText(name)],
      ['UF', PdfString.ofText(name)],
      ['Desc', PdfString.ofText('Content Credentials (C2PA manifest store)')],
      ['AFRelationship', new Name('C2PA_Manifest')],
      [
        'EF',
        new Dict([
          ['F', stream],
          ['UF', stream],
        ]),
      ],
    ]),
  );
  associate(changes, specification);
  nameFile(changes, { name, specification, previous });
  return stream;
}

/** The other files that the catalog names, and ours. */
function associate(changes: Changes, specification: Ref): void {
  const catalog = changes.catalog();
  const known = catalog.get('AF');
  const others = (changes.array(known) ?? [known]).filter(
    (entry) =>
      entry !== null && !isName(changes.resolve(changes.dict(entry)?.get('AFRelationship') ?? null), 'C2PA_Manifest'),
  );
  catalog.set('AF', [...others, specification]);
}

function entriesOf({ file }: Changes, previous: EmbeddedManifest | null): [PdfString, Obj][] {
  const root = file.dict(file.catalog.get('Names'))?.get('EmbeddedFiles') ?? null;
  return readNameTree(file, root).filter(([, value]) => file.dict(value) !== previous?.specification);
}

function freeName(changes: Changes, previous: EmbeddedManifest | null): string {
  const taken = new Set(entriesOf(changes, previous).map(([key]) => key.text));
  let [name, number] = [fileName, 1];
  while (taken.has(name)) name = fileName.replace('.', `_${(number += 1)}.`);
  return name;
}

/** The name tree of embedded files (ISO 32000-2, 7.9.6) as one node in the order of their bytes. */
function nameFile(
  changes: Changes,
  { name, specification, previous }: { name: string; specification: Ref; previous: EmbeddedManifest | null },
): void {
  const entries: [PdfString, Obj][] = [...entriesOf(changes, previous), [PdfString.ofText(name), specification]];
  entries.sort(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
  changes.dictIn(changes.catalog(), 'Names').set('EmbeddedFiles', changes.add(new Dict([['Names', entries.flat()]])));
}

function refOf(value: Obj): Ref | null {
  return value instanceof Ref ? value : null;
}
