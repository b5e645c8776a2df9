import { Dict, isName, Name, type Obj } from '../objects/objects.ts';
import type { Encryption } from './encryption.ts';

/**
 * The dictionary of a stream for a file with `encryption`: drops a Crypt filter (ISO 32000-2, 7.4.10) that the file
 * does not define, but retains Identity in an encrypted file.
 */
export function withoutForeignCrypt(dict: Dict, encryption: Encryption | null): Dict {
  const filter = dict.get('Filter');
  const first = Array.isArray(filter) ? (filter[0] ?? null) : filter;
  if (!isName(first, 'Crypt')) return dict;
  const parameters = dict.get('DecodeParms');
  const own = Array.isArray(parameters) ? (parameters[0] ?? null) : parameters;
  const name = own instanceof Dict ? own.get('Name') : null;
  if (encryption?.methods.named.has(name instanceof Name ? name.value : 'Identity') === true) return dict;
  const copy = dict.copy();
  copy.set('Filter', rest(filter)).set('DecodeParms', rest(parameters));
  return copy;
}

function rest(value: Obj): Obj {
  return Array.isArray(value) && value.length > 1 ? value.slice(1) : null;
}
