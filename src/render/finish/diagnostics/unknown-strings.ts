import { nearName } from '../../../near-names.ts';
import type { Document } from '../../model/document.ts';
import type { Made } from '../../model/types/made.ts';
import type { Warning } from '../../model/types/warning.ts';
import { placeOf } from '../../plan/made.ts';
import { hasStrings, stringsIn } from '../../running/strings/placeholder.ts';

/** Maximum number of reported findings. */
const maxFindings = 20;

/** Something in braces that is meant as a heading or a named string. */
const inBraces = /\{\s{0,9}(?:heading|string)\s{0,9}(?:[:,][^{}]{0,120})?\}/g;

/**
 * Placeholders of headings and named strings in headers, footers and stamps that certainly show nothing: their form is
 * wrong, or no style sheet sets the string. Not with scripts and remote pages, which may bring style sheets.
 */
export function unknownStrings(document: Document): Warning[] {
  const found = new Map<string, Warning>();
  for (const piece of document.made) {
    if (piece.kind === 'html' || piece.kind === 'css' || !piece.text.includes('{')) continue;
    for (const message of [...malformed(piece), ...unset(piece, document)])
      if (found.size < maxFindings && !found.has(message.text))
        found.set(message.text, {
          code: 'placeholder-unknown',
          message: message.text,
          pointer: placeOf(piece, message.given),
        });
  }
  return [...found.values(), ...unsetInMargins(document)];
}

/** Strings in margin boxes that no style sheet sets. */
function unsetInMargins(document: Document): Warning[] {
  if (mayHaveOthers(document)) return [];
  const { marginStrings, stringNames, made, segments } = document;
  const names = new Set(marginStrings.map(({ key }) => key.slice('string:'.length)));
  return [...names]
    .filter((name) => !stringNames.has(name))
    .map((name) => {
      const piece = made.find(({ text }) => text.includes(`string(${name}`));
      const complete = segments.find((segment) => segment.kind === 'complete');
      const place = piece === undefined ? complete?.pointer : placeOf(piece, `string(${name}`);
      return {
        code: 'css-ignored',
        message: `A margin box has \`string(${name})\`, and no style sheet sets this string. ${hintFor(name, stringNames)}`,
        ...(place !== undefined && { pointer: place }),
      };
    });
}

/** True where scripts or remote pages may bring style sheets. */
const mayHaveOthers = ({ segments }: Document): boolean =>
  segments.some((segment) => segment.kind === 'remote' || ('scripts' in segment && segment.scripts));

function hintFor(name: string, names: ReadonlySet<string>): string {
  const near = nearName(name, names, 3);
  return near === null ? 'A style sheet sets one with `string-set`.' : `Is \`${near}\` meant?`;
}

interface Message {
  readonly text: string;
  /** What the piece has. */
  readonly given: string;
}

function malformed({ kind, text }: Made): Message[] {
  return [...text.matchAll(inBraces)]
    .map(([given]) => given)
    .filter((given) => !hasStrings(given))
    .map((given) => ({
      given,
      text:
        `A ${kind} has \`${given}\`, which is no placeholder and is printed unchanged. There are \`{heading:1}\` to ` +
        '`{heading:6}` and `{string:name}`, each with `, first`, `, start`, `, last` or `, first-except`.',
    }));
}

function unset({ kind, text }: Made, document: Document): Message[] {
  if (mayHaveOthers(document)) return [];
  const { stringNames } = document;
  return stringsIn(text).flatMap(({ key, written }) => {
    const name = key.startsWith('string:') ? key.slice('string:'.length) : null;
    if (name === null || stringNames.has(name)) return [];
    return {
      given: written,
      text: `A ${kind} has \`{string:${name}}\`, and no style sheet sets this string: nothing is printed. ${hintFor(name, stringNames)}`,
    };
  });
}
