import type { Rule } from 'css-tree';
import type { Edit } from '../../complete/read-complete.ts';
import { parse, unparsedTexts, walk } from '../../html/css.ts';
import { maskedCss } from '../../compose/style-rules.ts';
import type { NotePart } from '../../model/types/note-styles.ts';

/** The pseudo-elements of notes (CSS Generated Content for Paged Media 3, 2.4 and 2.5). */
const pseudo = /::?footnote-(call|marker)(?![\w-])/gi;
const words = /::?footnote-(?:call|marker)\b|@footnote\b/i;

/** True where CSS may begin the numbers of notes anew. */
export const mayRestart = (text: string): boolean => /counter-reset/i.test(text) && /\bfootnote\b/i.test(text);

/** False where CSS certainly has no rule for notes, and no declaration that begins their numbers anew. */
export const mayBeOfNotes = (text: string): boolean => words.test(text) || mayRestart(text);

/** Maximum number of characters of the selectors of a rule for notes, and of parentheses in parentheses. */
const max = { characters: 5000, depth: 20 };

/** What the selectors of a rule name, each at its end; `null` where they name neither, or not the same. */
export function notePartOf(selectors: string): NotePart | null {
  if (selectors.length > max.characters || selectors.search(pseudo) < 0) return null;
  const plain = withoutParentheses(maskedCss(selectors));
  const parts = plain.split(',').map((one) => /::?footnote-(call|marker)\s*$/i.exec(one)?.[1]?.toLowerCase());
  const [part] = parts;
  return (part === 'call' || part === 'marker') && parts.every((one) => one === part) ? part : null;
}

/** True where selectors name such a pseudo-element where it has no effect. */
export const misplacesNotePart = (selectors: string): boolean =>
  maskedCss(selectors).search(pseudo) >= 0 && notePartOf(selectors) === null;

function withoutParentheses(selectors: string): string {
  let text = selectors;
  for (let depth = 0; depth < max.depth && text.includes(')'); depth += 1) text = text.replaceAll(/\([^()]*\)/g, '');
  return text;
}

/** The name of the custom property that a note has in place of a property of its call or its marker. */
export const notePropertyOf = (part: NotePart, property: string): string => `--colophon-${part}-${property}`;

/** A declaration for the calls or the markers of notes. */
export interface NoteDeclaration {
  readonly part: NotePart;
  readonly property: string;
}

/** The declarations of a style sheet for the calls and the markers of notes, and the edits by which notes get them. */
export function noteRulesIn(css: string): { readonly declared: NoteDeclaration[]; readonly edits: Edit[] } {
  const [declared, edits]: [NoteDeclaration[], Edit[]] = [[], []];
  if (css.search(pseudo) < 0) return { declared, edits };
  const tree = parse(css, unparsedTexts);
  walk(tree, {
    visit: 'Rule',
    enter(rule) {
      const part = rule.prelude.type === 'Raw' ? notePartOf(rule.prelude.value) : null;
      if (part === null) return;
      edits.push(...selectorEdits(css, rule));
      for (const line of rule.block.children) {
        if (line.type !== 'Declaration' || !line.loc || line.property.startsWith('--')) continue;
        const property = line.property.toLowerCase();
        const start = line.loc.start.offset;
        declared.push({ part, property });
        edits.push({ start, end: start + line.property.length, text: notePropertyOf(part, property) });
      }
    },
  });
  return { declared, edits: edits.sort((one, other) => one.start - other.start) };
}

/** Selectors of notes in place of selectors of their calls: a pseudo-element alone belongs to any element. */
function selectorEdits(css: string, { prelude }: Rule): Edit[] {
  if (!prelude.loc) return [];
  const from = prelude.loc.start.offset;
  const selectors = css.slice(from, prelude.loc.end.offset);
  return Array.from(maskedCss(selectors).matchAll(pseudo), ({ 0: { length }, index }) => ({
    start: from + index,
    end: from + index + length,
    text: index === 0 || /[\s,>+~(]/.test(selectors[index - 1] ?? '') ? '*' : '',
  }));
}
