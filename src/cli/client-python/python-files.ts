import type { Description } from '../../http/openapi/description.ts';
import { pythonTools } from './python-tools.ts';
import { pythonTypes } from './python-types.ts';

/** The files of `client-python/` that follow from the description: the types of all bodies, and one method a tool. */
export function pythonFiles(description: Description): { path: string; content: string }[] {
  const folder = 'client-python/src/colophon_client';
  return [
    { path: `${folder}/types.py`, content: pythonTypes(description) },
    { path: `${folder}/_tools.py`, content: pythonTools(description) },
  ];
}
