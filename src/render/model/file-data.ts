import { checked } from '../../input/fields.ts';
import { bytesOf } from '../compose/assets.ts';

/** A file in a request: base64, a data URI, or bytes that a multipart body brought. */
export const fileData = () =>
  checked({
    jsonSchema: { type: 'string', minLength: 1, description: 'Base64 or a data URI.' },
    check(value, report) {
      if (typeof value !== 'string' && !(value instanceof Uint8Array)) report([], 'must be a string');
      else if (bytesOf(value) === undefined) report([], 'must be base64 or a data URI');
    },
  });
