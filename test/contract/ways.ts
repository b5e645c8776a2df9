import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { readPdf } from '../support/mcp.ts';
import { keys, type Answered, type Json, type Service } from '../support/service.ts';
import type { Call, Fields, Outcome } from './call.ts';
import { dataOf, jsonOutcome, problemOutcome, withoutPlace } from './outcome.ts';
import { letterInput, type Shelf } from './shelf.ts';

/** A way to call a tool. The outcome is as the tool's own route has it; `differences.ts` has what remains. */
export type Way = (call: Call) => Promise<Outcome>;

/** The JSON of an answer of HTTP as an outcome; mistakes in the body of the tool are below `place`. */
function outcomeOf(answer: Answered, place = ''): Outcome {
  if (answer.status === 200) return jsonOutcome(answer.json(), dataOf);
  const outcome = problemOutcome(answer.json());
  if (!('problem' in outcome) || outcome.problem.status !== answer.status)
    throw new Error(`The status is ${answer.status}: ${answer.body.toString()}`);
  return { problem: withoutPlace(outcome.problem, outcome.problem.errors.length > 0 ? place : '') };
}

function post(service: Service, path: string, { key = 'enterprise' }: Call, body: unknown): Promise<Answered> {
  return service.request('POST', path, {
    key: keys[key],
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
}

/** `POST /api/v1/<tool>`. */
export function overHttp(service: Service): Way {
  return async (call) => outcomeOf(await post(service, `/api/v1/${call.tool}`, call, call.input));
}

/** `POST /api/v1/jobs`, and the result of the job. What is wrong at submission is below `/input`. */
export function asJob(service: Service): Way {
  return async (call) => {
    const submitted = await post(service, '/api/v1/jobs', call, { tool: call.tool, input: call.input });
    if (submitted.status !== 202) return outcomeOf(submitted, '/input');
    const { id } = submitted.json();
    for (;;) {
      const answer = await service.request('GET', `/api/v1/jobs/${String(id)}/result`, {
        key: keys[call.key ?? 'enterprise'],
        headers: { accept: 'application/json' },
      });
      if (answer.status !== 409) return outcomeOf(answer);
      await sleep(10);
    }
  };
}

/** `POST /api/v1/pipe`, as its second step. The first one makes the letter, which the step uses where the call does. */
export function inPipe(service: Service, shelf: Shelf): Way {
  return async (call) => {
    const steps = [
      { tool: 'render', input: letterInput },
      { tool: call.tool, input: fromStep(call.input, shelf) },
    ];
    return outcomeOf(await post(service, '/api/v1/pipe', call, { steps }), '/steps/1/input');
  };
}

/** A body with the letter as the document of step 0. */
function fromStep(input: Fields, { letter }: Shelf): Fields {
  const one = (document: unknown): unknown => {
    const { data, ...own } = document as Json;
    return data === letter ? { step: 0, ...own } : document;
  };
  return {
    ...input,
    ...('document' in input && 'data' in (input.document as object) && { document: one(input.document) }),
    ...(Array.isArray(input.documents) && { documents: input.documents.map(one) }),
  };
}

/** A tool of the Model Context Protocol; `clients` has one for each key. */
export function overMcp(clients: Readonly<Record<NonNullable<Call['key']>, Client>>): Way {
  return async ({ tool, input, key = 'enterprise' }) => {
    const client = clients[key];
    try {
      const result = (await client.callTool({ name: tool, arguments: input })) as CallToolResult;
      const body: Json = result.structuredContent;
      if (result.isError === true) return problemOutcome(body);
      const images = result.content.filter((content) => content.type === 'image');
      return jsonOutcome(body, async (entry, index) =>
        entry.uri === undefined ? Buffer.from(images[index]?.data ?? '', 'base64') : readPdf(client, entry.uri),
      );
    } catch (error) {
      if (!(error instanceof StreamableHTTPError)) throw error;
      const body: Json = JSON.parse(error.message.slice(error.message.indexOf('{')));
      return body.error === undefined ? problemOutcome(body) : protocolError(body.error, error.code);
    }
  };
}

/** An error of JSON-RPC 2.0 (5.1) as a problem. */
function protocolError({ code, message: detail }: Json, status = 0): Outcome {
  return { problem: { type: 'JSON-RPC', title: String(code), status, detail, errors: [], extra: {} } };
}
