import type { Source } from '../../facts/source.ts';
import { titleOf } from '../../copying/title.ts';
import { PdfString } from '../../objects/objects.ts';

/** One thing that a document says of itself. */
export interface MetadataEntry {
  /** `title`, `author`, `subject`, `keywords`, `creator`, or a key of the document's own. */
  readonly name: string;
  readonly value: string;
}

/** What says how and when the file was written, and not what the document is. */
const passedOver: ReadonlySet<string> = new Set(['Producer', 'CreationDate', 'ModDate', 'Trapped', 'Title']);
/** What Ghostscript writes into XMP where there is no title. */
const untitled = 'Untitled';
const standard: Readonly<Record<string, string>> = {
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  Creator: 'creator',
};

/**
 * The document information dictionary (ISO 32000-2, 14.3.3) without producer, dates and ids; the title of XMP where it
 * has none.
 */
export function metadataEntries(source: Source): MetadataEntry[] {
  const { file } = source;
  const title = titleOf(source)?.trim() ?? '';
  const info = file.dict(file.trailer.get('Info'));
  const others = (info?.entries() ?? []).flatMap(([key, value]): MetadataEntry[] => {
    const text = file.resolve(value);
    const said = text instanceof PdfString ? text.text.trim() : (file.name(value) ?? '');
    return passedOver.has(key) ||
      key.startsWith('PTEX.') ||
      /date|(?:^|[^a-z])id$|uuid|guid|modified/i.test(key) ||
      said === ''
      ? []
      : [{ name: standard[key] ?? key, value: said }];
  });
  return [...(title === '' || title === untitled ? [] : [{ name: 'title', value: title }]), ...others];
}
