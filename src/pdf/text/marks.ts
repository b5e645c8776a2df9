import type { Engine } from '../pdfium/engine.ts';
import { withString } from '../pdfium/memory.ts';

/** What the marked content around an object says of it (ISO 32000-2, 14.6). */
export interface Marks {
  /** The marked-content identifier on this page, -1 = none. */
  readonly mcid: number;
  readonly artifact: boolean;
  /** Names of the optional content groups that it is in (ISO 32000-2, 8.11.3.2). */
  readonly layers: readonly string[];
  /** Its ActualText is empty: it stands for nothing (ISO 32000-2, 14.9.4). */
  readonly silent: boolean;
}

export const noMarks: Marks = { mcid: -1, artifact: false, layers: [], silent: false };

const stringType = 3; // FPDF_OBJECT_STRING

/** The marks of an object, over those of the form that it is in. */
export function readMarks(engine: Engine, object: number, from: Marks): Marks {
  const { calls } = engine;
  const count = calls.FPDFPageObj_CountMarks(object);
  if (count < 1) return from;
  const mcid = calls.FPDFPageObj_GetMarkedContentID(object);
  let { artifact, silent, layers } = from;
  for (let index = 0; index < count; index += 1) {
    const mark = calls.FPDFPageObj_GetMark(object, index);
    const name = markName(engine, mark);
    if (name === 'Artifact') artifact = true;
    else if (name === 'OC') layers = [...layers, parameter(engine, mark, 'Name') ?? ''];
    if (parameter(engine, mark, 'ActualText') === '') silent = true;
  }
  return { mcid: mcid >= 0 && from.mcid < 0 ? mcid : from.mcid, artifact, layers, silent };
}

/** Reads into the 64 bytes of scratch: `needed` at 0, the text after it. Longer names are none of those that we look for. */
function markName({ calls, scratch, bytes, view }: Engine, mark: number): string {
  if (calls.FPDFPageObjMark_GetName(mark, scratch + 4, 60, scratch) === 0) return '';
  const length = view().getUint32(scratch, true);
  return length < 2 || length > 60 ? '' : Buffer.from(bytes().subarray(scratch + 4, scratch + 2 + length)).toString('utf16le');
}

/** A string parameter of a mark; `null` where it has none by that name. */
function parameter(engine: Engine, mark: number, key: string): string | null {
  const { calls, scratch, bytes, view } = engine;
  return withString(engine, key, (name) => {
    if (calls.FPDFPageObjMark_GetParamValueType(mark, name) !== stringType) return null;
    calls.FPDFPageObjMark_GetParamStringValue(mark, name, 0, 0, scratch);
    const length = view().getUint32(scratch, true);
    if (length <= 2) return '';
    const buffer = calls.malloc(length);
    calls.FPDFPageObjMark_GetParamStringValue(mark, name, buffer, length, scratch);
    const text = Buffer.from(bytes().subarray(buffer, buffer + length - 2)).toString('utf16le');
    calls.free(buffer);
    return text;
  });
}
