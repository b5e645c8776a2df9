import { inspect as inspectPdf } from '../../pdf/edit/inspect.ts';
import { scanPrinted } from '../../pdf/printed/text/scan-printed.ts';
import { task } from '../../threads/threads.ts';
import { finish as finishPdf } from './finish.ts';
import { takePages } from './take-pages.ts';

/** Finishes printed pages on another thread. */
export const finish = task(finishPdf);

/** Takes the chosen pages out of an existing PDF, on another thread. */
export const take = task(takePages);

/** Reads the text of a printed file on another thread. */
export const scan = task(scanPrinted);

/** Reads pages of an existing PDF on another thread. */
export const inspect = task(inspectPdf);
