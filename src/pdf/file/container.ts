import { isName, Stream, type Obj } from '../objects/objects.ts';

/**
 * True for an object stream or a cross-reference stream (ISO 32000-2, 7.5.7, 7.5.8). It belongs to its own file; a
 * rewritten file has others.
 */
export function isContainer(value: Obj): boolean {
  return (
    value instanceof Stream && (isName(value.dict.get('Type'), 'ObjStm') || isName(value.dict.get('Type'), 'XRef'))
  );
}
