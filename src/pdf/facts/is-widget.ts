import { Dict, isName } from '../objects/objects.ts';

export function isWidget(dict: Dict): boolean {
  return isName(dict.get('Subtype'), 'Widget');
}
