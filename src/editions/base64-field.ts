import { bytesOf } from '../render/compose/assets.ts';
import { checked } from '../input/fields.ts';

/** A field with bytes as base64 or a data URI, of at maxLength `maxLength` characters; `what` is its description. */
export const base64 = (what: string, maxLength: number) =>
  checked({
    jsonSchema: { type: 'string', minLength: 1, maxLength: maxLength, description: what },
    check(value, report) {
      if (typeof value !== 'string') report([], 'must be a string: base64 or a data URI');
      else if (value.length > maxLength) report([], `has ${value.length} characters; ${maxLength} are allowed`);
      else if (bytesOf(value) === undefined) report([], 'must be base64 or a data URI');
    },
  });
