import type { Dict } from '../objects/objects.ts';
import { isName } from '../objects/objects.ts';

/** True for the dictionary of a widget annotation (ISO 32000-2, 12.5.6.19). */
export function isWidget(dict: Dict): boolean {
  return isName(dict.get('Subtype'), 'Widget');
}
