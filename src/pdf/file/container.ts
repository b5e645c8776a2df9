import { isName, Stream, type Obj } from '../objects/objects.ts';

/**
 * True for an object stream or a cross-reference stream (ISO 32000-2, 7.5.7, 7.5.8). It belongs to the file that it is
 * in; a file that is written anew has its own.
 */
export function isContainer(value: Obj): boolean {
  return (
    value instanceof Stream && (isName(value.dict.get('Type'), 'ObjStm') || isName(value.dict.get('Type'), 'XRef'))
  );
}
