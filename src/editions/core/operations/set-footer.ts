import { runningOperation } from './set-header.ts';

export const setFooter = runningOperation('footer');
