import type { OperationRequest } from './operation-request.ts';
import type { DocumentOptions } from '../document-options.ts';
import type { OutputOptions } from '../output-options.ts';
import type { HtmlSource } from '../../received/html-request.ts';

/** The body of a render, with its defaults filled in. */
export interface RenderRequest {
  readonly operations: readonly OperationRequest[];
  readonly document: DocumentOptions;
  readonly output: OutputOptions;
  readonly dryRun: boolean;
  /** Of HTML that came as a file. */
  readonly source?: HtmlSource;
}
