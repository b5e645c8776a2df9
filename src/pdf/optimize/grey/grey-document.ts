import { reachable } from '../../facts/reachable.ts';
import { Dict, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import { contentOf, placeContent } from '../content/content-stream.ts';
import type { Left } from '../streams/unchanged-streams.ts';
import type { RunContent, Survey } from '../survey.ts';
import { greyContent } from './grey-content.ts';
import { greyPicture } from './grey-picture.ts';
import { greyShading } from './grey-shading.ts';
import { greyOfInks, lumaOf } from './grey-space.ts';

/**
 * Converts everything on pages to greyscale: text, drawings, patterns, glyphs, appearances, shadings and pictures.
 * Colours become greys of the same luma (ITU-R BT.601). Anything that keeps its colours is recorded with the reason.
 */
export async function greyDocument(
  changes: Changes,
  { survey, isLate, left }: { readonly survey: Survey; readonly isLate: () => boolean; readonly left: Left },
): Promise<void> {
  for (const content of survey.contents.values()) greyStream(changes, content, left);
  for (const [num, obj] of [...reachable(changes, changes.trailer)]) greyShadings(changes, num, obj, left);
  for (const { num } of survey.pictures.values()) {
    const stream = changes.get(new Ref(num));
    if (!(stream instanceof Stream)) continue;
    const made = isLate() ? null : await greyPicture(changes, stream);
    if (made === null)
      left.note('image', 'its colours remain: their greys are not known, or some of its colours have another meaning');
    else if (made !== stream) changes.set(new Ref(num), made);
  }
  for (const { dict } of changes.file.pages())
    for (const entry of changes.array(dict.get('Annots')) ?? [])
      if (entry instanceof Ref) greyAnnotation(changes, entry);
}

function greyStream(changes: Changes, content: RunContent, left: Left): void {
  const bytes = contentOf(changes, content);
  if (bytes === null) {
    left.note('colour', 'content that is no object of its own, or broken');
    return;
  }
  const made = greyContent(bytes, {
    file: changes,
    resources: content.resources,
    left: (reason) => {
      left.note('colour', reason);
    },
  });
  if (made !== null) placeContent(changes, content, made);
}

/** Converts shadings that are objects, or are within a pattern or an indirect resource dictionary. */
function greyShadings(changes: Changes, num: number, obj: Obj, left: Left): void {
  const dict = obj instanceof Stream ? obj.dict : obj;
  if (!(dict instanceof Dict)) return;
  const made = (shading: Obj) => {
    const one = greyShading(changes, shading);
    if (one === null) left.note('colour', 'a shading whose colours are not given by a readable function');
    return one;
  };
  if (dict.has('ShadingType')) {
    const own = made(obj);
    if (own !== null && own !== obj) changes.set(new Ref(num), own);
    return;
  }
  const within = dict.get('Shading');
  if (dict.has('PatternType') && within instanceof Dict) {
    const own = made(within);
    if (own !== null && own !== within) changes.dictAt(new Ref(num)).set('Shading', own);
    return;
  }
  const resources = dict.get('Resources') instanceof Dict ? (dict.get('Resources') as Dict) : dict;
  if (!(resources.get('Shading') instanceof Dict) || dict.has('PatternType')) return;
  for (const [, entry] of resources.get('Shading') as Dict)
    if (entry instanceof Dict && greyShading(changes, entry) !== entry)
      left.note('colour', 'a shading that is no object of its own');
}

/** Converts colours of annotations without an appearance (ISO 32000-2, 12.5.2, 12.5.6.19), and those for typed text. */
function greyAnnotation(changes: Changes, ref: Ref): void {
  const dict = changes.dict(ref);
  if (dict === null) return;
  for (const key of ['C', 'IC']) greyArray(changes, dict.get(key), (value) => changes.dictAt(ref).set(key, value));
  const look = changes.dict(dict.get('MK'));
  for (const key of ['BC', 'BG'])
    greyArray(changes, look?.get(key) ?? null, (value) => changes.dictIn(changes.dictAt(ref), 'MK').set(key, value));
  const typed = changes.string(dict.get('DA'));
  const made =
    typed === null ? null : greyContent(typed.bytes, { file: changes, resources: new Dict(), left: () => undefined });
  if (made !== null) changes.dictAt(ref).set('DA', new PdfString(made));
}

function greyArray(changes: Changes, obj: Obj, set: (value: Obj) => void): void {
  const numbers = (changes.array(obj) ?? []).map((entry) => changes.number(entry) ?? 0);
  if (numbers.length === 3) set([round(lumaOf(numbers))]);
  else if (numbers.length === 4) set([round(greyOfInks(numbers))]);
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
