import { unescaped } from '../../../compose/style-rules.ts';

/** A compound selector (Selectors 4, 4.2), as far as elements can be tested for it. */
export interface Compound {
  /** `null` = any. */
  readonly name: string | null;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  readonly pseudos: readonly Pseudo[];
  /** Attribute conditions. */
  readonly attributes: readonly RequestedAttribute[];
}

/** An attribute condition; the name is in lower case. */
export interface RequestedAttribute {
  readonly name: string;
  /** Its whole value; `null` where other values match too. */
  readonly value: string | null;
}

/** A pseudo-class or a pseudo-element. */
export interface Pseudo {
  readonly name: string;
  /** Its argument; '' where it has none. */
  readonly argument: string;
  /** The argument as a list of selectors; `null` = one that cannot be read. */
  readonly selectors: readonly (readonly Step[] | null)[];
}

/** A compound selector with the combinator before it. */
export interface Step {
  readonly combinator: ' ' | '>' | '+' | '~';
  readonly compound: Compound;
}

const identifier = String.raw`(?:\\(?:(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{1,5}(?![0-9a-fA-F]))[ \t\n\r\f]?|[^\n0-9a-fA-F])|[\w-]|[^\x00-\x7f])+`;
const simple = new RegExp(
  String.raw`([.#]?)(${identifier})|\*|&|(::?)(${identifier})|\[[^\]]*\]|(\()|\s*([>+~|]|\s)\s*`,
  'y',
);

/** Offset of the parenthesis that closes the one before `at`. */
function closing(text: string, at: number): number {
  let depth = 1;
  for (let index = at; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return text.length;
}

/** The selectors of a list, split at its commas. */
export function selectorsIn(list: string): string[] {
  const found: string[] = [];
  let [from, depth] = [0, 0];
  for (let index = 0; index <= list.length; index += 1) {
    const character = list[index];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === undefined || (character === ',' && depth === 0)) {
      found.push(list.slice(from, index).trim());
      from = index + 1;
    }
  }
  return found.filter((selector) => selector !== '');
}

/** Pseudo-classes with selectors as argument, of which the element itself must match one or none. */
const lists = new Set(['is', 'where', 'matches', 'not']);
const escapedBracket = /\\[()[\],]/;
/** Maximum number of characters of a selector, and maximum depth of lists in it. */
const [maxCharacters, maxDepth] = [2000, 6];

/** True for a compound of a name and classes alone. */
export const isPlain = ({ ids, pseudos, attributes }: Compound): boolean =>
  ids.length === 0 &&
  attributes.length === 0 &&
  pseudos.every(
    ({ selectors }) =>
      selectors.length > 0 &&
      selectors.every((steps) => steps?.length === 1 && steps.every(({ compound }) => isPlain(compound))),
  );

/** The compounds of a complex selector, in order; `null` where it cannot be read. */
export function stepsOf(selector: string, depth = 0): Step[] | null {
  const text = selector.trim();
  if (text.length > maxCharacters || depth > maxDepth || (escapedBracket.test(text) && text.includes('('))) return null;
  const steps: Step[] = [];
  let combinator: Step['combinator'] = ' ';
  let [name, classes, ids, pseudos, attributes, any]: [
    string | null,
    string[],
    string[],
    Pseudo[],
    RequestedAttribute[],
    boolean,
  ] = [null, [], [], [], [], false];
  const end = (): void => {
    if (any) steps.push({ combinator, compound: { name, classes, ids, pseudos, attributes } });
    [name, classes, ids, pseudos, attributes, any] = [null, [], [], [], [], false];
  };
  for (simple.lastIndex = 0; simple.lastIndex < text.length;) {
    const at = simple.lastIndex;
    const [, mark, word, colons, pseudo, parenthesis, between] = simple.exec(text) ?? [];
    if (simple.lastIndex <= at || parenthesis !== undefined || between === '|') return null;
    if (between !== undefined) {
      end();
      combinator = between.trim() === '' ? ' ' : (between as Step['combinator']);
      continue;
    }
    any = true;
    if (mark === '.') classes.push(unescaped(word ?? ''));
    else if (mark === '#') ids.push(unescaped(word ?? ''));
    else if (word !== undefined) name = unescaped(word).toLowerCase();
    else if (text[at] === '[') attributes.push(requestedIn(text.slice(at + 1, simple.lastIndex - 1)));
    else if (pseudo !== undefined) {
      const { lastIndex } = simple;
      const close = text[lastIndex] === '(' ? closing(text, lastIndex + 1) : -1;
      const argument = close < 0 ? '' : text.slice(lastIndex + 1, close).trim();
      const called = unescaped(pseudo).toLowerCase();
      if (colons !== undefined)
        pseudos.push({
          name: called,
          argument,
          selectors: lists.has(called) ? selectorsIn(argument).map((one) => stepsOf(one, depth + 1)) : [],
        });
      if (close >= 0) simple.lastIndex = close + 1;
    }
  }
  end();
  return steps;
}

const attribute = /^\s*([\w-]+)\s*(?:=\s*([\w-]+)\s*(?:i\s*)?)?$/i;

/** An attribute selector (Selectors 4, 6.1); with an empty name where it is more than a name, or a name and a value. */
function requestedIn(text: string): RequestedAttribute {
  const [, name = '', value] = attribute.exec(text) ?? [];
  return {
    name: (name || (/^\s*([\w-]+)\s*[~|^$*]?=/.exec(text)?.[1] ?? '')).toLowerCase(),
    value: value?.toLowerCase() ?? null,
  };
}

/** `An+B` (CSS Syntax 3, 6); `null` for anything else. */
export function nthOf(argument: string): { readonly step: number; readonly offset: number } | null {
  const text = argument.toLowerCase().replaceAll(/\s+/g, '');
  if (text === 'even') return { step: 2, offset: 0 };
  if (text === 'odd') return { step: 2, offset: 1 };
  const [, sign, step, offset] = /^(?:([+-]?)(\d*)n)?([+-]?\d+)?$/.exec(text) ?? [];
  if (text === '' || (sign === undefined && step === undefined && offset === undefined)) return null;
  return {
    step: step === undefined ? 0 : Number(`${sign ?? ''}${step === '' ? 1 : step}`),
    offset: Number(offset ?? 0),
  };
}
