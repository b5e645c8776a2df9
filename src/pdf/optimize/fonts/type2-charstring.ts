import type { Outline, Stem, Step } from './outline.ts';

/** Operators (Adobe technical note 5177). */
const op = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vvcurveto: 26,
  hhcurveto: 27,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

/** Operands that the stack holds. */
const maxOperands = 46;

/** The outline as a Type 2 charstring; `width` is the operand before the first operator, null for the default width. */
export function charString({ steps, stems }: Outline, width: number | null): Buffer {
  const horizontal = sortedStems(stems.flatMap((group) => group.horizontal));
  const vertical = sortedStems(stems.flatMap((group) => group.vertical));
  const hinted =
    horizontal.length + vertical.length > 0 && Math.max(horizontal.length, vertical.length) * 2 <= maxOperands;
  const masked = hinted && stems.length > 1;
  const bytes: number[] = width === null ? [] : encoded(width);
  if (hinted)
    bytes.push(
      ...stemBytes(horizontal, masked ? op.hstemhm : op.hstem),
      ...stemBytes(vertical, masked ? op.vstemhm : op.vstem),
    );
  const from: [number, number] = [0, 0];
  for (const [index, group] of (masked ? stems : [{ at: 0, horizontal, vertical }]).entries()) {
    const end = masked ? (stems[index + 1]?.at ?? steps.length) : steps.length;
    // A hint mask that applies to no step is left out.
    if (masked && (end > group.at || index === 0))
      bytes.push(
        op.hintmask,
        ...mask([
          ...horizontal.map((stem) => has(group.horizontal, stem)),
          ...vertical.map((stem) => has(group.vertical, stem)),
        ]),
      );
    for (const run of runsOf(steps.slice(group.at, end), from))
      bytes.push(...run.operands.flatMap(encoded), run.operator);
  }
  bytes.push(op.endchar);
  return Buffer.from(bytes);
}

const has = (stems: readonly Stem[], [edge, width]: Stem): boolean =>
  stems.some((stem) => stem[0] === edge && stem[1] === width);

/** Each once, in the order of their edges (4.3). */
function sortedStems(stems: readonly Stem[]): Stem[] {
  const unique = new Map(stems.map((stem) => [stem.join(' '), stem]));
  return [...unique.values()].sort(([a, widthA], [b, widthB]) => a - b || widthA - widthB);
}

/** Each edge from the one before. */
function stemBytes(stems: readonly Stem[], operator: number): number[] {
  if (stems.length === 0) return [];
  let last = 0;
  const operands = stems.flatMap(([edge, width]) => {
    const from = edge - last;
    last = edge + width;
    return [...encoded(from), ...encoded(width)];
  });
  return [...operands, operator];
}

function mask(bits: readonly boolean[]): number[] {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0);
  bits.forEach((bit, index) => {
    if (bit) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
  });
  return bytes;
}

interface Run {
  operator: number;
  readonly operands: number[];
  /** What may follow: `hv` and `vh` take turns, as `h` and `v` do. */
  next: string;
}

/** Steps of a kind share an operator. `from` is where the pen is, and moves. */
function runsOf(steps: readonly Step[], from: [number, number]): Run[] {
  const runs: Run[] = [];
  let [x, y] = from;
  for (const { kind, points } of steps) {
    const deltas: number[] = [];
    for (let at = 0; at < points.length; at += 2) {
      deltas.push((points[at] ?? 0) - x, (points[at + 1] ?? 0) - y);
      [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    }
    const { form, operator, operands, next } =
      kind === 'curve' ? curve(deltas) : kind === 'line' ? line(deltas) : move(deltas);
    const run = runs.at(-1);
    if (kind !== 'move' && run?.next === form && run.operands.length + operands.length <= maxOperands) {
      run.operands.push(...operands);
      run.next = next;
    } else runs.push({ operator, operands: [...operands], next });
  }
  [from[0], from[1]] = [x, y];
  return runs;
}

interface Written {
  readonly form: string;
  readonly operator: number;
  readonly operands: readonly number[];
  readonly next: string;
}

function move([x = 0, y = 0]: readonly number[]): Written {
  if (y === 0) return { form: 'move', operator: op.hmoveto, operands: [x], next: '' };
  return x === 0
    ? { form: 'move', operator: op.vmoveto, operands: [y], next: '' }
    : { form: 'move', operator: op.rmoveto, operands: [x, y], next: '' };
}

function line([x = 0, y = 0]: readonly number[]): Written {
  if (y === 0) return { form: 'h', operator: op.hlineto, operands: [x], next: 'v' };
  return x === 0
    ? { form: 'v', operator: op.vlineto, operands: [y], next: 'h' }
    : { form: 'r', operator: op.rlineto, operands: [x, y], next: 'r' };
}

function curve([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Written {
  if (b === 0 && e === 0) return { form: 'hv', operator: op.hvcurveto, operands: [a, c, d, f], next: 'vh' };
  if (a === 0 && f === 0) return { form: 'vh', operator: op.vhcurveto, operands: [b, c, d, e], next: 'hv' };
  if (b === 0 && f === 0) return { form: 'hh', operator: op.hhcurveto, operands: [a, c, d, e], next: 'hh' };
  if (a === 0 && e === 0) return { form: 'vv', operator: op.vvcurveto, operands: [b, c, d, f], next: 'vv' };
  return { form: 'rr', operator: op.rrcurveto, operands: [a, b, c, d, e, f], next: 'rr' };
}

/** A number of a charstring (3.2): what is not whole as 16.16. */
function encoded(value: number): number[] {
  if (!Number.isInteger(value)) {
    const fixed = Math.round(value * 65_536);
    return [255, (fixed >> 24) & 0xff, (fixed >> 16) & 0xff, (fixed >> 8) & 0xff, fixed & 0xff];
  }
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 0xff];
  if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 0xff];
  return [28, (value >> 8) & 0xff, value & 0xff];
}
