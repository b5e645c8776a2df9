import { append } from '../objects/large-arrays.ts';
import { Dict, isName, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Permit } from './revisions/diff-rules.ts';
import { inheritedEntry } from '../facts/trees/field-tree.ts';
import { fieldType } from './field-of.ts';

/** What a widget or field that came with an update is. */
export interface AddedWidget {
  readonly permit: Permit;
  /** It can be seen: a place for a signature that nobody sees says nothing. */
  readonly seen: boolean;
}

/**
 * A field that came with an update: one of a signature comes with signing, and that of a timestamp with validation
 * data, where it has no look. A look without a signature is no more than a note on the page (sneaky signature attack),
 * and a field of another kind is new content.
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

/** Of a field with widgets, whether one of them is. */
function isSeen(file: PdfFile, dict: Dict): boolean {
  return [dict, ...(file.array(dict.get('Kids')) ?? []).flatMap((kid) => file.dict(kid) ?? [])].some((widget) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = (file.array(widget.get('Rect')) ?? []).map(
      (side) => file.number(side) ?? 0,
    );
    return left !== right && bottom !== top && file.dict(widget.get('AP')) !== null;
  });
}

/** Steps that are looked at of one element. */
const maxSteps = 100;

/**
 * Whether an element of the structure that came with an update holds annotations and nothing else: no content of pages,
 * and no text in its place (14.7.2, 14.9.4).
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
