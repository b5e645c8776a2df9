import { bytesOf } from '../render/compose/assets.ts';
import { checked } from '../input/fields.ts';

/** Bytes as base64 or a data URI, of `most` characters. */
export const base64 = (what: string, most: number) =>
  checked({
    jsonSchema: { type: 'string', minLength: 1, maxLength: most, description: what },
    check(value, report) {
      if (typeof value !== 'string') report([], 'must be a string: base64 or a data URI');
      else if (value.length > most) report([], `has ${value.length} characters; ${most} are allowed`);
      else if (bytesOf(value) === undefined) report([], 'must be base64 or a data URI');
    },
  });
