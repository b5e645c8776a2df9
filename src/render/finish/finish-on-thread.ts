import type { Context } from '../../context.ts';
import type { Inspection } from '../../pdf/edit/inspect.ts';
import { scanPrinted, type PrintedScan } from '../../pdf/printed/text/scan-printed.ts';
import { extension, type Threads } from '../../threads/threads.ts';
import type { TakeJob } from '../model/segments.ts';
import type { TakenPages } from '../print/printed-part.ts';
import type { FinishJob } from './finish-job.ts';
import { finishLight, isLightFinish, lightBytes, type Finished } from './finish-light.ts';

const finishModule = new URL(`./finish-task${extension}`, import.meta.url);

/** Work on printed pages: on a thread, or inline where that takes less than handing it over. */
export interface FinishThread {
  /** Reads the pages and the outline of an existing PDF. */
  readonly inspect: (pdf: Uint8Array) => Promise<Inspection>;
  /** Takes the chosen pages out of an existing PDF. */
  readonly take: (pages: TakeJob) => Promise<TakenPages>;
  /** Reads the fonts and text of a printed file. */
  readonly scan: (pdf: Uint8Array) => Promise<PrintedScan>;
  /** Makes the finished document. The job cannot be used afterwards: a thread may have taken over its memory. */
  readonly finish: (job: FinishJob) => Promise<Finished>;
}

/** The work of one call; its signal stops it. */
export function finishThread(threads: Threads, { signal, principal: { client } }: Context): FinishThread {
  const run = <T>(task: string, input: unknown, transfer: ArrayBuffer[] = []) =>
    threads.run<T>(finishModule, task, input, { signal, client, transfer });
  return {
    inspect: (pdf) => run('inspect', pdf),
    take: (pages) => run('take', pages),
    scan: (pdf) => (pdf.byteLength < lightBytes ? Promise.resolve(scanPrinted(pdf)) : run('scan', pdf)),
    finish: (job) =>
      isLightFinish(job)
        ? Promise.resolve().then(() => finishLight(job))
        : run('finish', job, job.conformance === null ? buffersOf(job) : []),
  };
}

/** The memory of printed pages that only the thread needs from here on: it is transferred and not copied. */
function buffersOf({ parts, stamps }: FinishJob): ArrayBuffer[] {
  const files = [...parts, ...stamps, ...parts.flatMap((part) => part.stamps)].map(({ pdf }) =>
    pdf instanceof Uint8Array ? pdf : pdf.packed,
  );
  return [
    ...new Set(
      files
        .filter((file) => file instanceof Uint8Array)
        .flatMap(({ buffer, byteLength }) =>
          buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
        ),
    ),
  ];
}
