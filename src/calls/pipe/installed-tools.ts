import type { Edition, Tool } from '../../editions/edition.ts';
import { createPipe } from './pipe.ts';

/** All tools of some editions, and the one that is made of them. */
export function installedTools(editions: readonly Edition[]): readonly Tool[] {
  const tools = editions.flatMap((edition) => edition.tools);
  return tools.length === 0 ? [] : [...tools, createPipe(tools)];
}
