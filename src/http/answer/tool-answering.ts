import type { ToolAnswering } from '../../calls/call-tool.ts';
import type { Representation } from '../../calls/result/body-facts.ts';
import type { Produces, ToolResult } from '../../editions/edition.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { remainingForm } from '../stages/store-idempotent-answer.ts';
import { choose, preferredImage, represent, representImages } from './representation.ts';

/**
 * The answer of a tool in the representation that `Accept` chooses. A report alone (`dryRun`) is JSON, whatever it
 * allows. Throws AppError `not-acceptable`.
 */
export function toolAnswering(exchange: Exchange, produces: Produces, wantsReport: boolean): ToolAnswering<Answer> {
  const representation = wantsReport ? 'application/json' : choose(exchange.req, produces);
  return {
    representation,
    imageType: preferredImage(exchange.req),
    answer: (result) => answered(result, representation, exchange),
    stored: remainingForm,
  };
}

/**
 * Images are sent from the disk, and exist until the response is over. With an `Idempotency-Key` the answer is stored,
 * and so is in memory.
 */
async function answered(result: ToolResult, representation: Representation, { res, claim }: Exchange): Promise<Answer> {
  if (result.kind !== 'images') return represent(result, representation);
  const close = () => void result.content.close();
  if (res.closed) close();
  else res.once('close', close);
  return claim === null ? representImages(result, representation) : represent(result, representation);
}
