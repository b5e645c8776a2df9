import type { Position } from './position.ts';

/** One operation of a request, validated: the plain data of a step. */
export interface OperationRequest {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly lang?: string;
  readonly position?: Position;
  /** The operations that stand inside it, list by list. */
  readonly inside?: readonly (readonly OperationRequest[])[];
}
