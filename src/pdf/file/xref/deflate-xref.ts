import { predictPng } from '../../filters/predict.ts';
import { Dict } from '../../objects/objects.ts';

/** A compressed cross-reference stream; `parameters` are its DecodeParms. */
export interface DeflatedXref {
  readonly data: Buffer;
  readonly parameters: Dict | null;
}

type Deflate = (bytes: Buffer) => Buffer;

/** Compresses the rows of a cross-reference stream, of so many bytes each, to as few bytes as possible. */
export function deflateXref(rows: Buffer, columns: number, deflate: Deflate): DeflatedXref {
  const plain = deflate(rows);
  const predicted = deflatePredicted(rows, columns, deflate);
  return predicted.data.length + parametersBytes < plain.length ? predicted : { data: plain, parameters: null };
}

/**
 * Compresses the rows once. Rows of one object stream differ from the row before by one, so the differences (ISO 32000-2,
 * 7.4.4.4) of many rows are compressed to almost nothing, in a tenth of the time.
 */
export function deflateXrefFast(rows: Buffer, columns: number, deflate: Deflate): DeflatedXref {
  return rows.length < leastPredictedBytes
    ? { data: deflate(rows), parameters: null }
    : deflatePredicted(rows, columns, deflate);
}

const leastPredictedBytes = 1000;

/** `/DecodeParms<</Columns 5/Predictor 12>>` */
const parametersBytes = 39;

function deflatePredicted(rows: Buffer, columns: number, deflate: Deflate): DeflatedXref {
  const parameters = new Dict([
    ['Columns', columns],
    ['Predictor', 12],
  ]);
  return { data: deflate(predictPng(rows, { colors: 1, bits: 8, columns }, 2)), parameters };
}
