import { parseContent } from '../../content/parse-content.ts';
import type { Operation } from '../../content/operation.ts';
import { writeOperations, type NewOperation, type Splice } from '../../content/write-content.ts';
import { Dict, Name, PdfString, type Obj } from '../../objects/objects.ts';
import type { Replacements } from './edit-text.ts';

/** The number of operands of operators that take strings. */
const stringOperands: Readonly<Record<string, number>> = { Tj: 1, TJ: 1, "'": 1, '"': 3, BDC: 2, DP: 2 };

/** Operators of ISO 32000-2, annex A, whose operands are numbers, names and arrays of numbers. */
const plainOperators: ReadonlySet<string> = new Set(
  (
    'b B b* B* BMC BT BX c cm CS cs d d0 d1 Do EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s ' +
    'S sc SC scn SCN sh T* Tc Td TD Tf TL Tm Tr Ts Tw Tz v w W W* y'
  ).split(' '),
);

/**
 * Edits a content stream: applies the replacements, and drops what no viewer shows (comments, unknown operators with
 * their operands, surplus operands). Closes what the stream leaves open (`q`, `BT`, marked content), so that content
 * can follow. All other bytes stay the same.
 */
export function tidied(bytes: Buffer, replacements: Replacements): Splice[] {
  const splices: Splice[] = [];
  const open = new Balance();
  let end = 0;
  for (const operation of parseContent(bytes)) {
    if (hasComment(bytes, end, operation.start)) splices.push({ start: end, end: operation.start, bytes: newline });
    end = operation.end;
    const replacement = replacements.get(operation.start);
    if (replacement !== undefined) {
      for (const own of replacement.operations) open.allows(own);
      splices.push({ start: operation.start, end: operation.end, bytes: writeOperations(replacement.operations) });
    } else {
      const clean = open.allows(operation) ? cleaned(bytes, operation) : [];
      if (clean !== null) splices.push({ start: operation.start, end: operation.end, bytes: writeOperations(clean) });
    }
  }
  if (hasComment(bytes, end, bytes.length)) splices.push({ start: end, end: bytes.length, bytes: newline });
  const closing = open.closing();
  if (closing.length > 0) splices.push({ start: bytes.length, end: bytes.length, bytes: writeOperations(closing) });
  return splices;
}

const newline = Buffer.from('\n');

/** Only white space, comments and unpaired brackets can be between operations; brackets are dropped with a comment. */
const hasComment = (bytes: Buffer, from: number, to: number): boolean => bytes.subarray(from, to).includes(0x25);

/** The operation in its proper form; null where it is proper already. */
function cleaned(bytes: Buffer, operation: Operation): NewOperation[] | null {
  const { operator, operands, image } = operation;
  if (image !== undefined)
    return hasComment(bytes, operation.start, operation.end - image.data.length) || operands.length > 0
      ? [{ operator, operands: [], image }]
      : null;
  if (operator === 'DP' && operands.at(-1) instanceof Dict) return [];
  const own = stringOperands[operator];
  if (own === undefined && !plainOperators.has(operator)) return [];
  const remaining = own === undefined ? operands.filter(isPlain) : operands.slice(-own);
  const written =
    operator === 'TJ'
      ? remaining.map((operand) =>
          Array.isArray(operand)
            ? operand.filter((value) => value instanceof PdfString || typeof value === 'number')
            : operand,
        )
      : remaining;
  const same =
    written.length === operands.length &&
    written.every(
      (operand, index) =>
        operand === operands[index] || (Array.isArray(operand) && operand.length === (operands[index] as Obj[]).length),
    );
  return same && !hasComment(bytes, operation.start, operation.end) ? null : [{ operator, operands: written }];
}

const isPlain = (operand: Obj): boolean =>
  typeof operand === 'number' ||
  operand instanceof Name ||
  typeof operand === 'boolean' ||
  (Array.isArray(operand) && operand.every((value) => typeof value === 'number'));

class Balance {
  #saved = 0;
  #text = false;
  #marked = 0;

  /** False for an operator without its begin: it has no effect, until content is put around it. */
  allows({ operator }: NewOperation): boolean {
    if (operator === 'q') this.#saved += 1;
    else if (operator === 'Q') return this.#saved > 0 && (this.#saved -= 1) >= 0;
    else if (operator === 'BT') this.#text = true;
    else if (operator === 'ET') this.#text = false;
    else if (operator === 'BMC' || operator === 'BDC') this.#marked += 1;
    else if (operator === 'EMC') return this.#marked > 0 && (this.#marked -= 1) >= 0;
    return true;
  }

  closing(): NewOperation[] {
    const times = (count: number, operator: string) =>
      Array.from({ length: count }, (): NewOperation => ({ operator, operands: [] }));
    return [...(this.#text ? times(1, 'ET') : []), ...times(this.#marked, 'EMC'), ...times(this.#saved, 'Q')];
  }
}
