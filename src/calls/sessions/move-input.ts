import { invalidRequest, joiInput } from '../../input/input.ts';
import { joi } from '../../input/fields.ts';
import type { Beside } from '../../store/facets/sessions.ts';

interface Move {
  readonly before?: string;
  readonly after?: string;
  readonly index?: number;
}

const operationId = (where: string) => joi.string().max(64).description(`The id of the operation ${where}.`);

/** The body of `POST /sessions/{id}/operations/{operationId}/move`. */
export const moveInput = joiInput(
  joi.object<Move>({
    before: operationId('before which it comes'),
    after: operationId('after which it comes'),
    index: joi.number().integer().min(0).description('Its place in the list after the move, from 0.'),
  }),
);

/** The target of a move. Throws AppError `invalid-request` where the body names none, or more than one. */
export function targetOf(body: unknown): Beside | { readonly index: number } {
  const { before, after, index } = moveInput.validate(body);
  const [target, ...others] = [
    ...(before === undefined ? [] : [{ before }]),
    ...(after === undefined ? [] : [{ after }]),
    ...(index === undefined ? [] : [{ index }]),
  ];
  if (target === undefined || others.length > 0)
    throw invalidRequest([{ pointer: '', message: 'the body must have exactly one of `before`, `after` and `index`' }]);
  return target;
}
