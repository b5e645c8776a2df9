import { AppError } from '../../../problems.ts';
import type { Engine } from '../../pdfium/engine.ts';
import { withString } from '../../pdfium/memory.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { cleanText } from '../layout/characters.ts';

/** Properties of the marked content around an object (ISO 32000-2, 14.6). */
export interface Marks {
  /** Marked-content identifier on this page; -1 without one. */
  readonly mcid: number;
  readonly artifact: boolean;
  /** It is in a layer that is off (ISO 32000-2, 8.11.3.2). */
  readonly off: boolean;
  /** Its ActualText is empty, so that it reads as nothing (ISO 32000-2, 14.9.4). */
  readonly silent: boolean;
  /** Its ActualText: the same object for all objects of one marked content, which it replaces together. */
  readonly replacement: Replacement | null;
}

/** An ActualText, as the same object for all that it replaces. */
export interface Replacement {
  readonly text: string;
}

/** The marks of an object outside marked content. */
export const noMarks: Marks = { mcid: -1, artifact: false, off: false, silent: false, replacement: null };

/** Reads the marks of an object, which inherits those of the form around it. */
export type MarksReader = (object: number, from: Marks) => Marks;

/** FPDF_OBJECT_* of fpdfview.h. */
const types = { number: 2, string: 3 } as const;
/** Depth of marked content; deeper marks are skipped. */
const maxMarks = 64;
/** Characters of all ActualText of a page, because any number of marks may share a long one. */
const maxActualText = 10_000_000;

type Mark = Omit<Marks, 'mcid'>;

/** `layerKey` marks layers that are off. Objects in one marked content share its mark, which is read once. */
export function marksReader(engine: Engine, layerKey: string | null): MarksReader {
  const { calls } = engine;
  const known = new Map<number, Mark>();
  let replaced = 0;

  function read(mark: number): Mark {
    const name = markName(engine, mark);
    const actualText = actualTextOf(engine, mark);
    replaced += actualText?.length ?? 0;
    if (replaced > maxActualText) throw tooMuch();
    const text = actualText === null ? null : cleaned(actualText);
    return {
      artifact: name === 'Artifact',
      off: name === 'OC' && layerKey !== null && isNumber(engine, mark, layerKey),
      silent: text === '',
      replacement: text === null || text === '' ? null : { text },
    };
  }

  return (object, from) => {
    const count = Math.min(maxMarks, calls.FPDFPageObj_CountMarks(object));
    if (count < 1) return from.replacement === null ? from : { ...from, replacement: null };
    const mcid = calls.FPDFPageObj_GetMarkedContentID(object);
    let { artifact, off, silent } = from;
    let replacement: Replacement | null = null;
    for (let index = 0; index < count; index += 1) {
      const handle = calls.FPDFPageObj_GetMark(object, index);
      const mark = known.get(handle) ?? read(handle);
      known.set(handle, mark);
      [artifact, off, silent] = [artifact || mark.artifact, off || mark.off, silent || mark.silent];
      replacement ??= mark.replacement;
    }
    return { mcid: mcid >= 0 && from.mcid < 0 ? mcid : from.mcid, artifact, off, silent, replacement };
  };
}

/** Reads a name into the 64 bytes of scratch: its size at 0, the text after it. Longer names are irrelevant. */
function markName({ calls, scratch, bytes, view }: Engine, mark: number): string {
  if (calls.FPDFPageObjMark_GetName(mark, scratch + 4, 60, scratch) === 0) return '';
  const length = view().getUint32(scratch, true);
  return length < 2 || length > 60
    ? ''
    : Buffer.from(bytes().subarray(scratch + 4, scratch + 2 + length)).toString('utf16le');
}

const isNumber = (engine: Engine, mark: number, key: string): boolean =>
  withString(engine, key, (name) => engine.calls.FPDFPageObjMark_GetParamValueType(mark, name) === types.number);

/**
 * An ActualText by its bytes; `null` without one. PDFium's function for strings decodes them as UTF-8, which text
 * strings (ISO 32000-2, 7.9.2.2) seldom are.
 */
function actualTextOf(engine: Engine, mark: number): string | null {
  const { calls, scratch, view, bytes } = engine;
  return withString(engine, 'ActualText', (name) => {
    if (calls.FPDFPageObjMark_GetParamValueType(mark, name) !== types.string) return null;
    if (calls.FPDFPageObjMark_GetParamBlobValue(mark, name, 0, 0, scratch) === 0) return '';
    const length = view().getUint32(scratch, true);
    if (length === 0) return '';
    if (length > 4 * maxActualText) throw tooMuch();
    const buffer = calls.malloc(length);
    try {
      return calls.FPDFPageObjMark_GetParamBlobValue(mark, name, buffer, length, scratch) === 0
        ? ''
        : decodeTextString(Buffer.from(bytes().subarray(buffer, buffer + length)));
    } finally {
      calls.free(buffer);
    }
  });
}

const tooMuch = () => new AppError('limit-exceeded', `A page has more than ${maxActualText} characters of ActualText.`);

const cleaned = (text: string): string =>
  Array.from(text, (character) => cleanText(character.codePointAt(0) ?? 0))
    .join('')
    .toWellFormed();
