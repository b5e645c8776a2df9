import { end, Keyword, Lexer, type Token } from '../objects/lexer.ts';
import { Name, type Dict, type PdfString } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { wishOf, type FontKind, type FontWish } from '../typeset/font-wish.ts';

/** The style of a field's text, by its default appearance string (ISO 32000-2, 12.7.4.3). */
export interface DefaultAppearance {
  readonly wish: FontWish;
  /** Points; 0 fits the size to the box. */
  readonly size: number;
  /** The operator that sets the colour, with its operands. */
  readonly color: string;
}

const colorOperands: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 };

/** Tokens of a default appearance string. */
const maxTokens = 200;

/**
 * Reads a default appearance string. Defaults: black Helvetica, with a size that fits. `resources` is DR of the form.
 */
export function readDefaultAppearance(
  file: PdfFile,
  appearance: PdfString | null,
  resources: Dict | null,
): DefaultAppearance {
  const lexer = new Lexer(appearance?.bytes ?? Buffer.alloc(0));
  const operands: Token[] = [];
  let font = 'Helvetica';
  let size = 0;
  let color = '0 g';
  for (let count = 0, token = lexer.next(); token !== end && count < maxTokens; count += 1, token = lexer.next()) {
    if (!(token instanceof Keyword)) {
      operands.push(token);
      continue;
    }
    const wanted = colorOperands[token.value];
    const numbers = operands.filter((operand) => typeof operand === 'number');
    if (token.value === 'Tf') {
      const name = operands.findLast((operand) => operand instanceof Name);
      if (name instanceof Name) font = name.value;
      size = Math.abs(numbers.at(-1) ?? 0);
    } else if (wanted !== undefined && numbers.length >= wanted)
      color = `${numbers.slice(-wanted).map(inUnit).join(' ')} ${token.value}`;
    operands.length = 0;
  }
  return {
    wish: wishOfResource(file, font, resources),
    size: Number.isFinite(size) ? Math.min(size, maxFontSize) : 0,
    color,
  };
}

/** Largest font size in points. */
const maxFontSize = 1_000;

/** A number in 0 to 1 as content writes it. */
export const inUnit = (value: number) => String(Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000);

/**
 * The requested font for a font of the default resources: its name, and its look by the descriptor (ISO 32000-2, 9.8).
 */
function wishOfResource(file: PdfFile, name: string, resources: Dict | null): FontWish {
  const font = file.dict(file.dict(resources?.get('Font') ?? null)?.get(name) ?? null);
  const descendant = file.dict(file.array(font?.get('DescendantFonts') ?? null)?.[0] ?? null);
  const base = file.name(font?.get('BaseFont') ?? null) ?? name;
  const descriptor = file.dict((descendant ?? font)?.get('FontDescriptor') ?? null);
  const wish = wishOf(base);
  const flags = file.number(descriptor?.get('Flags') ?? null);
  if (flags === null) return wish;
  const bold =
    wish.bold || (flags & 0x4_0000) !== 0 || (file.number(descriptor?.get('FontWeight') ?? null) ?? 400) >= 600;
  return wishOf(base, {
    bold,
    italic: wish.italic || (flags & 0x40) !== 0,
    kind: wish.known ? wish.kind : kindOf(flags),
  });
}

/** Bits of Flags (ISO 32000-2, table 121): fixed pitch, serif. */
const kindOf = (flags: number): FontKind => ((flags & 1) !== 0 ? 'mono' : (flags & 2) !== 0 ? 'serif' : 'sans');
