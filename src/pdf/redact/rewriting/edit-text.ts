import type { NewOperation } from '../../content/write-content.ts';
import type { ShownGlyph } from '../../content/visitor.ts';
import { PdfString, type Obj } from '../../objects/objects.ts';
import type { Move, ScannedFrame, Show } from '../survey/page-scan.ts';

/** Replaced operations by their start offset; an empty list removes the operation. */
export type Replacements = Map<number, { readonly end: number; readonly operations: readonly NewOperation[] }>;

/**
 * Text behind removed text moves to a multiple of this distance from the start of the gap, in points, so that its place
 * does not reveal the exact width.
 */
export const spacingStep = 0.25;

/** Removes glyphs from the text of a frame. With `exact`, the text behind them stays exactly in place. */
export function editText({ texts }: ScannedFrame, gone: ReadonlySet<ShownGlyph>, exact: boolean): Replacements {
  const replacements: Replacements = new Map();
  const empty = new Set<Show>();
  for (const entry of texts) {
    if (entry.kind !== 'show' || !entry.shown.glyphs.some((glyph) => gone.has(glyph))) continue;
    const { operation } = entry.shown;
    const operations = withoutGlyphs(entry, gone, exact);
    if (operations.length === 0) empty.add(entry);
    replacements.set(operation.start, { end: operation.end, operations });
  }
  if (empty.size > 0) mergeMoves(texts, empty, replacements);
  return replacements;
}

/** The operation with a gap in place of each run of removed glyphs. */
function withoutGlyphs(show: Show, gone: ReadonlySet<ShownGlyph>, exact: boolean): NewOperation[] {
  const { operator, operands } = show.shown.operation;
  const array = remaining(show, gone, exact);
  const lead: NewOperation[] = [];
  if (operator === '"')
    lead.push(
      { operator: 'Tw', operands: [operands.at(-3) ?? 0] },
      { operator: 'Tc', operands: [operands.at(-2) ?? 0] },
    );
  if (operator === '"' || operator === "'") lead.push({ operator: 'T*', operands: [] });
  return array.length === 0 ? lead : [...lead, { operator: 'TJ', operands: [array] }];
}

function remaining(show: Show, gone: ReadonlySet<ShownGlyph>, exact: boolean): Obj[] {
  const { operation, glyphs } = show.shown;
  const last = operation.operands.at(-1) ?? null;
  const elements = operation.operator === 'TJ' && Array.isArray(last) ? last : [last];
  const { fontSize, scale } = show.context.state.text;
  const factor = show.shown.font?.vertical === true ? 1 : scale;
  const unit = (fontSize * factor) / 1000;
  const rows = Map.groupBy(glyphs, ({ element }) => element);
  const out: Obj[] = [];
  // Width of removed glyphs with the kerning between them, in thousandths of text space; null while no glyph is
  // removed.
  let gap: number | null = null;
  let removed: ShownGlyph[] = [];
  const close = () => {
    if (gap === null) return;
    const width = quantised(gap, unit === 0 ? 0 : unit * lengthOf(show), exact || !revealsWidth(removed));
    if (width !== 0) out.push(-width);
    gap = null;
    removed = [];
  };
  elements.forEach((value, element) => {
    if (typeof value === 'number') {
      if (gap === null) out.push(value);
      else gap -= value;
    }
    if (!(value instanceof PdfString)) return;
    let bytes: Buffer[] = [];
    const flush = () => {
      if (bytes.length > 0) out.push(new PdfString(Buffer.concat(bytes), value.hex));
      bytes = [];
    };
    for (const glyph of rows.get(element) ?? []) {
      if (!gone.has(glyph)) {
        close();
        bytes.push(value.bytes.subarray(glyph.at, glyph.at + glyph.length));
        continue;
      }
      flush();
      if (gap === null) {
        gap = 0;
        // Kerning before a removed glyph would reveal something about it.
        for (let before = out.at(-1); typeof before === 'number'; before = out.at(-1)) {
          gap -= before;
          out.pop();
        }
      }
      removed.push(glyph);
      gap += unit === 0 ? 0 : glyph.advance / unit;
    }
    flush();
  });
  if (show.followed) close();
  return out.some((value) => value instanceof PdfString) || show.followed ? out : [];
}

/**
 * True where the width of glyphs reveals more than their number. Digits and monospaced letters are equally wide and
 * reveal nothing.
 */
function revealsWidth(glyphs: readonly ShownGlyph[]): boolean {
  const widths = new Set(glyphs.map(({ width }) => Math.round(width * 1000)));
  if (widths.size === 1 && new Set(glyphs.map(({ code }) => code)).size > 2) return false;
  return !glyphs.every(({ unicode }) => unicode !== null && /^[\p{Nd}\p{P}\p{Zs}]+$/u.test(unicode));
}

/** Length on the page of one unit of text space along the line, without font size and scale. */
function lengthOf({ shown, context }: Show): number {
  const { fontSize, scale } = context.state.text;
  const [a, b, c, d] = shown.matrix;
  return shown.font?.vertical === true
    ? Math.hypot(c, d) / Math.abs(fontSize || 1)
    : Math.hypot(a, b) / Math.abs(fontSize * scale || 1);
}

/** `width` in thousandths, rounded to whole steps on the page. */
function quantised(width: number, unit: number, exact: boolean): number {
  const step = Math.abs(unit) < 1e-9 ? 0 : spacingStep / Math.abs(unit);
  const rounded = exact || step === 0 ? width : Math.round(width / step) * step;
  return Math.round(rounded * 1000) / 1000;
}

/**
 * Merges moves between operations that lost all their text. A file that positions each letter would otherwise retain
 * the width of each.
 */
function mergeMoves(texts: readonly (Show | Move)[], empty: ReadonlySet<Show>, replacements: Replacements): void {
  let pending: Move[] = [];
  let idle = false;
  const drop = (moves: readonly Move[]) => {
    for (const { operation } of moves)
      replacements.set(operation.start, {
        end: operation.end,
        operations: leadingOf(operation.operator, operation.operands),
      });
  };
  for (const entry of texts) {
    if (entry.kind === 'show') {
      if (empty.has(entry)) idle = true;
      else {
        if (idle) merge(pending, replacements, drop);
        pending = [];
        idle = false;
      }
      continue;
    }
    const { operator } = entry.operation;
    if (operator === 'Tm' || operator === 'ET' || operator === 'BT') {
      if (idle) drop(pending);
      pending = operator === 'Tm' ? [entry] : [];
      idle = false;
    } else pending.push(entry);
  }
}

/** `TD` also sets the leading. */
function leadingOf(operator: string, operands: readonly Obj[]): NewOperation[] {
  const y = operands.at(-1);
  return operator === 'TD' && typeof y === 'number' ? [{ operator: 'TL', operands: [-y] }] : [];
}

function merge(pending: readonly Move[], replacements: Replacements, drop: (moves: readonly Move[]) => void): void {
  const moves = pending.filter(({ operation }) => operation.operator !== 'Tm');
  const last = moves.at(-1);
  if (moves.length < 2 || last === undefined) return;
  let [x, y] = [0, 0];
  for (const { operation, leading } of moves) {
    const [dx, dy] = operation.operands.slice(-2);
    if (operation.operator === 'T*') y -= leading;
    else {
      x += typeof dx === 'number' ? dx : 0;
      y += typeof dy === 'number' ? dy : 0;
    }
  }
  drop(moves);
  const own = leadingOf(last.operation.operator, last.operation.operands);
  replacements.set(last.operation.start, {
    end: last.operation.end,
    operations: [...own, { operator: 'Td', operands: [exactly(x), exactly(y)] }],
  });
}

const exactly = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
