import { inspect as inspectPdf } from '../pdf/inspect.ts';
import { task } from '../threads/threads.ts';
import { finish as finishPdf } from './finish.ts';

/** Finishes printed pages on another thread. */
export const finish = task(finishPdf);

/** Reads a printed file on another thread. */
export const inspect = task(inspectPdf);
