import type { TemplateFolders } from '../templates/templates.ts';

/** What requests are validated against beside the installed operations. Plain data. */
export interface Surroundings {
  readonly templates: TemplateFolders;
  /** Milliseconds after which a request is given up. */
  readonly requestTimeoutMs: number;
}
