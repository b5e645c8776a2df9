import { identity, multiply, type Matrix } from '../../geometry/matrix.ts';
import { operator, Operators } from '../text/operators.ts';

const op = {
  q: operator('q'),
  Q: operator('Q'),
  cm: operator('cm'),
  re: operator('re'),
  W: operator('W'),
  Wx: operator('W*'),
};

/** The top and the bottom of what lies between header and footer, in points from the bottom of the page. */
export interface Between {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The area of the page's content, as far as its stream shows it: Chromium paints the margin boxes first, and clips
 * everything else to the page area. A page without content is all margin.
 */
export function betweenMargins(bytes: Buffer): Between {
  const operators = new Operators(bytes);
  let [matrix, states, rectangle] = [identity, 0, [0, 0]];
  let middle: Between = { top: 0, bottom: 0 };
  for (let name = operators.next(); name !== 0; name = operators.next()) {
    if (name === op.q) states += 1;
    else if (name === op.Q) states -= 1;
    else if (name === op.cm && states === 0) {
      matrix = multiply(matrixOf(operators), matrix);
      middle = { top: matrix[5] / 2, bottom: matrix[5] / 2 };
    } else if (name === op.re)
      rectangle = [operators.numbers[1] ?? 0, (operators.numbers[1] ?? 0) + (operators.numbers[3] ?? 0)];
    else if ((name === op.W || name === op.Wx) && states === 1) {
      const [a, b] = rectangle.map((y) => y * matrix[3] + matrix[5]);
      return { top: Math.max(a ?? 0, b ?? 0), bottom: Math.min(a ?? 0, b ?? 0) };
    }
  }
  return middle;
}

/** The operands of `cm`. */
export const matrixOf = ({ numbers }: Operators): Matrix => [
  numbers[0] ?? 1,
  numbers[1] ?? 0,
  numbers[2] ?? 0,
  numbers[3] ?? 1,
  numbers[4] ?? 0,
  numbers[5] ?? 0,
];
