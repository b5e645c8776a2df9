import type { Lookup } from '../../content/lookup.ts';
import { fullImageDict } from '../../content/inline-image.ts';
import type { Operation } from '../../content/operation.ts';
import { parseContent } from '../../content/parse-content.ts';
import { spliced, type Splice } from '../../content/write-content.ts';
import { Name, type Dict, type Obj } from '../../objects/objects.ts';
import { shortNumber } from '../content/compact-writer.ts';
import { greyOfInks, greySpaceOf, lumaOf, type GreySpace } from './grey-space.ts';

/** How colours of content are converted. */
export interface GreyContentOptions {
  readonly file: Lookup;
  readonly resources: Dict;
  /** Receives the reason for each colour that stays. */
  readonly left: (reason: string) => void;
}

/** The colour space of the current colours: null for an unknown one, whose components are counted. */
interface Space {
  readonly space: GreySpace | null;
  readonly pattern: boolean;
}

interface Sides {
  readonly fill: Space;
  readonly stroke: Space;
}

const unknown: Space = { space: null, pattern: false };

/** Content in which every colour is a grey (ISO 32000-2, 8.6.8); null for content without colours. */
export function greyContent(bytes: Buffer, options: GreyContentOptions): Buffer | null {
  const splices: Splice[] = [];
  const saved: Sides[] = [];
  let sides: Sides = { fill: unknown, stroke: unknown };
  for (const operation of parseContent(bytes)) {
    if (operation.operator === 'q') saved.push(sides);
    else if (operation.operator === 'Q') sides = saved.pop() ?? sides;
    else {
      const changed = changeOf(operation, sides, options);
      if (changed === null) continue;
      sides = changed.sides;
      if (changed.text !== null)
        splices.push({ start: operation.start, end: operation.end, bytes: Buffer.from(changed.text, 'latin1') });
    }
  }
  return splices.length === 0 ? null : spliced(bytes, splices);
}

interface Change {
  readonly sides: Sides;
  /** The replacement; null for an operation that stays. */
  readonly text: string | null;
}

function changeOf({ operator, operands, image }: Operation, sides: Sides, options: GreyContentOptions): Change | null {
  const numbers = operands.filter((operand) => typeof operand === 'number');
  const side = operator === operator.toLowerCase() ? 'fill' : 'stroke';
  const grey = (value: number) => `${shortNumber(value, 4)} ${side === 'fill' ? 'g' : 'G'}`;
  const other = (own: Space, text: string | null): Change => ({ sides: { ...sides, [side]: own }, text });
  switch (operator) {
    case 'rg':
    case 'RG':
      return other(unknown, grey(lumaOf(numbers)));
    case 'k':
    case 'K':
      return other(unknown, grey(greyOfInks(numbers)));
    case 'g':
    case 'G':
      return other(unknown, null);
    case 'cs':
    case 'CS':
      return setSpace(operands, options, { other, grey });
    case 'sc':
    case 'scn':
    case 'SC':
    case 'SCN':
      return { sides, text: colour(operands, numbers, { own: sides[side], grey, left: options.left }) };
    case 'BI':
      if (image !== undefined && isColoured(image.dict, options))
        options.left('the colours of a picture within the content remain');
      return null;
    default:
      return null;
  }
}

function setSpace(
  operands: readonly Obj[],
  { file, resources, left }: GreyContentOptions,
  { other, grey }: { other: (own: Space, text: string | null) => Change; grey: (value: number) => string },
): Change {
  const name = operands.at(-1);
  const named = name instanceof Name ? (file.dict(resources.get('ColorSpace'))?.get(name.value) ?? name) : null;
  if (isPattern(file, named)) return other({ space: null, pattern: true }, null);
  const space = greySpaceOf(file, named);
  if (space === null) left('a colour space whose greys are not known');
  return space === null || space.grey
    ? other({ space: space ?? unchangedSpace, pattern: false }, null)
    : other({ space, pattern: false }, grey(space.toGrey(space.initial)));
}

/** For a space that stays, with its colours. */
const unchangedSpace: GreySpace = { grey: true, components: 0, initial: [], toGrey: () => 0 };

function colour(
  operands: readonly Obj[],
  numbers: readonly number[],
  {
    own: { space, pattern },
    grey,
    left,
  }: { own: Space; grey: (value: number) => string; left: (reason: string) => void },
): string | null {
  if (pattern || operands.at(-1) instanceof Name) {
    if (numbers.length > 1) left('a pattern that is painted in a colour');
    return null;
  }
  if (space !== null) return space.grey ? null : grey(space.toGrey(numbers));
  return numbers.length === 3 ? grey(lumaOf(numbers)) : numbers.length === 4 ? grey(greyOfInks(numbers)) : null;
}

/** True for the Pattern colour space. */
export function isPattern(file: Lookup, obj: Obj): boolean {
  const value = file.resolve(obj);
  const family = file.resolve(Array.isArray(value) ? (value[0] ?? null) : value);
  return family instanceof Name && family.value === 'Pattern';
}

function isColoured(dict: Dict, { file, resources }: GreyContentOptions): boolean {
  const full = fullImageDict(dict);
  const named = full.get('ColorSpace');
  const own = named instanceof Name ? (file.dict(resources.get('ColorSpace'))?.get(named.value) ?? named) : named;
  return file.resolve(full.get('ImageMask')) !== true && greySpaceOf(file, own)?.grey !== true;
}
