import { AppError } from '../../problems.ts';

/** `aud` of every approval. */
export const audience = 'colophon';
/** Seconds from `iat` to `exp`. */
export const maxLifeSeconds = 600;
/** Seconds that the clock of an approver may be ahead. One that is behind makes the approval shorter, and no more. */
const skew = 30;
/** Characters that a text in it may have. */
const maxTextLength = 2000;

/** The claims of an approval (docs/spec/keys-and-editions.md), checked; times in seconds since the epoch. */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  /** The approver. */
  readonly sub: string;
  readonly client: string;
  readonly tool: string;
  readonly digest: string;
  readonly decision: string;
  readonly reason: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

/** What is to be approved. */
export interface ApprovalSubject {
  readonly client: string;
  readonly tool: string;
  readonly digest: string;
}

/** The problem of an approval that is not valid; `detail` is the reason. */
export function invalid(detail: string): AppError {
  return new AppError('approval-invalid', `The approval is not good for this request. ${detail}`);
}

/** The claims that a token signs. Throws AppError `approval-invalid` where one is missing, or of another type. */
export function claimsOf(payload: Uint8Array): Claims {
  const claims = jsonOf(payload);
  if (typeof claims !== 'object' || claims === null) throw invalid('What it signs is not JSON.');
  const given = claims as Readonly<Record<string, unknown>>;
  const texts = (['iss', 'aud', 'sub', 'client', 'tool', 'digest', 'decision', 'reason', 'jti'] as const).filter(
    (name) => !isText(given[name]),
  );
  const times = (['iat', 'exp'] as const).filter((name) => typeof given[name] !== 'number');
  const wrong = [...texts, ...times].map((name) => `\`${name}\``).join(', ');
  if (wrong !== '') throw invalid(`It lacks a claim, or has one of another type: ${wrong}.`);
  return claims as Claims;
}

function jsonOf(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return null;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength && value.isWellFormed();
}

/** A sentence on the fault in claims of the right form; `null` = they are valid. */
export function faultOf(claims: Claims, circumstances: Circumstances): string | null {
  return rules.find(({ holds }) => !holds(claims, circumstances))?.fault(claims) ?? null;
}

interface Circumstances {
  readonly subject: ApprovalSubject;
  /** Whose key signed it, where the file of approvers names them. */
  readonly approver: string | null;
  /** Seconds. */
  readonly now: number;
}

/** The rules of an approval, in the order in which they are reported. */
const rules: readonly {
  readonly holds: (claims: Claims, circumstances: Circumstances) => boolean;
  readonly fault: (claims: Claims) => string;
}[] = [
  { holds: ({ aud }) => aud === audience, fault: () => `Its \`aud\` is not \`${audience}\`.` },
  {
    holds: ({ sub }, { approver }) => approver === null || sub === approver,
    fault: () => 'Its `sub` is another than the approver to whom the key belongs.',
  },
  { holds: ({ client }, { subject }) => client === subject.client, fault: () => 'It is for another client.' },
  {
    holds: ({ tool }, { subject }) => tool === subject.tool,
    fault: ({ tool }) => `It is for another tool, '${tool.slice(0, 100)}'.`,
  },
  {
    holds: ({ digest }, { subject }) => digest === subject.digest,
    fault: () => 'It is for another request: its `digest` is not that of this document and these parameters.',
  },
  { holds: ({ sub, client }) => !isSameName(sub, client), fault: () => 'The approver is the client itself.' },
  {
    holds: ({ decision }) => decision === 'approve',
    fault: ({ decision }) => `The approver has not approved; the decision is '${decision.slice(0, 100)}'.`,
  },
  {
    holds: ({ iat }, { now }) => iat <= now + skew,
    fault: () => `Its \`iat\` is in the future, by more than the ${skew} s that clocks may differ.`,
  },
  {
    holds: ({ iat, exp }) => exp > iat && exp - iat <= maxLifeSeconds,
    fault: () => `It is good for longer than ${maxLifeSeconds / 60} minutes, or ends before it begins.`,
  },
  { holds: ({ exp }, { now }) => now < exp, fault: ({ exp }) => `It has expired${timeOf(exp)}.` },
];

/**
 * True for names that look the same to a reader: they differ at most in case, white space around them, or form
 * (Unicode NFKC).
 */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.normalize('NFKC').trim().toLowerCase());
  return first === second;
}

function timeOf(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? '' : `, at ${time.toISOString()}`;
}
