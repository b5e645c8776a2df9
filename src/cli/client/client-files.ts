import type { Description } from '../../http/openapi/description.ts';
import { clientTools } from './client-tools.ts';
import { clientTypes } from './client-types.ts';

/** The files of `client/` that follow from the description: the types of all bodies, and one method a tool. */
export async function clientFiles(description: Description): Promise<{ path: string; content: string }[]> {
  return [
    { path: 'client/src/generated/api.ts', content: await clientTypes(description) },
    { path: 'client/src/generated/tools.ts', content: clientTools(description) },
  ];
}
