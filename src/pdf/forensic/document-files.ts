import { embeddedManifest } from '../facts/embedded-manifest.ts';
import { readNameTree } from '../facts/trees/read-trees.ts';
import { Ref, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** An embedded or associated file. */
export interface DocumentFile {
  /** The file specification. */
  readonly value: Obj;
  /** Its bytes, if it is a manifest store of Content Credentials (C2PA 2.4, A.4). */
  readonly manifest: Buffer | null;
}

/** Embedded and associated files (ISO 32000-2, 7.11.4, 14.13) by their paths. */
export function documentFiles(file: PdfFile): Map<string, DocumentFile> {
  const manifest = embeddedManifest(file);
  const isManifest = (value: Obj) =>
    manifest?.bytes.toString('latin1', 4, 8) === 'jumb' && file.dict(value) === manifest.specification;
  const one = (value: Obj): DocumentFile => ({ value, manifest: isManifest(value) ? (manifest?.bytes ?? null) : null });
  const associated = file.catalog.get('AF');
  const all = [
    ...readNameTree(file, file.dict(file.catalog.get('Names'))?.get('EmbeddedFiles') ?? null).map(
      ([name, value]) => [`Catalog/Names/EmbeddedFiles/${name.text}`, one(value)] as const,
    ),
    ...(file.array(associated) ?? [associated]).flatMap((value, index) =>
      value === null
        ? []
        : [
            [
              `Catalog/AF/${isManifest(value) ? 'C2PA' : value instanceof Ref ? value.num : index}`,
              one(value),
            ] as const,
          ],
    ),
  ];
  // Several files may have one name, and each counts.
  return new Map(
    [...Map.groupBy(all, ([path]) => path)].flatMap(([path, alike]) =>
      alike.map(([, own], index) => [index === 0 ? path : `${path} (${index + 1})`, own] as const),
    ),
  );
}
