import type { FindingId } from '../finding-kinds.ts';

/**
 * What an action of each type is (ISO 32000-2, table 201); `JavaScript`, `Launch`, `GoToR`, `GoToE` and `URI` are
 * looked at further.
 */
export const actionKinds: Readonly<Record<string, FindingId>> = {
  JavaScript: 'script',
  Rendition: 'multimedia',
  Launch: 'launch',
  SubmitForm: 'submit-form',
  ImportData: 'import-data',
  GoToR: 'remote-goto',
  GoToE: 'remote-goto',
  URI: 'uri',
  Sound: 'multimedia',
  Movie: 'multimedia',
  RichMediaExecute: 'multimedia',
  GoTo3DView: 'multimedia',
  SetOCGState: 'layer-action',
  Hide: 'layer-action',
  Named: 'other-action',
  ResetForm: 'other-action',
  Thread: 'other-action',
  Trans: 'other-action',
  GoToDp: 'other-action',
};

/** Annotations that play media (12.5.6). */
export const mediaAnnotations: ReadonlySet<string> = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', '3D']);

/** Text of a script by which it is dangerous. */
interface DangerousScript {
  readonly what: string;
  readonly pattern: RegExp;
  /** What stands behind the pattern; nothing where any text may. */
  readonly then?: RegExp;
}

/**
 * Ways of scripts that documents have no use for: starting attached files, unpacking machine code, known holes of
 * viewers. Names of functions alone are no alarm: forms use them.
 */
const dangerousScripts: readonly DangerousScript[] = [
  { what: 'opens an attached file', pattern: /exportDataObject\s*\(/g, then: /^[^)]*?nLaunch\s*(?:["']\s*)?:\s*[12]/ },
  { what: 'unpacks machine code', pattern: /unescape\s*\(\s*["']/gi, then: /^[^"']*?%u[0-9a-f]{4}%u[0-9a-f]{4}/i },
  { what: 'fills memory', pattern: /%u9090|%u0c0c|\\x90\\x90\\x90|\\u9090\\u9090/gi },
  {
    what: 'uses a hole of old viewers',
    pattern: /Collab\.(?:collectEmailInfo|getIcon)|media\.newPlayer|spell\.customDictionaryOpen/g,
  },
  { what: 'uses a hole of old viewers', pattern: /util\.printf\s*\(\s*["']%45000/g },
  { what: 'builds code out of numbers', pattern: /eval\s*\(\s*(?:unescape|String\.fromCharCode|atob)/g },
  {
    what: "asks for another server's file",
    pattern: /(?:submitForm|launchURL|getURL|openDoc)\s*\(\s*/gi,
    then: /^(?:\{[^}]*)?["'](?:\\\\\\\\|file:)/i,
  },
];

/** Characters behind a call in which its arguments are looked for. */
const reach = 600;

/** What is dangerous in a script, if anything is. */
export function dangerIn(script: string): string | null {
  const isIn = ({ pattern, then }: DangerousScript) =>
    [...script.matchAll(pattern)].some(
      ({ 0: found, index }) => then?.test(script.slice(index + found.length, index + found.length + reach)) ?? true,
    );
  return dangerousScripts.find(isIn)?.what ?? null;
}

/** Links of the web, of mail and of telephones. */
export const plainSchemes = /^(?:https?|mailto|tel|ftps?|sms|xmpp|geo|doi|urn|news|fax):/i;

/** Links that do something else than to lead somewhere. */
export const oddSchemes = /^\s*(?:javascript|vbscript|data|file|smb|search-ms|ms-[a-z]+|shell|res|jar|about):/i;

/** `\\server\share`, and what programs make of it. */
export const networkPath = /^(?:\\\\|\/\/|file:\/\/\/?(?:\\\\|\/\/)|file:\/\/[^/\s])[^\\/\s]+[\\/]/i;
