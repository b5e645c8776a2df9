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
  return [...found.values()];
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
        '`{heading:6}` and `{string:name}`, each with `, first`, `, last` or `, first-except`.',
    }));
}

function unset({ kind, text }: Made, { stringNames, segments }: Document): Message[] {
  if (segments.some((segment) => segment.kind === 'remote' || ('scripts' in segment && segment.scripts))) return [];
  return stringsIn(text).flatMap(({ key, written }) => {
    const name = key.startsWith('string:') ? key.slice('string:'.length) : null;
    if (name === null || stringNames.has(name)) return [];
    const near = nearName(name, stringNames, 3);
    const hint = near === null ? 'A style sheet sets one with `string-set`.' : `Is \`${near}\` meant?`;
    return {
      given: written,
      text: `A ${kind} has \`{string:${name}}\`, and no style sheet sets this string: nothing is printed. ${hint}`,
    };
  });
}
