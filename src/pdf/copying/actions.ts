import { Dict, Name, type Obj, PdfString } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Copier } from './copier.ts';

/** What rewriting an action needs of the part of a document that it goes along with. */
interface PartOfAction {
  readonly source: { readonly file: PdfFile };
  readonly copier: Copier;
  /** Full names of fields that were renamed. */
  readonly fieldNames: ReadonlyMap<string, string>;
  /** The part that took the document first: its attachments have new names. */
  readonly lead: { readonly fileNames: ReadonlyMap<string, PdfString> };
  destinationOrDrop(obj: Obj, what: string): Obj;
}

/** Actions after each other that are looked at for one that still leads somewhere. */
const longestChain = 64;

/**
 * Actions (ISO 32000-2, 12.6) that name parts of their document: destinations, fields, attachments. Undefined for every
 * other dictionary; null for an action whose target no longer exists.
 */
export function rewriteAction(part: PartOfAction, dict: Dict): Dict | null | undefined {
  const kind = dict.get('S');
  if (!(kind instanceof Name)) return undefined;
  switch (kind.value) {
    case 'GoTo':
      return dict.has('D') ? goTo(part, dict) : undefined;
    case 'GoToE':
      return goToEmbedded(part, dict);
    case 'Hide':
      return renameFields(part, dict, 'T');
    case 'SubmitForm':
    case 'ResetForm':
      return renameFields(part, dict, 'Fields');
    default:
      return undefined;
  }
}

/** 12.6.4.2. Of a chain whose first action leads nowhere the rest stays. */
function goTo(part: PartOfAction, first: Dict): Dict | null | undefined {
  const { file } = part.source;
  let action: Dict | null = first;
  for (let step = 0; action !== null && step < longestChain; step += 1) {
    if (step > 0 && !isGoTo(part, action)) return part.copier.entries(action, new Set());
    const destination = part.destinationOrDrop(action.get('D'), 'go-to action');
    if (destination !== null) return part.copier.entries(action, new Set(['D'])).set('D', destination);
    action = file.dict(action.get('Next'));
  }
  return null;
}

function isGoTo(part: PartOfAction, action: Dict): boolean {
  return part.source.file.name(action.get('S')) === 'GoTo' && action.has('D');
}

/** 12.6.4.4: the name of an attachment of this very document. */
function goToEmbedded(part: PartOfAction, dict: Dict): Dict | undefined {
  const { file } = part.source;
  const target = file.dict(dict.get('T'));
  const name = file.resolve(target?.get('N') ?? null);
  if (target === null || !(name instanceof PdfString)) return undefined;
  const renamed = part.lead.fileNames.get(name.bytes.toString('latin1'));
  if (renamed === undefined) return undefined;
  return part.copier
    .entries(dict, new Set(['T']))
    .set('T', part.copier.entries(target, new Set(['N'])).set('N', renamed));
}

/** 12.6.4.11, 12.7.6: fields by reference or by full name. */
function renameFields(part: PartOfAction, dict: Dict, key: string): Dict | undefined {
  const value = part.source.file.resolve(dict.get(key));
  if (part.fieldNames.size === 0 || value === null) return undefined;
  const rename = (obj: Obj): Obj => {
    const name = part.source.file.resolve(obj);
    const renamed = name instanceof PdfString ? part.fieldNames.get(name.text) : undefined;
    return renamed === undefined ? part.copier.copy(obj) : PdfString.ofText(renamed);
  };
  return part.copier
    .entries(dict, new Set([key]))
    .set(key, Array.isArray(value) ? value.map(rename) : rename(value instanceof Dict ? dict.get(key) : value));
}
