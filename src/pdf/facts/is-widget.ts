import type { Dict } from '../objects/objects.ts';
import { isName } from '../objects/objects.ts';

export function isWidget(dict: Dict): boolean {
  return isName(dict.get('Subtype'), 'Widget');
}
