import type { FontCache } from '../content/interpreter-options.ts';
import { ContentBudget } from '../content/budget.ts';
import type { Operation } from '../content/operation.ts';
import { runPage } from '../content/run-page.ts';
import type { ContentFont } from '../content/fonts/content-font.ts';
import { toUnicodeByCode } from '../fonts/to-unicode.ts';
import type { Frame } from '../content/state/frame.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { type Stream, Dict, Name, Ref, type Obj } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import type { Changes } from '../file/changes.ts';

/** Resources, fonts and codes that the content of a document uses after the removals. */
export interface Survey {
  /** Resource dictionaries, and which names of which category are used of them. */
  readonly used: ReadonlyMap<Dict, ReadonlyMap<string, ReadonlySet<string>>>;
  /** Content streams that were run, by object number. */
  readonly scanned: ReadonlySet<number>;
  readonly fonts: ReadonlyMap<Dict, { readonly font: ContentFont; readonly codes: ReadonlySet<number> }>;
  /** The number of glyphs without a known text, by 1-based page. */
  readonly unreadable: ReadonlyMap<number, number>;
}

const categories: Readonly<Record<string, string>> = {
  Do: 'XObject',
  gs: 'ExtGState',
  sh: 'Shading',
  cs: 'ColorSpace',
  CS: 'ColorSpace',
  scn: 'Pattern',
  SCN: 'Pattern',
  BDC: 'Properties',
  DP: 'Properties',
  Tf: 'Font',
};

/** Runs the content of the pages as changed, and records the resources, fonts and codes that it uses. */
export function survey(changes: Changes, pages: readonly PdfPage[]): Survey {
  const used = new Map<Dict, Map<string, Set<string>>>();
  const scanned = new Set<number>();
  const fonts = new Map<Dict, { font: ContentFont; codes: Set<number> }>();
  const unreadable = new Map<number, number>();
  const budget = new ContentBudget();
  const cache: FontCache = new Map();
  const use = (resources: Dict, category: string, name: string) => {
    const own = used.get(resources) ?? new Map<string, Set<string>>();
    used.set(resources, own);
    const names = own.get(category) ?? new Set();
    own.set(category, names.add(name));
  };
  pages.forEach((page, index) => {
    runPage(
      changes,
      page,
      {
        enter(frame: Frame) {
          if (frame.num > 0) scanned.add(frame.num);
          if (!used.has(frame.resources)) used.set(frame.resources, new Map());
          return undefined;
        },
        operation: (operation, { frame: { resources } }) => {
          const name = nameOf(operation);
          const category = categories[operation.operator];
          if (category !== undefined && name !== null) use(resources, category, name);
          for (const space of inlineSpaces(operation)) use(resources, 'ColorSpace', space);
        },
        text({ font, glyphs }) {
          if (font === null) return;
          const own = fonts.get(font.dict) ?? { font, codes: new Set<number>() };
          fonts.set(font.dict, own);
          for (const { code, unicode } of glyphs) {
            own.codes.add(code);
            if (unicode === null) unreadable.set(index + 1, (unreadable.get(index + 1) ?? 0) + 1);
          }
        },
      },
      { budget, fonts: cache },
    );
  });
  return { used, scanned, fonts, unreadable };
}

function nameOf({ operator, operands }: Operation): string | null {
  const name = operator === 'Tf' ? operands.at(-2) : operands.at(-1);
  return name instanceof Name ? name.value : null;
}

function inlineSpaces({ image }: Operation): string[] {
  const space = image === undefined ? null : (image.dict.get('CS') ?? image.dict.get('ColorSpace'));
  return (Array.isArray(space) ? space : [space]).flatMap((entry) => (entry instanceof Name ? [entry.value] : []));
}

/** Spaces that replace those of a device (ISO 32000-2, 8.6.5.6), although no operator names them. */
const implied: ReadonlySet<string> = new Set(['DefaultGray', 'DefaultRGB', 'DefaultCMYK']);

/** A copy of resources that has only the used entries. */
export function usedResources(changes: Changes, resources: Dict, { used }: Survey): Dict {
  const own = new Dict();
  for (const [category, names] of [
    ...(used.get(resources) ?? new Map<string, Set<string>>()),
    ['ColorSpace', implied] as const,
  ]) {
    const entries = changes.dict(resources.get(category));
    if (entries === null) continue;
    const remaining = (own.get(category) as Dict | null) ?? new Dict();
    for (const [name, value] of entries) if (names.has(name)) remaining.set(name, value);
    if (remaining.size > 0) own.set(category, remaining);
  }
  return own;
}

/**
 * Reduces the own resources of every content stream and Type 3 font to those that it uses. The resources of pages are
 * reduced elsewhere, by their owner.
 */
export function pruneResources(changes: Changes, found: Survey): void {
  for (const num of found.scanned) {
    const dict = changes.dict(new Ref(num));
    const resources = changes.dict(dict?.get('Resources') ?? null);
    if (resources !== null) changes.dictAt(new Ref(num)).set('Resources', usedResources(changes, resources, found));
  }
}

/**
 * Reduces fonts whose text was removed to the glyphs that are still shown. ToUnicode would reveal the characters in the
 * order of the text, and a glyph of Type 3 may be a whole word. `refs` are the fonts that are indirect objects.
 */
export function pruneFonts(changes: Changes, { fonts, used }: Survey, edited: (font: Dict) => boolean): void {
  const refs = new Map<Dict, Ref>();
  for (const resources of used.keys()) {
    for (const [, entry] of changes.dict(resources.get('Font')) ?? new Dict()) {
      const dict = entry instanceof Ref ? changes.dict(entry) : null;
      if (entry instanceof Ref && dict !== null) refs.set(dict, entry);
    }
  }
  for (const [known, ref] of refs) {
    if (!edited(known)) continue;
    const shown = fonts.get(known);
    const codes = shown?.codes ?? new Set<number>();
    const font = changes.dictAt(ref);
    if (known.has('ToUnicode'))
      font.set('ToUnicode', shown === undefined ? null : changes.add(toUnicode(shown.font, codes)));
    const procedures = changes.dict(known.get('CharProcs'));
    if (procedures === null) continue;
    const names = new Set([...codes].map((code) => shown?.font.glyphName(code) ?? ''));
    font.set('CharProcs', new Dict(procedures.entries().filter(([name]) => names.has(name))));
    pruneNames(changes, font, names);
    const resources = changes.dict(known.get('Resources'));
    if (resources !== null)
      font.set(
        'Resources',
        usedResources(changes, resources, { fonts, used, scanned: new Set(), unreadable: new Map() }),
      );
  }
}

/** Names of glyphs of a Type 3 font can be anything. */
function pruneNames(changes: Changes, font: Dict, names: ReadonlySet<string>): void {
  const encoding = changes.dict(font.get('Encoding'));
  const differences = changes.array(encoding?.get('Differences') ?? null);
  if (encoding === null || differences === null) return;
  const remaining: Obj[] = differences.map((entry) =>
    entry instanceof Name && !names.has(entry.value) ? new Name('.notdef') : entry,
  );
  font.set('Encoding', encoding.copy().set('Differences', remaining));
}

/** A ToUnicode CMap (ISO 32000-2, 9.10.3) of the codes that are left, in their order. */
function toUnicode(font: ContentFont, codes: ReadonlySet<number>): Stream {
  const texts = [...codes]
    .sort((one, other) => one - other)
    .flatMap((code) => {
      const text = font.unicode(code);
      return text === null ? [] : [[code, text] as const];
    });
  return newFlateStream(new Dict(), toUnicodeByCode(texts, font.kind === 'composite' ? 2 : 1));
}
