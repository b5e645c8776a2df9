import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { loadEditions } from '../editions/registry.ts';
import { maxLifeSeconds } from '../calls/approval/claims.ts';
import { addToSet, makeApproverKey, readPrivateKey, writePrivateKey } from './approve/approver-keys.ts';
import { requestDigest, type RequestFiles } from './approve/request-digest.ts';
import { signApproval } from './approve/sign-approval.ts';

const usage = `Makes keys of approvers, and signs approvals with them (docs/approvals.md).

  npm run approve -- keys --approver anna@example.com [--set approvers.json] [--out anna.key.json]
      Makes a key. The private half goes into --out, which nobody else can read; the public half into --set, the JWK set
      that SERVICE_APPROVERS_FILE names (made if need be), or onto the screen.

  npm run --silent approve -- sign --key anna.key.json --client acme --reason "..." [--problem 403.json]
      Signs the approval of what the problem \`approval-required\` names, which comes from --problem or standard input,
      or from --tool and --digest. The approval is all that is written to standard output:
      the value of the header \`Approval\`.
        --minutes 5            how long it is good for; 10 at most, and unless given
        --request request.json the request that you have looked at, and
        --document a.pdf       its documents, in order: nothing is signed unless they have that very digest

  npm run approve -- digest --tool merge [--request request.json] [--document a.pdf --document b.pdf]
      Prints the digest of a request. For \`pipe\`, --steps 0,2 are the steps that the approval covers.
`;

const one = { type: 'string' } as const;
const options = {
  approver: one,
  set: one,
  out: one,
  key: one,
  client: one,
  reason: one,
  problem: one,
  tool: one,
  digest: one,
  minutes: one,
  request: one,
  document: { ...one, multiple: true },
  steps: one,
} as const;

type Values = Readonly<{ [K in keyof typeof options]?: K extends 'document' ? string[] : string }>;

/** The output of a command: results for programs on standard output, messages for people on standard error. */
export interface Output {
  readonly out: string;
  readonly note: string;
}

const commands: Readonly<
  Record<
    string,
    {
      readonly needs: readonly (keyof Values)[];
      readonly takes: readonly (keyof Values)[];
      readonly run: (values: Values, input: () => Promise<string>) => Promise<Output>;
    }
  >
> = {
  keys: { needs: ['approver'], takes: ['set', 'out'], run: keys },
  sign: {
    needs: ['key', 'client', 'reason'],
    takes: ['problem', 'tool', 'digest', 'minutes', 'request', 'document', 'steps'],
    run: sign,
  },
  digest: { needs: ['tool'], takes: ['request', 'document', 'steps'], run: digest },
};

/**
 * Runs a command; `input` reads standard input. Rejects with a message for people when the arguments or the files are
 * invalid.
 */
export async function approve(args: readonly string[], input: () => Promise<string>): Promise<Output> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(`'${name}' is none of the commands ${Object.keys(commands).join(', ')}.`);
  const { values } = parseArgs({ args: rest, options });
  const missing = command.needs.filter((option) => String(values[option] ?? '').trim() === '');
  if (missing.length > 0) throw new Error(`\`${name}\` needs ${missing.map((option) => `--${option}`).join(', ')}.`);
  const strange = Object.keys(values).filter(
    (option) => ![...command.needs, ...command.takes].includes(option as keyof Values),
  );
  if (strange.length > 0) throw new Error(`\`${name}\` has no ${strange.map((option) => `--${option}`).join(', ')}.`);
  return command.run(values, input);
}

async function keys({ approver = '', set, out }: Values): Promise<Output> {
  const { publicJwk, privateJwk } = makeApproverKey(approver);
  const path = out ?? `${publicJwk.kid}.key.json`;
  await writePrivateKey(path, privateJwk);
  const privateNote = `The private key is in ${path}. Only you can read it; leave its permissions as they are.\n`;
  if (set === undefined)
    return {
      out: `${JSON.stringify({ keys: [publicJwk] }, null, 2)}\n`,
      note: `${privateNote}The public key, for the JWK set that SERVICE_APPROVERS_FILE names:\n`,
    };
  await addToSet(set, publicJwk);
  return {
    out: '',
    note:
      `${privateNote}The public key was added to ${set}, for SERVICE_APPROVERS_FILE. A running service reads it ` +
      `automatically.\n`,
  };
}

async function sign(
  {
    key = '',
    client = '',
    reason = '',
    minutes = String(maxLifeSeconds / 60),
    problem,
    tool,
    digest: given,
    request,
    document = [],
    steps,
  }: Values,
  input: () => Promise<string>,
): Promise<Output> {
  const jwk = await readPrivateKey(key);
  const requested =
    tool !== undefined && given !== undefined
      ? { tool, digest: given, steps: null }
      : requestedIn(problem === undefined || problem === '-' ? await input() : await readFile(problem, 'utf8'));
  const looked = request !== undefined || document.length > 0;
  const covered = steps === undefined ? requested.steps : numbersIn(steps);
  if (looked) await check(requested, { request: request ?? null, documents: document, steps: covered });
  const life = Number(minutes) * 60;
  const token = await signApproval({ tool: requested.tool, digest: requested.digest, client, reason, life }, jwk);
  const note =
    `Approved as ${jwk.approver}: ${requested.tool} for ${client}, ${requested.digest}, for ${minutes} ` +
    `minutes.${looked ? '' : ' The digest was not compared with any request: see --request and --document.'}\n`;
  return { out: `${token}\n`, note };
}

async function check(requested: Requested, files: Omit<RequestFiles, 'tool'>): Promise<void> {
  const found = await requestDigest({ tool: requested.tool, ...files }, await loadEditions());
  if (found !== requested.digest)
    throw new Error(
      `The given request and documents differ from those to approve. Nothing was signed.\n  theirs:         ` +
        `${found}\n  to be approved: ${requested.digest}`,
    );
}

async function digest({ tool = '', request, document = [], steps }: Values): Promise<Output> {
  const files = { request: request ?? null, documents: document, steps: steps === undefined ? null : numbersIn(steps) };
  return { out: `${await requestDigest({ tool, ...files }, await loadEditions())}\n`, note: '' };
}

/** `0,2` is 0 and 2. */
function numbersIn(list: string): number[] {
  return list.split(',').map(Number);
}

/** What is to be approved; `steps` are those of a pipe that the approval covers. */
interface Requested extends Pick<RequestFiles, 'steps'> {
  readonly tool: string;
  readonly digest: string;
}

/** Reads the problem in an answer of the service. */
function requestedIn(body: string): Requested {
  const { approval } = problemIn(body);
  if (
    typeof approval === 'object' &&
    approval !== null &&
    'tool' in approval &&
    'digest' in approval &&
    typeof approval.tool === 'string' &&
    typeof approval.digest === 'string'
  )
    return { tool: approval.tool, digest: approval.digest, steps: stepsIn(approval) };
  throw new Error(
    'The input is not a problem `approval-required`: it has no `approval` with `tool` and `digest`. Give the ' +
      'body of the 403 answer by --problem or standard input, or --tool and --digest.',
  );
}

function stepsIn(approval: object): number[] | null {
  const steps = 'steps' in approval ? approval.steps : null;
  return Array.isArray(steps) ? (steps as unknown[]).map(Number) : null;
}

function problemIn(body: string): { readonly approval?: unknown } {
  try {
    return (JSON.parse(body) ?? {}) as { readonly approval?: unknown };
  } catch {
    return {};
  }
}

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(usage);
    return;
  }
  try {
    const { out, note } = await approve(args, () => (process.stdin.isTTY ? Promise.resolve('') : text(process.stdin)));
    process.stderr.write(note);
    process.stdout.write(out);
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}\n\nnpm run approve -- --help explains the commands.\n`,
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(process.argv.slice(2));
