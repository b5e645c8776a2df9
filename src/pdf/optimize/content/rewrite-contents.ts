import { Dict } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { Level } from '../levels.ts';
import type { RunContent, Survey } from '../survey.ts';
import { contentOf, placeContent } from './content-stream.ts';
import { rewriteContent } from './rewrite-content.ts';
import type { Exactness, Recoding } from './text-pen.ts';

/** How much of the content of a page is rewritten. */
export type ContentEffort = 'all' | 'placed' | 'none';

/** The content of a document, and how it is rewritten. */
export interface RewriteContentsOptions {
  readonly survey: Survey;
  readonly level: Level;
  readonly recodings: ReadonlyMap<Dict, Recoding>;
  /** Pages with less rewriting, because they did not look the same. */
  readonly efforts: ReadonlyMap<number, ContentEffort>;
}

/** Rewritten content, and its pages. */
export interface Rewritten {
  readonly pages: ReadonlySet<number>;
}

/** Bytes of a stream; larger ones stay. */
const maxBytes = 50_000_000;

/** Rewrites content in fewer bytes, and text in recoded fonts with their new codes. */
export function rewriteContents(
  changes: Changes,
  { survey, level, recodings, efforts }: RewriteContentsOptions,
): Rewritten[] {
  const done: Rewritten[] = [];
  for (const content of survey.contents.values()) {
    if (content.ambiguous) continue;
    const bytes = contentOf(changes, content);
    if (bytes === null || bytes.length > maxBytes) continue;
    const effort = effortOf(content, efforts);
    const fonts = recodedFonts(changes, content, recodings);
    if (effort === 'none' && fonts.size === 0) continue;
    const made = rewriteContent(bytes, {
      recoding: (name) => fonts.get(name) ?? null,
      bringsFont: (name) => bringsFont(changes, content, name),
      exactness: exactnessOf(level, effort),
      slack: effort === 'all' ? level.slack : 0,
      scale: content.kind === 'glyph' ? 1 : content.scale,
      page: content.kind === 'page',
    });
    if (fonts.size === 0 && made.length >= bytes.length) continue;
    placeContent(changes, content, made);
    done.push({ pages: content.pages });
  }
  return done;
}

/** Whether the text of a font can be recoded: all streams that show it are known, and have unambiguous resources. */
export function recodable(changes: Changes, { contents, inherited }: Survey): (font: Dict) => boolean {
  const bound = new Set(inherited);
  for (const content of contents.values()) {
    if (!content.ambiguous && contentOf(changes, content) !== null) continue;
    for (const [, entry] of fontsOf(changes, content)) {
      const font = changes.file.dict(entry);
      if (font !== null) bound.add(font);
    }
  }
  return (font) => !bound.has(font);
}

/** The least effort of its pages. A glyph is run once for its font, and may be on any page. */
function effortOf({ kind, pages }: RunContent, efforts: RewriteContentsOptions['efforts']): ContentEffort {
  const all = kind === 'glyph' ? [...efforts.values()] : [...pages].flatMap((page) => efforts.get(page) ?? []);
  return all.includes('none') ? 'none' : all.includes('placed') ? 'placed' : 'all';
}

function exactnessOf(level: Level, effort: ContentEffort): Exactness {
  if (effort !== 'all' || !level.joined) return { slack: 0, digits: 4, joined: false };
  return level.slack > 0 ? { slack: 0.6, digits: 0, joined: true } : { slack: 0.005, digits: 2, joined: true };
}

const fontsOf = ({ file }: Changes, { resources }: RunContent): Dict => file.dict(resources.get('Font')) ?? new Dict();

function recodedFonts(
  changes: Changes,
  content: RunContent,
  recodings: RewriteContentsOptions['recodings'],
): Map<string, Recoding> {
  const own = new Map<string, Recoding>();
  if (recodings.size === 0) return own;
  for (const [name, entry] of fontsOf(changes, content)) {
    const font = changes.file.dict(entry);
    const recoding = font === null ? undefined : recodings.get(font);
    if (recoding !== undefined) own.set(name, recoding);
  }
  return own;
}

function bringsFont({ file }: Changes, { resources }: RunContent, name: string): boolean {
  return file.dict(file.dict(resources.get('ExtGState'))?.get(name) ?? null)?.has('Font') ?? false;
}
