import type { Source } from '../facts/source.ts';
import { treeEntries } from '../facts/trees/read-trees.ts';
import type { Dict, Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Field } from '../widgets/fields/field.ts';

/** Scripts of a form (ISO 32000-2, 12.6.3, 12.7.3), which are reported and not run. */
export interface FormScripts {
  /** Names of calculated fields, in the order of the form (CO), else of the fields. */
  readonly calculated: readonly string[];
  /** Names of fields whose values scripts format, validate or change. */
  readonly scripted: readonly string[];
  /** Number of scripts of the document itself. */
  readonly document: number;
}

/** Names that are reported. */
const maxCount = 1_000;

/** Finds the scripts of a form and its document. */
export function readScripts(source: Source, fields: readonly Field[]): FormScripts {
  const { file } = source;
  const actions = (dict: Dict): Dict | null => file.dict(dict.get('AA'));
  const calculated = fields.filter(({ nodes }) =>
    nodes.some(({ dict }) => isScript(file, actions(dict)?.get('C') ?? null)),
  );
  const order = (file.array(file.dict(file.catalog.get('AcroForm'))?.get('CO') ?? null) ?? []).flatMap((entry) => {
    const dict = file.dict(entry);
    return fields.find(({ nodes }) => nodes.some((node) => node.dict === dict)) ?? [];
  });
  const scripted = fields.filter(({ nodes, widgets }) =>
    [...nodes, ...widgets].some(({ dict }) =>
      ['K', 'F', 'V'].some((key) => isScript(file, actions(dict)?.get(key) ?? null)),
    ),
  );
  const names = (some: readonly Field[]) => [...new Set(some.map(({ name }) => name))].slice(0, maxCount);
  return {
    calculated: names([...order.filter((field) => calculated.includes(field)), ...calculated]),
    scripted: names(scripted),
    document: scriptsOfDocument(file),
  };
}

function isScript(file: PdfFile, action: Obj): boolean {
  return file.name(file.dict(action)?.get('S') ?? null) === 'JavaScript';
}

/**
 * Counts the scripts of the name tree (ISO 32000-2, 7.7.4), and those that run when the document is opened, closed,
 * saved or printed.
 */
function scriptsOfDocument(file: PdfFile): number {
  const { catalog } = file;
  let count = isScript(file, catalog.get('OpenAction')) ? 1 : 0;
  for (const [, action] of file.dict(catalog.get('AA')) ?? []) if (isScript(file, action)) count += 1;
  return count + treeEntries(file, file.dict(catalog.get('Names'))?.get('JavaScript') ?? null, 'Names').length;
}
