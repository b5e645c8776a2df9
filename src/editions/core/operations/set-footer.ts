import { runningOperation } from './set-header.ts';

/** The footer of the pages, with the same fields as `set_header`. */
export const setFooter = runningOperation('footer');
