import {
  runningContentOf,
  runningContentSchema,
  type RunningContentOptions,
} from '../../../render/running/running-content.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** `set_header` and `set_footer` differ in their edge alone. */
export function runningOperation(edge: 'header' | 'footer'): Operation<RunningContentOptions> {
  return {
    name: `set_${edge}`,
    tier: 'core',
    summary:
      `Sets the running ${edge} of all, the first, odd or even pages: of the whole document, or after an ` +
      `\`add_page\` from that page on.`,
    flows: false,
    light: true,
    schema: runningContentSchema,
    example: { left: '{title}', right: '{page} / {pages}', on: 'not-first' },
    compose(document, params, context) {
      const chapter = document.singlePage ? 0 : document.chapter;
      document.runningContent.push(runningContentOf(edge, params, { chapter, pointer: context.pointer() }));
    },
  };
}

/** The header of the pages. */
export const setHeader = runningOperation('header');
