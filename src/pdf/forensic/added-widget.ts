import { append } from '../objects/large-arrays.ts';
import { Dict, isName, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Permit } from './revisions/diff-rules.ts';
import { inheritedEntry } from '../facts/trees/field-tree.ts';
import { fieldType } from './field-of.ts';

/** The permission that a widget or field of an update needs. */
export interface AddedWidget {
  readonly permit: Permit;
  /** It is visible: an invisible signature field shows nothing. */
  readonly seen: boolean;
}

/**
 * Classifies a widget or field that an update added. A signature field belongs to signing, and an invisible one of a
 * timestamp to validation data. A visible one without a signature is a mere note on the page (sneaky signature attack).
 * A field of another type is new content.
 */
export function addedWidget(file: PdfFile, dict: Dict): AddedWidget {
  const seen = isSeen(file, dict);
  if (fieldType(file, dict) !== 'Sig') return { permit: 'content', seen };
  const signature = file.dict(inheritedEntry(file, dict, 'V'));
  if (signature === null || !isWhole(file, signature)) return { permit: seen ? 'annotate' : 'sign', seen };
  return { permit: isTimestamp(file, signature) && !seen ? 'validate' : 'sign', seen };
}

/** A document timestamp (ISO 32000-2, 12.8.5). */
export function isTimestamp(file: PdfFile, signature: Dict): boolean {
  return file.name(signature.get('SubFilter')) === 'ETSI.RFC3161' && isWhole(file, signature);
}

const isWhole = (file: PdfFile, signature: Dict): boolean =>
  file.string(signature.get('Contents')) !== null && file.array(signature.get('ByteRange')) !== null;

/** For a field with widgets: whether one of them is visible. */
function isSeen(file: PdfFile, dict: Dict): boolean {
  return [dict, ...(file.array(dict.get('Kids')) ?? []).flatMap((kid) => file.dict(kid) ?? [])].some((widget) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = (file.array(widget.get('Rect')) ?? []).map(
      (side) => file.number(side) ?? 0,
    );
    return left !== right && bottom !== top && file.dict(widget.get('AP')) !== null;
  });
}

/** Elements that are followed below one element. */
const maxSteps = 100;

/**
 * True for an element of an update that holds only annotations: no content of pages, and no replacement text (ISO
 * 32000-2, 14.7.2, 14.9.4).
 */
export function holdsOnlyAnnotations(file: PdfFile, element: Obj): boolean {
  const stack: Obj[] = [element];
  for (let steps = 0; stack.length > 0; steps += 1) {
    const value = file.resolve(stack.pop() ?? null);
    if (steps > maxSteps || typeof value === 'number') return false;
    if (Array.isArray(value)) append(stack, value.slice(0, maxSteps));
    if (!(value instanceof Dict) || isName(value.get('Type'), 'OBJR')) continue;
    if (isName(value.get('Type'), 'MCR') || value.has('ActualText') || value.has('E')) return false;
    stack.push(value.get('K'));
  }
  return true;
}
