import type { Call, Problem, WrongCall } from './call.ts';

/** The ways to call a tool beside its own route. */
export const ways = ['job', 'pipe', 'MCP', 'command', 'command --server'] as const;
export type WayName = (typeof ways)[number];

/** What the contract wants to be different on one way. */
interface Difference {
  readonly way: WayName;
  readonly why: string;
  readonly concerns: (call: Partial<WrongCall> & Call) => boolean;
  /** The problem of HTTP as this way has it; `null` = there is no such problem. */
  readonly expected: (problem: Problem) => Problem | null;
}

const always = (): boolean => true;

/** Wrong arguments of the command. */
export const usage = { type: 'usage', title: 'Wrong arguments', errors: [], extra: {} };

function withUri({ pointer, message }: Problem['errors'][number]): Problem['errors'][number] {
  return { pointer, message: message.replace(/`data`, `jobId`$/, '`uri`, `data`') };
}

function withStep({ pointer, message }: Problem['errors'][number]): Problem['errors'][number] {
  return { pointer, message: message.replace(/`data`, `jobId`$/, '$&, `step`') };
}

/**
 * All differences. Pointers of a job's submission begin with `/input`, those of a pipe with `/steps/1/input`: `ways.ts`
 * takes that off each, and throws where it is not there.
 */
export const differences: readonly Difference[] = [
  {
    way: 'pipe',
    why: 'the problem of a step has its number',
    concerns: ({ slug }) => slug !== 'payload-too-large' && slug !== 'malformed-json', // no step is read
    expected: (problem) => ({ ...problem, extra: { ...problem.extra, step: 1 } }),
  },
  {
    way: 'pipe',
    why: 'a document has one way more to be stated',
    concerns: ({ tool }) => tool === 'merge',
    expected: (problem) => ({ ...problem, errors: problem.errors.map(withStep) }),
  },
  {
    way: 'MCP',
    why: 'a document is stated by a resource, and not by a job',
    concerns: ({ tool }) => tool === 'merge',
    expected: (problem) => ({ ...problem, errors: problem.errors.map(withUri) }),
  },
  {
    way: 'MCP',
    why: 'a message that is no JSON is no call, and has an error of JSON-RPC 2.0 (5.1)',
    concerns: ({ slug }) => slug === 'malformed-json',
    expected: (problem) => ({ ...problem, type: 'JSON-RPC', title: '-32700' }),
  },
  ...(['command', 'command --server'] as const).flatMap((way): Difference[] => [
    {
      way,
      why: 'standard error has no members beside slug, title, detail and mistakes',
      concerns: always,
      expected: (problem) => ({ ...problem, extra: {} }),
    },
    {
      way,
      why: 'a document that is missing is a mistake of the arguments, of which the command speaks itself',
      concerns: ({ name }) => name === 'merge, no documents',
      expected: ({ status }) => ({
        ...usage,
        status,
        detail: '`merge` needs documents: `colophon merge a.pdf b.pdf`.',
      }),
    },
  ]),
  {
    way: 'command',
    why: 'the owner of the process has every tier, and no limit of a payload',
    concerns: ({ key }) => key !== undefined,
    expected: () => null,
  },
];

/** The problem that a way has where HTTP has this one; `null` = none. */
export function expectedOn(way: WayName, call: WrongCall, problem: Problem): Problem | null {
  const own = differences.filter((difference) => difference.way === way && difference.concerns(call));
  return own.reduce<Problem | null>((found, { expected }) => (found === null ? null : expected(found)), problem);
}
