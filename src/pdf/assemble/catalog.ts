import { Dict, Name, type Obj } from '../objects/objects.ts';
import type { Part } from '../copying/part.ts';

/** Entries of the catalog (ISO 32000-2, table 29) that are taken from the first document (docs/spec/tools.md). */
const ofFirst = [
  'Lang',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'OutputIntents',
  'Extensions',
  'URI',
  'PieceInfo',
  'AA',
] as const;

/** Entries that concern a whole document or its bytes, and so are dropped. */
const dropped: Readonly<Record<string, string>> = {
  Threads: 'article threads run through a whole document',
  Collection: 'a portfolio presents one document; its files stay attachments',
  Perms: 'permissions of a signature do not survive a change of the document',
  DSS: 'it proves signatures that were removed',
  DPartRoot: 'document parts are of one document',
  SpiderInfo: 'it describes how the document was made',
  Legal: 'it attests one document',
  Requirements: 'it describes one document',
};

/** The catalog of the result, with the entries of its first document. */
export function catalogOf(first: Part, parts: readonly Part[]): Dict {
  const { file } = first.source;
  const catalog = new Dict([['Type', new Name('Catalog')]]);
  for (const key of ofFirst) catalog.set(key, first.copier.copy(file.catalog.get(key)));
  catalog.set('OpenAction', openAction(first, file.catalog.get('OpenAction')));
  for (const part of parts) if (part.lead === part) reportDropped(part, first);
  return catalog;
}

/** The open action (ISO 32000-2, 12.6.4): a destination or a copied action, whose missing target is reported. */
function openAction(part: Part, obj: Obj): Obj {
  const value = part.source.file.resolve(obj);
  return Array.isArray(value) ? part.destination(value) : part.copier.copy(value);
}

function reportDropped(part: Part, first: Part): void {
  const { catalog } = part.source.file;
  for (const [key, reason] of Object.entries(dropped))
    if (catalog.has(key)) part.report.drop(part.document, key, reason);
  if (part === first || part.source === first.source) return;
  for (const key of ['OpenAction', 'AA'])
    if (catalog.has(key)) part.report.drop(part.document, key, 'a document has one, and has it from its first');
  if (catalog.has('OutputIntents') && intentsOf(part) !== intentsOf(first)) {
    const difference = first.source.file.catalog.has('OutputIntents')
      ? 'another output intent than the first document, whose output intent is preserved'
      : 'an output intent, and the first document has none';
    part.report.warn(
      `Document ${part.document} has ${difference}: device colours of its pages have another meaning now.`,
    );
  }
}

function intentsOf(part: Part): string {
  const { file } = part.source;
  const intents = file.array(file.catalog.get('OutputIntents')) ?? [];
  return intents
    .map(
      (intent) =>
        `${file.name(file.dict(intent)?.get('S') ?? null) ?? ''} ` +
        (file.string(file.dict(intent)?.get('OutputConditionIdentifier') ?? null)?.text ?? ''),
    )
    .join(', ');
}

/** Whether the result is tagged (ISO 32000-2, 14.7.1): only if all documents are. */
export function markInfo(parts: readonly Part[], tagged: boolean): Dict | null {
  if (!tagged) return null;
  const infos = parts.map((part) => part.source.file.dict(part.source.file.catalog.get('MarkInfo')));
  const marked = parts.every(
    (part, index) => infos[index]?.get('Marked') === true && part.source.structure.root !== null,
  );
  const info = new Dict([['Marked', marked]]);
  for (const key of ['Suspects', 'UserProperties'])
    if (infos.some((one) => one?.get(key) === true)) info.set(key, true);
  if (!marked) {
    const untagged = [
      ...new Set(
        parts
          .filter((part, index) => infos[index]?.get('Marked') !== true || part.source.structure.root === null)
          .map((part) => part.document),
      ),
    ];
    parts[0]?.report.warn(
      `Not every document is tagged (${untagged.slice(0, 20).join(', ')} ` +
        `${untagged.length === 1 ? 'is' : 'are'} not): the tags of the others are preserved, but the result does not ` +
        'claim to be tagged.',
    );
  }
  return info;
}
