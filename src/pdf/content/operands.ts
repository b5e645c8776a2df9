import { identity, type Matrix } from '../geometry/matrix.ts';
import { Ref, type Obj } from '../objects/objects.ts';
import type { Lookup } from './lookup.ts';

const none: readonly number[] = [];

/** The operands if all are numbers; else empty. */
export function numbersIn(operands: readonly Obj[]): readonly number[] {
  for (const operand of operands) if (typeof operand !== 'number') return none;
  return operands as readonly number[];
}

/** The object number of a reference; 0 for a direct object. */
export const numOf = (obj: Obj): number => (obj instanceof Ref ? obj.num : 0);

/** The numbers of an array; zero for other entries, and empty for other values. */
export function numbersOf(file: Lookup, obj: Obj): number[] {
  return (file.array(obj) ?? []).map((entry) => file.number(entry) ?? 0);
}

/** A matrix of six numbers; the identity for other values. */
export function matrixOf(file: Lookup, obj: Obj): Matrix {
  const numbers = numbersOf(file, obj);
  return numbers.length === 6 ? (numbers as unknown as Matrix) : identity;
}
