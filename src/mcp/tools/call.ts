import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { checkMayUse } from '../../calls/access/authorize-tool.ts';
import type { Caller } from '../../calls/caller.ts';
import { answerForm } from '../../editions/steps.ts';
import { sentenceOf } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import { AppError } from '../../problems.ts';
import type { Desk } from '../connection.ts';
import { findDocument } from '../resources/results.ts';
import type { ResultPlace } from '../resources/uris.ts';
import type { Files } from '../root/files.ts';
import { answering, problemResult } from './answer.ts';
import { takeOwn } from './own-arguments.ts';
import { inOwnTerms } from './own-terms.ts';
import { placeArguments, withMistakes } from './place-arguments.ts';
import type { OfferedTool } from './toolset.ts';

/** A call of a tool, as the protocol delivers it. */
export interface ToolCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Calls a tool. What is refused or fails is a result too, with the problem document (docs/mcp.md). */
export async function callTool(desk: Desk, call: ToolCall, caller: Caller, files: Files | null) {
  try {
    return await run(desk, call, caller, files);
  } catch (error) {
    const { aborted } = caller.signal;
    const reason: unknown = caller.signal.reason;
    if (aborted && !(reason instanceof AppError)) return notReceived;
    const own = Object.keys(desk.tools.get(call.name)?.own ?? {});
    const worded = inOwnTerms(error, { names: own, paths: desk.root !== null });
    return problemResult(aborted ? reason : worded, { problemBase: desk.problemBase, caller });
  }
}

/** The result of a call that was cancelled, or whose client is gone: nobody receives it. */
const notReceived: CallToolResult = { content: [], isError: true };

async function run(
  desk: Desk,
  { name, given }: ToolCall,
  caller: Caller,
  files: Files | null,
): Promise<CallToolResult> {
  const offered = desk.tools.get(name);
  if (offered === undefined) throw unknownTool(name, [...desk.tools.keys()]);
  const { tool, call, schema } = offered;
  checkMayUse(caller.principal, tool);
  const { own, body } = takeOwn(given, offered.own);
  const { client } = caller.principal;
  const result = (place: ResultPlace) => {
    caller.signal.throwIfAborted();
    return findDocument(desk.deps, client, place);
  };
  const { received, mistakes } = await placeArguments(body, { tool, schema }, { root: desk.root, result });
  if (mistakes.length > 0) throw withMistakes(mistakes, await problemOf(desk, offered, received, caller));
  if (own.saveTo !== null) await files?.check(own.saveTo, answerForm(body, tool).produces === 'documents');
  const approved = { ...caller, approval: own.approval ?? caller.approval };
  return call(received, approved, (form) => answering({ deps: desk.deps, caller, tool, own, files }, form));
}

/** The problem that the tool finds in a request; `null` = none. */
async function problemOf(
  { deps }: Desk,
  { tool }: OfferedTool,
  received: Parameters<OfferedTool['call']>[0],
  { principal: { client }, signal }: Caller,
): Promise<AppError | null> {
  const { outcome } = await deps.reader.request(received, tool, { client, signal });
  return 'problem' in outcome ? outcome.problem : null;
}

function unknownTool(name: string, names: readonly string[]): AppError {
  const shown = name.slice(0, 100);
  const message = `there is no tool '${shown}'${didYouMean(shown, names)}`;
  return new AppError('unknown-tool', `${sentenceOf([{ pointer: '', message }])} tools/list names all.`, {
    errors: [{ pointer: '', message }],
  });
}
