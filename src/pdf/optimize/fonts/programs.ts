import { readFonts } from '../../conformance/model/fonts.ts';
import { type FontModel } from '../../conformance/model/font-model.ts';
import { reachable } from '../../facts/reachable.ts';
import { Dict, Ref, Stream } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { Left } from '../streams/unchanged-streams.ts';
import type { ShownFont, Survey } from '../survey.ts';

/** A font that shows text. */
export interface ShownModel extends FontModel {
  /** The font's object. */
  readonly num: number;
  /** Codes that another follows without being placed. */
  readonly advancing: ReadonlySet<number>;
}

/** A font program in a document, and the fonts that show text with it. */
export interface ShownProgram {
  /** The stream's object. */
  readonly num: number;
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly stream: Stream;
  /** Font descriptors that refer to it, by object number. */
  readonly descriptors: ReadonlySet<number>;
  readonly fonts: readonly ShownModel[];
  /** Indexes of pages. */
  readonly pages: ReadonlySet<number>;
}

const keys = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/**
 * Font programs whose shown text is completely known. Excluded are those of fonts that a form may show any text in
 * (default resources, 12.7.3), that no content shows, or that some font refers to in another way.
 */
export function shownPrograms(changes: Changes, { fonts }: Survey, left: Left): ShownProgram[] {
  const typed = typedFonts(changes);
  const users = new Map<number, User[]>();
  const unknown = new Set<number>();
  const described = new Map<number, number>();
  for (const [num, obj] of reachable(changes, changes.trailer)) {
    if (!(obj instanceof Dict)) continue;
    for (const key of keys) {
      const program = obj.get(key);
      if (program instanceof Ref) described.set(num, program.num);
    }
    const user = obj.has('CIDSystemInfo') ? null : userOf(changes, obj);
    if (user === null) continue;
    const shown = fonts.get(obj);
    if (user.descriptor === null || shown === undefined || typed.has(obj)) unknown.add(user.program);
    else
      users.set(user.program, [
        ...(users.get(user.program) ?? []),
        { num, dict: obj, descriptor: user.descriptor, key: user.key, shown },
      ]);
  }
  for (let count = unknown.size; count > 0; count -= 1)
    left.note('font', 'a form may be filled in with it, or nothing that is shown uses it');
  return [...users].flatMap(([num, list]): ShownProgram[] => {
    const descriptors = new Set(list.map(({ descriptor }) => descriptor));
    const others = [...described].some(([descriptor, program]) => program === num && !descriptors.has(descriptor));
    const program = unknown.has(num) || others ? null : programOf(changes, num, list);
    return program === null ? [] : [program];
  });
}

/** A font, by its dictionary, that shows text with a program. */
interface User {
  readonly num: number;
  readonly dict: Dict;
  /** Object number. */
  readonly descriptor: number;
  readonly key: ShownProgram['key'];
  readonly shown: ShownFont;
}

/** By which descriptor (null for one that is no object of its own) and key a font refers to its program. */
function userOf(
  changes: Changes,
  dict: Dict,
): { readonly program: number; readonly descriptor: number | null; readonly key: ShownProgram['key'] } | null {
  const own = descriptorOf(changes, dict);
  const descriptor = changes.dict(own);
  const key = keys.find((name) => descriptor?.get(name) instanceof Ref);
  const program = key === undefined ? null : descriptor?.get(key);
  return key === undefined || !(program instanceof Ref)
    ? null
    : { program: program.num, descriptor: own instanceof Ref ? own.num : null, key };
}

function programOf(changes: Changes, num: number, list: readonly User[]): ShownProgram | null {
  const stream = changes.get(new Ref(num));
  const key = list[0]?.key;
  if (key === undefined || !(stream instanceof Stream) || list.some((user) => user.key !== key)) return null;
  const use = { place: { page: undefined, object: undefined }, visible: true, bare: true };
  const models = readFonts(
    changes.file,
    list.map(({ dict, shown }) => ({
      place: use.place,
      dict,
      font: shown.font,
      codes: new Map([...shown.codes].map((code) => [code, use])),
    })),
  );
  return {
    num,
    key,
    stream,
    descriptors: new Set(list.map(({ descriptor }) => descriptor)),
    fonts: models.flatMap((model, index) => {
      const user = list[index];
      return user === undefined ? [] : [{ ...model, num: user.num, advancing: user.shown.advancing }];
    }),
    pages: new Set(list.flatMap(({ shown }) => [...shown.pages])),
  };
}

/** The descriptor of a font, or of the descendant of a composite one, as it is referred to. */
function descriptorOf(changes: Changes, dict: Dict): Ref | Dict | null {
  const descendants = changes.array(dict.get('DescendantFonts'));
  const holder = descendants === null ? dict : changes.dict(descendants[0] ?? null);
  const own = holder?.get('FontDescriptor') ?? null;
  return own instanceof Ref || own instanceof Dict ? own : null;
}

/** Fonts of the default resources of the form, and of annotations: readers write with them. */
export function typedFonts(changes: Changes): Set<Dict> {
  const fonts = new Set<Dict>();
  const note = (resources: Dict | null) => {
    for (const [, entry] of changes.dict(resources?.get('Font') ?? null) ?? new Dict()) {
      const font = changes.dict(entry);
      if (font !== null) fonts.add(font);
    }
  };
  note(changes.dict(changes.dict(changes.file.catalog.get('AcroForm'))?.get('DR') ?? null));
  for (const { dict } of changes.file.pages())
    for (const entry of changes.array(dict.get('Annots')) ?? [])
      note(changes.dict(changes.dict(entry)?.get('DR') ?? null));
  return fonts;
}
