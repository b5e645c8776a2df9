import { baseAddress } from './network/network.ts';
import type { Supply } from './network/supply.ts';
import type { PrintJob } from './print-job.ts';

/** A page that a new worker prints before it serves requests. */
export const firstPrint: PrintJob = {
  source: { html: '<!doctype html><title>Ready</title><style>@page{size:A4}</style><p>Ready</p>' },
  scripts: false,
  waitFor: [],
  clock: null,
  media: 'print',
  brokenPictures: 'alternative-text',
  scale: 1,
  tagged: true,
  outline: true,
  pages: null,
  maxPages: 1,
  paper: null,
  destinations: null,
  forms: null,
  onePage: null,
  measure: null,
};

/** The supply of a print that loads nothing. */
export function noSupply(): Supply {
  return {
    base: baseAddress(),
    files: new Map(),
    folder: '',
    egress: { allows: () => false, fetch: () => Promise.reject(new Error('no egress')) },
    remote: null,
    signal: AbortSignal.timeout(20_000),
    warn: () => undefined,
  };
}
