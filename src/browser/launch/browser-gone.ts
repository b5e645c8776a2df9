import { AppError } from '../../problems.ts';

/** The browser ended during a print: killed, frozen or crashed. The print is tried again in another one. */
export class BrowserGone extends Error {
  /** Maximum number of tries: a fault from outside may end all browsers at once, and the third was started after it. */
  readonly attempts: number = 3;

  /** The problem of a request whose last try failed. */
  problem(): AppError {
    return new AppError('overloaded', 'The browser ended each time that it printed this content. Try again.', {
      headers: { 'Retry-After': '2' },
      cause: this,
    });
  }
}

/** The browser answered a print with an error: it has lost a process that it needs, or cannot print this document. */
export class PrintFailed extends BrowserGone {
  override readonly attempts = 2;

  override problem(): AppError {
    return new AppError('render-failed', 'The browser could not print this content.', { cause: this });
  }
}

/**
 * How a page's renderer ended (CDP `Target.targetCrashed`): by a signal from outside, such as the kernel's when memory
 * is short, or by itself.
 */
export type CrashStatus = 'killed' | 'crashed';

/** The page ended during a print; its browser still runs. */
export class PageCrashed extends BrowserGone {
  readonly status: CrashStatus;
  override readonly attempts: number;

  constructor(status: CrashStatus) {
    super(`the page ${status === 'killed' ? 'was killed' : 'crashed'}`);
    this.status = status;
    this.attempts = status === 'killed' ? 3 : 2; // a document that crashes two browsers would crash a third
  }

  override problem(): AppError {
    if (this.status === 'killed') return super.problem();
    return new AppError(
      'render-failed',
      'The page crashed each time that it was printed, on two browsers. The document probably needs more ' +
        'memory than one request may use.',
      { cause: this },
    );
  }
}
