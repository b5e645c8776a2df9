import type { Document } from '../../model/document.ts';
import type { StringPlaceholder, StringSelect } from '../../model/types/page-string.ts';

/** The pattern of a placeholder of a heading or a named string: groups for its level, its name and its choice. White space is optional. */
export const stringPattern =
  String.raw`\{\s{0,9}(?:heading\s{0,9}:\s{0,9}([1-6])|string\s{0,9}:\s{0,9}([^\s,:{}]{1,100}))\s{0,9}` +
  String.raw`(?:,\s{0,9}(first-except|first|start|last)\s{0,9})?\}`;
const anywhere = new RegExp(stringPattern);
const everywhere = new RegExp(stringPattern, 'g');

/** True where a text has such a placeholder. */
export const hasStrings = (text: string): boolean => anywhere.test(text);

/** The placeholder with these groups of the pattern. */
export const placeholderOf = ([level, name, select]: readonly (string | undefined)[]): StringPlaceholder => ({
  key: level === undefined ? `string:${name ?? ''}` : `heading:${level}`,
  select: (select ?? 'first') as StringSelect,
});

/** The placeholders of a text, in order, each as it is written there. */
export const stringsIn = (text: string): (StringPlaceholder & { readonly written: string })[] =>
  Array.from(text.matchAll(everywhere), ([written, ...groups]) => ({ ...placeholderOf(groups), written }));

/** All texts of a document in which such placeholders may be: headers, footers and stamps. */
function textsOf({ runningContent, stamps }: Document): string[] {
  return [
    ...runningContent.flatMap(({ content }) => Object.values(content) as string[]),
    ...stamps.flatMap(({ content }) => ('html' in content ? content.html : 'text' in content ? content.text : [])),
  ];
}

/** True where the first content of a page matters: `{heading:2, start}`. */
export const showsStarts = (document: Document): boolean =>
  [...document.marginStrings, ...textsOf(document).flatMap(stringsIn)].some(({ select }) => select === 'start');

/** True where a document shows headings or named strings beside its content. */
export const showsStrings = (document: Document): boolean =>
  document.marginStrings.length > 0 || textsOf(document).some(hasStrings);
