export { Colophon, type Capabilities } from './colophon.ts';
export type { FileAnswer, AnswerMeta, Json } from './answer.ts';
export { fromBase64, toBase64, type Bytes, type Upload } from './bytes.ts';
export {
  ColophonConnectionError,
  ColophonError,
  ColophonJobCancelledError,
  ColophonProblem,
  ColophonTimeoutError,
  type Mistake,
  type ProblemDocument,
} from './errors.ts';
export type { Job, JobRecord, Jobs, ListOptions, SubmitOptions, WaitOptions } from './jobs.ts';
export type { ApprovableOptions, CallOptions, ColophonOptions, RetryOptions, ToolOptions } from './options.ts';
export type { ChangeOptions, PageOptions, Place, Session, SessionRecord } from './session.ts';
export type { Sessions } from './sessions.ts';
export type { SessionAppends, ToolAnswer, ToolDefault, ToolFormat, ToolInput, ToolName } from './generated/tools.ts';
export type { components, paths } from './generated/api.ts';
