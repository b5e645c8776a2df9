import { AppError } from '../../problems.ts';
import { newStream } from '../objects/new-stream.ts';
import { Dict, Name, Ref } from '../objects/objects.ts';
import type { FontShelf } from '../typeset/font-shelf.ts';
import type { Changes } from '../file/changes.ts';
import { updateObstacle } from '../file/writing/update.ts';
import { archiveOf, metadataOf } from './carry.ts';
import { embedManifest } from '../facts/embedded-manifest.ts';
import type { Claim } from './manifest/manifest.ts';
import { withSourceType } from '../xmp/source-type-xmp.ts';
import { drawLabel, type VisibleLabel } from './visible-label.ts';

/** The statements and the label to add. */
export interface Addition {
  readonly claim: Claim;
  /** Length of the manifest store in bytes. */
  readonly length: number;
  readonly now: Date;
  readonly label: VisibleLabel | null;
  /** Fonts of the label. */
  readonly shelf: FontShelf | null;
}

/**
 * Adds the manifest, the metadata and the label to the changes of an update. Answers the stream of the manifest store.
 */
export function addProvenance(
  changes: Changes,
  { claim, length, now, label, shelf }: Addition,
): { stream: Ref; warnings: string[] } {
  const stream = embedManifest(changes, { length, now });
  const warnings = [
    ...writeSourceType(changes, claim.provenance.sourceType.uri),
    ...(label === null || shelf === null ? [] : drawLabel(changes, label, shelf)),
  ];
  if (updateObstacle(changes.file) !== null)
    throw new AppError('invalid-pdf', 'The document is damaged so that nothing can be added to it. Repair it first.');
  return { stream, warnings };
}

/** Iptc4xmpExt:DigitalSourceType in the metadata stream (ISO 32000-2, 14.3.2). */
function writeSourceType(changes: Changes, uri: string): string[] {
  const { file } = changes;
  const before = metadataOf(file);
  const { bytes, anew } = withSourceType(before, { uri, extension: archiveOf(file)?.part === '3' });
  const stream = newStream(
    new Dict([
      ['Type', new Name('Metadata')],
      ['Subtype', new Name('XML')],
    ]),
    bytes,
  );
  const catalog = changes.catalog();
  const known = catalog.get('Metadata');
  if (known instanceof Ref && file.stream(known) !== null) changes.set(known, stream);
  else catalog.set('Metadata', changes.add(stream));
  return anew && before !== null
    ? ['The metadata of the document could not be read, so they were rewritten with only the ' + 'digital source type.']
    : [];
}
