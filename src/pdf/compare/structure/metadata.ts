import type { Source } from '../../facts/source.ts';
import { titleOf } from '../../copying/title.ts';
import { PdfString } from '../../objects/objects.ts';

/** A metadata entry of a document. */
export interface MetadataEntry {
  /** `title`, `author`, `subject`, `keywords`, `creator`, or a custom key. */
  readonly name: string;
  readonly value: string;
}

/** Entries about the writing of the file, which are not compared. */
const passedOver: ReadonlySet<string> = new Set(['Producer', 'CreationDate', 'ModDate', 'Trapped', 'Title']);
/** The title that Ghostscript writes into XMP without one. */
const untitled = 'Untitled';
const standard: Readonly<Record<string, string>> = {
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  Creator: 'creator',
};

/**
 * The document information dictionary (ISO 32000-2, 14.3.3) without producer, dates and identifiers. A missing title is
 * taken from XMP.
 */
export function metadataEntries(source: Source): MetadataEntry[] {
  const { file } = source;
  const title = titleOf(source)?.trim() ?? '';
  const info = file.dict(file.trailer.get('Info'));
  const others = (info?.entries() ?? []).flatMap(([key, value]): MetadataEntry[] => {
    const text = file.resolve(value);
    const stated = text instanceof PdfString ? text.text.trim() : (file.name(value) ?? '');
    return passedOver.has(key) ||
      key.startsWith('PTEX.') ||
      /date|(?:^|[^a-z])id$|uuid|guid|modified/i.test(key) ||
      stated === ''
      ? []
      : [{ name: standard[key] ?? key, value: stated }];
  });
  return [...(title === '' || title === untitled ? [] : [{ name: 'title', value: title }]), ...others];
}
