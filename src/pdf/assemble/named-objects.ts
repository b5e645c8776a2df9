import { Dict, type Obj, type PdfString, type Ref } from '../objects/objects.ts';
import type { NamedDestination } from '../facts/destinations.ts';
import type { Part } from '../copying/part.ts';
import type { Target } from '../copying/target.ts';
import { readNameTree } from '../facts/trees/read-trees.ts';
import { writeNameTree } from '../facts/trees/write-trees.ts';
import { UniqueNames } from '../facts/unique-names.ts';

/**
 * Name trees of the catalog (ISO 32000-2, table 32) that are copied entry by entry. Only scripts and players of
 * renditions refer to their entries.
 */
const copiedTrees = ['JavaScript', 'Renditions', 'AP'] as const;

/** Name trees about the making of the document, which are dropped: template pages, web captures. */
const left = ['Pages', 'Templates', 'IDS', 'URLS', 'AlternatePresentations'] as const;

/** Named destinations and the other name trees of an assembled document. */
export class NamedObjects {
  readonly #destinations: { readonly part: Part; readonly named: NamedDestination; readonly key: PdfString }[] = [];
  readonly #trees = new Map<string, { names: UniqueNames; entries: [PdfString, Obj][] }>();

  /** Assigns names to destinations on pages of the part, before links to them are copied. */
  place(part: Part): void {
    const { onPage } = part.source.destinations;
    for (const page of part.pages) {
      for (const named of onPage.get(page) ?? []) {
        const key = part.target.destinationNames[named.kind].claimString(named.key);
        part.destinations[named.kind].set(named.key.bytes.toString('latin1'), key);
        this.#destinations.push({ part, named, key });
      }
    }
  }

  fill(part: Part): void {
    const { file } = part.source;
    for (const key of copiedTrees) {
      const tree = this.#trees.get(key) ?? { names: new UniqueNames(), entries: [] };
      this.#trees.set(key, tree);
      for (const [name, value] of readNameTree(file, part.source.names(key))) {
        const copy = part.copier.copy(value);
        if (copy !== null) tree.entries.push([tree.names.claimString(name), copy]);
      }
    }
    for (const key of left)
      part.report.drop(
        part.document,
        `name tree ${key}`,
        'it describes the document as it was made',
        readNameTree(file, part.source.names(key)).length,
      );
  }

  /** The dictionary Dests (ISO 32000-2, 12.3.2.4), or null. */
  writeDests(): Dict | null {
    const names = this.#destinations.filter(({ named }) => named.kind === 'name');
    return names.length === 0
      ? null
      : new Dict(names.map(({ part, named, key }) => [key.bytes.toString('latin1'), valueOf(part, named)]));
  }

  /** Names (ISO 32000-2, 7.7.4), with `embeddedFiles`; null without entries. */
  writeNames(target: Target, embeddedFiles: Ref | null): Dict | null {
    const names = new Dict();
    const strings = this.#destinations.filter(({ named }) => named.kind === 'string');
    if (strings.length > 0)
      names.set(
        'Dests',
        writeNameTree(
          target,
          strings.map(({ part, named, key }) => [key, valueOf(part, named)]),
        ),
      );
    for (const [key, { entries }] of this.#trees)
      if (entries.length > 0) names.set(key, writeNameTree(target, entries));
    names.set('EmbeddedFiles', embeddedFiles);
    return names.size === 0 ? null : names;
  }
}

function valueOf(part: Part, { value }: NamedDestination): Obj {
  if (Array.isArray(value)) return part.destination(value);
  return part.copier.entries(value, new Set(['D'])).set('D', part.destination(value.get('D')));
}
