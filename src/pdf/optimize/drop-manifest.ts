import { embeddedManifest } from '../facts/embedded-manifest.ts';
import { readNameTree } from '../facts/trees/read-trees.ts';
import { Dict } from '../objects/objects.ts';
import type { Changes } from '../file/changes.ts';

/** The warning about a removed manifest. */
export const staleManifest = {
  code: 'provenance-dropped',
  message:
    'The document had a C2PA manifest (Content Credentials), which vouches for other bytes than these: it is ' +
    'gone. Certify the document again, with what it was made from as an ingredient.',
};

/**
 * Removes the C2PA manifest store of a rewritten document: its hard binding (C2PA 2.4, A.4.2) is over bytes that no
 * longer exist, so that readers would report tampering. False for a document without one.
 */
export function dropManifest(changes: Changes): boolean {
  const { file } = changes;
  if (embeddedManifest(file) === null) return false;
  const isManifest = (entry: Parameters<typeof file.dict>[0]) =>
    file.name(file.dict(entry)?.get('AFRelationship') ?? null) === 'C2PA_Manifest';
  const catalog = changes.catalog();
  const associated = catalog.get('AF');
  const others = (file.array(associated) ?? [associated]).filter((entry) => entry !== null && !isManifest(entry));
  catalog.set('AF', others.length === 0 ? null : others);
  const names = file.dict(file.catalog.get('Names'));
  const files = readNameTree(file, names?.get('EmbeddedFiles') ?? null);
  const remaining = files.filter(([, entry]) => !isManifest(entry));
  if (names === null || remaining.length === files.length) return true;
  const own = changes.dictIn(catalog, 'Names');
  own.set('EmbeddedFiles', remaining.length === 0 ? null : new Dict([['Names', remaining.flat()]]));
  if (own.size === 0) catalog.delete('Names');
  return true;
}
