import { AppError } from '../../problems.ts';
import type { Engine } from '../pdfium/engine.ts';
import { withString } from '../pdfium/memory.ts';

/** What the marked content around an object says of it (ISO 32000-2, 14.6). */
export interface Marks {
  /** The marked-content identifier on this page, -1 = none. */
  readonly mcid: number;
  readonly artifact: boolean;
  /** It is in a layer that is off (ISO 32000-2, 8.11.3.2). */
  readonly off: boolean;
  /** Its ActualText is empty: it stands for nothing (ISO 32000-2, 14.9.4). */
  readonly silent: boolean;
}

export const noMarks: Marks = { mcid: -1, artifact: false, off: false, silent: false };

/** Reads the marks of an object of one page, over those of the form that it is in. */
export type MarksReader = (object: number, from: Marks) => Marks;

/** FPDF_OBJECT_* of fpdfview.h. */
const types = { number: 2, string: 3 } as const;
/** Marked content within marked content; what is deeper is not looked at. */
const maxMarks = 64;
/** Characters of all ActualText on a page: any number of marks may share one that is long. */
const maxActualText = 10_000_000;

type Mark = Pick<Marks, 'artifact' | 'off' | 'silent'>;

/** `layerKey` is the one by which layers that are off are known. Objects within one marked content share its mark, which is read once. */
export function marksReader(engine: Engine, layerKey: string | null): MarksReader {
  const { calls } = engine;
  const known = new Map<number, Mark>();
  let replaced = 0;

  function read(mark: number): Mark {
    const name = markName(engine, mark);
    const actualText = stringLength(engine, mark, 'ActualText');
    replaced += actualText ?? 0;
    if (replaced > maxActualText) throw new AppError('limit-exceeded', `A page has more than ${maxActualText} characters of ActualText.`);
    return { artifact: name === 'Artifact', off: name === 'OC' && layerKey !== null && isNumber(engine, mark, layerKey), silent: actualText === 0 };
  }

  return (object, from) => {
    const count = Math.min(maxMarks, calls.FPDFPageObj_CountMarks(object));
    if (count < 1) return from;
    const mcid = calls.FPDFPageObj_GetMarkedContentID(object);
    let { artifact, off, silent } = from;
    for (let index = 0; index < count; index += 1) {
      const handle = calls.FPDFPageObj_GetMark(object, index);
      const mark = known.get(handle) ?? read(handle);
      known.set(handle, mark);
      [artifact, off, silent] = [artifact || mark.artifact, off || mark.off, silent || mark.silent];
    }
    return { mcid: mcid >= 0 && from.mcid < 0 ? mcid : from.mcid, artifact, off, silent };
  };
}

/** Reads into the 64 bytes of scratch: `needed` at 0, the text after it. Longer names are none of those that we look for. */
function markName({ calls, scratch, bytes, view }: Engine, mark: number): string {
  if (calls.FPDFPageObjMark_GetName(mark, scratch + 4, 60, scratch) === 0) return '';
  const length = view().getUint32(scratch, true);
  return length < 2 || length > 60 ? '' : Buffer.from(bytes().subarray(scratch + 4, scratch + 2 + length)).toString('utf16le');
}

const isNumber = (engine: Engine, mark: number, key: string): boolean => withString(engine, key, (name) => engine.calls.FPDFPageObjMark_GetParamValueType(mark, name) === types.number);

/** Characters of a string parameter; `null` where there is none by that name. */
function stringLength(engine: Engine, mark: number, key: string): number | null {
  const { calls, scratch, view } = engine;
  return withString(engine, key, (name) => {
    if (calls.FPDFPageObjMark_GetParamValueType(mark, name) !== types.string) return null;
    if (calls.FPDFPageObjMark_GetParamStringValue(mark, name, 0, 0, scratch) === 0) return 0;
    return Math.max(0, view().getUint32(scratch, true) / 2 - 1);
  });
}
