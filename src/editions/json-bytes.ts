import { AppError } from '../problems.ts';

/** The JSON text of a value, in UTF-8. Throws AppError `limit-exceeded` when it is longer than a string can be. */
export function jsonBytes(value: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new AppError('limit-exceeded', 'The answer is too long for JSON. Request fewer pages, or less of each.', {
        cause,
      });
    throw cause;
  }
}

/** The JSON text of a report, which may be that text already. */
export function jsonText(report: unknown): Uint8Array {
  return report instanceof Uint8Array ? report : jsonBytes(report);
}
