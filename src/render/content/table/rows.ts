import { colorSyntax, colourMistake } from '../../../input/color.ts';
import { mistakeLimit, type Report } from '../../../input/fields.ts';
import type { JsonSchema } from '../../../input/input.ts';
import { didYouMean } from '../../../near-names.ts';
import { footnotesJsonSchema, footnotesMistake } from '../../typeset/footnotes/footnote-options.ts';
import { maxValues } from './sparkline.ts';
import { maxColumns, maxRowSpan } from './table-params.ts';

/**
 * Checks `rows` and its cells without the schema library: a million cells take a fraction of a second here, and minutes
 * there. A cell is a text, a number, a boolean, null, or an object of `fields`.
 */

type Path = readonly (string | number)[];
type FieldCheck = (value: unknown) => string | undefined;

const span =
  (max: number): FieldCheck =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max
      ? undefined
      : `must be a whole number from 1 to ${max}`;

const alignments = ['left', 'center', 'right'];

const fields: Readonly<Record<string, FieldCheck>> = {
  text: (value) => (isPlain(value) ? undefined : 'must be a string, a number, a boolean or null'),
  html: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  sparkline: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= maxValues && value.every((one) => Number.isFinite(one))
      ? undefined
      : `must be a list of 1 to ${maxValues} numbers`,
  colspan: span(maxColumns),
  rowspan: span(maxRowSpan),
  align: (value) => (alignments.includes(value as string) ? undefined : `must be one of ${alignments.join(', ')}`),
  background: colourMistake,
  footnotes: footnotesMistake,
};

/** The fields of which a cell has one. */
const contents = ['text', 'html', 'sparkline'];

/** The same as JSON Schema. */
const plainSchema = { type: ['string', 'number', 'boolean', 'null'] };
const cellSchema: JsonSchema = {
  anyOf: [
    plainSchema,
    {
      type: 'object',
      properties: {
        text: plainSchema,
        html: { type: 'string' },
        sparkline: {
          type: 'array',
          items: { type: 'number' },
          minItems: 1,
          maxItems: maxValues,
          description: 'The values of a small line in the cell.',
        },
        colspan: { type: 'integer', minimum: 1, maximum: maxColumns },
        rowspan: { type: 'integer', minimum: 1, maximum: maxRowSpan },
        align: { enum: alignments },
        background: { type: 'string', pattern: colorSyntax.source },
        footnotes: footnotesJsonSchema,
      },
      oneOf: contents.map((name) => ({ required: [name] })),
      additionalProperties: false,
    },
  ],
};
/** JSON Schema of `rows`, for the reference. */
export const rowsSchema: JsonSchema = {
  type: 'array',
  items: {
    anyOf: [
      { type: 'array', items: cellSchema },
      { type: 'object', additionalProperties: cellSchema },
    ],
  },
  description:
    'Arrays with a cell a column (a cell that spans counts for what it covers), or objects with the keys of ' +
    'the columns, at least one of them; other keys are left out, absent ones are empty.',
};

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
}

function checkCell(cell: unknown, path: Path, limited: Limited): void {
  if (isPlain(cell)) return;
  if (typeof cell === 'object' && cell !== null && !Array.isArray(cell)) checkRich(cell, path, limited);
  else limited.report(path, 'a cell must be a string, a number, a boolean, null or an object');
}

function checkRich(rich: object, path: Path, { report, full }: Limited): void {
  for (const name in rich) {
    if (full()) return;
    const value = (rich as Readonly<Record<string, unknown>>)[name];
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const problem = check ? check(value) : `is not allowed${didYouMean(name, Object.keys(fields))}`;
    if (problem !== undefined)
      report([...path, name.slice(0, longestName)], `\`${name.slice(0, longestName)}\` ${problem}`);
  }
  if (contents.filter((name) => Object.hasOwn(rich, name)).length !== 1)
    report(path, 'a cell must have exactly one of `text`, `html`, `sparkline`');
}

function checkRow(row: unknown, index: number, limited: Limited): void {
  if (Array.isArray(row)) {
    const cells = row as unknown[];
    for (let at = 0; at < cells.length && !limited.full(); at += 1)
      if (!isPlain(cells[at])) checkCell(cells[at], [index, at], limited);
  } else if (typeof row === 'object' && row !== null) {
    for (const key in row) {
      if (limited.full()) return;
      const cell = (row as Readonly<Record<string, unknown>>)[key];
      if (!isPlain(cell)) checkCell(cell, [index, key.slice(0, longestName)], limited);
    }
  } else limited.report([index], 'a row must be an array or an object');
}

/** Maximum number of characters of a key in a message. */
const longestName = 255;

interface Limited {
  readonly report: Report;
  readonly full: () => boolean;
}

/** Counts reports, so that the check of a million wrong cells ends early. */
export function limited(report: Report): Limited {
  let count = 0;
  return {
    report: (path, problem) => {
      count += 1;
      report(path, problem);
    },
    full: () => count >= mistakeLimit,
  };
}

/** Checks the value of `rows` by itself, without the columns. */
export function checkRows(value: unknown, all: Report): void {
  const counting = limited(all);
  if (!Array.isArray(value)) counting.report([], 'must be an array');
  else
    for (let index = 0; index < value.length && !counting.full(); index += 1) checkRow(value[index], index, counting);
}
