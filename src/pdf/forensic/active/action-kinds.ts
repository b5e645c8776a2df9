import type { FindingId } from '../findings/finding-kinds.ts';

/**
 * Findings by type of action (ISO 32000-2, table 201). `JavaScript`, `Launch`, `GoToR`, `GoToE` and `URI` are examined
 * further.
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

/** Text that makes a script dangerous. */
interface DangerousScript {
  readonly what: string;
  readonly pattern: RegExp;
  /** Text that has to follow the pattern; any unless given. */
  readonly then?: RegExp;
}

/**
 * Script features that documents do not need: starting attached files, unpacking machine code, known holes of viewers.
 * Names of functions alone are no alarm, because forms use them.
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
    what: "requests another server's file",
    pattern: /(?:submitForm|launchURL|getURL|openDoc)\s*\(\s*/gi,
    then: /^(?:\{[^}]*)?["'](?:\\\\\\\\|file:)/i,
  },
];

/** Characters after a call that are searched for its arguments. */
const reach = 600;

/** The dangerous part of a script, or null. */
export function dangerIn(script: string): string | null {
  const isIn = ({ pattern, then }: DangerousScript) =>
    [...script.matchAll(pattern)].some(
      ({ 0: found, index }) => then?.test(script.slice(index + found.length, index + found.length + reach)) ?? true,
    );
  return dangerousScripts.find(isIn)?.what ?? null;
}

/** Links of the web, of mail and of telephones. */
export const plainSchemes = /^(?:https?|mailto|tel|ftps?|sms|xmpp|geo|doi|urn|news|fax):/i;

/** Links that run something. */
export const oddSchemes = /^\s*(?:javascript|vbscript|data|file|smb|search-ms|ms-[a-z]+|shell|res|jar|about):/i;

/** `\\server\share`, and its equivalents. */
export const networkPath = /^(?:\\\\|\/\/|file:\/\/\/?(?:\\\\|\/\/)|file:\/\/[^/\s])[^\\/\s]+[\\/]/i;
