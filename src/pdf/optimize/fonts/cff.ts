import { operandLength, type2Operand } from '../../fonts/programs/charstring-operand.ts';
import { readCff } from '../../fonts/programs/cff-program.ts';
import { encodingOf } from '../../fonts/encodings/encodings.ts';
import { CffFont, type CffObjects } from '../../fonts/cff.ts';
import { refuse, unlessBroken } from '../../fonts/fault.ts';

const charStringsOperator = 17;
const headerLength = 4;
/** `endchar`: a glyph that paints nothing. */
const nothing = 0x0e;

/**
 * A CFF program in which only these glyphs paint something; null where it cannot be read or would not become smaller.
 * The others are filled with the operator that ends a glyph: no offset changes, and they compress to almost nothing.
 */
export function blankCff(cff: Buffer, glyphs: ReadonlySet<number>): Buffer | null {
  return unlessBroken(() => {
    const font = new CffFont(cff, refuse);
    if (font.tops.count !== 1 || (font.top.get(charStringsOperator)?.[0] ?? 0) < headerLength) return null;
    const copy = Buffer.from(cff);
    const { charStrings } = font;
    const retained = new Set([0, ...glyphs, ...accentParts(cff, glyphs, charStrings)]);
    let gone = 0;
    for (let glyph = 0; glyph < charStrings.count; glyph += 1) {
      if (retained.has(glyph)) continue;
      const [from, to] = charStrings.place(glyph);
      copy.fill(nothing, from, to);
      gone += Math.max(0, to - from - 1);
    }
    return gone === 0 ? null : copy;
  });
}

/**
 * Components of accented glyphs: `endchar` with four operands names two by StandardEncoding (technical note 5177,
 * appendix C).
 */
function accentParts(cff: Buffer, glyphs: ReadonlySet<number>, charStrings: CffObjects): number[] {
  const codes = [...glyphs].flatMap((glyph) => accentCodes(charStrings.item(glyph) ?? Buffer.alloc(0)));
  if (codes.length === 0) return [];
  const program = readCff(cff);
  const standard = encodingOf('StandardEncoding');
  return codes.flatMap((code) => program?.byName(standard.get(code) ?? '') ?? []);
}

/** The last two operands of a charstring that is nothing but operands and `endchar`, where there are four at least. */
function accentCodes(code: Buffer): number[] {
  const operands: number[] = [];
  let at = 0;
  while (at < code.length) {
    const first = code[at] ?? 0;
    if (first !== 28 && first < 32) break;
    operands.push(type2Operand(code, at));
    at += operandLength(first);
  }
  return code[at] === nothing && operands.length >= 4 ? operands.slice(-2) : [];
}
