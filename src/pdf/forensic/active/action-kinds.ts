import type { FindingId } from '../finding-kinds.ts';

/** What an action of each type is (ISO 32000-2, table 201); `JavaScript`, `Launch`, `GoToR`, `GoToE` and `URI` are looked at further. */
export const actionKinds: Readonly<Record<string, FindingId>> = {
  JavaScript: 'script', Rendition: 'multimedia', Launch: 'launch', SubmitForm: 'submit-form', ImportData: 'import-data', GoToR: 'remote-goto', GoToE: 'remote-goto', URI: 'uri', Sound: 'multimedia', Movie: 'multimedia',
  RichMediaExecute: 'multimedia', GoTo3DView: 'multimedia', SetOCGState: 'layer-action', Hide: 'layer-action', Named: 'other-action', ResetForm: 'other-action', Thread: 'other-action', Trans: 'other-action', GoToDp: 'other-action',
};

/** Annotations that play media (12.5.6). */
export const mediaAnnotations: ReadonlySet<string> = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', '3D']);

/**
 * Ways of scripts that documents have no use for: starting attached files, unpacking machine code, known holes of viewers. Names of functions alone are no
 * alarm: forms use them.
 */
export const dangerousScripts: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['opens an attached file', /exportDataObject\s*\([^)]{0,500}nLaunch\s*["']?\s*:\s*[12]/],
  ['unpacks machine code', /unescape\s*\(\s*["'][^"']{0,40}%u[0-9a-f]{4}%u[0-9a-f]{4}/i],
  ['fills memory', /(?:%u9090|%u0c0c|\\x90\\x90\\x90|\\u9090\\u9090)/i],
  ['uses a hole of old viewers', /(?:Collab\.collectEmailInfo|Collab\.getIcon|media\.newPlayer|spell\.customDictionaryOpen|util\.printf\s*\(\s*["']%45000)/],
  ['builds code out of numbers', /eval\s*\(\s*(?:unescape|String\.fromCharCode|atob)/],
  ['asks for another server\'s file', /(?:this\.|app\.)?(?:submitForm|launchURL|getURL|openDoc)\s*\(\s*(?:\{[^}]{0,200})?["'](?:\\\\\\\\|file:)/i],
];

/** Links of the web, of mail and of telephones. */
export const plainSchemes = /^(?:https?|mailto|tel|ftps?|sms|xmpp|geo|doi|urn|news|fax):/i;

/** Links that do something else than to lead somewhere. */
export const oddSchemes = /^\s*(?:javascript|vbscript|data|file|smb|search-ms|ms-[a-z]+|shell|res|jar|about):/i;

/** `\\server\share`, and what programs make of it. */
export const networkPath = /^(?:\\\\|\/\/|file:\/\/\/?(?:\\\\|\/\/)|file:\/\/[^/\s])[^\\/\s]+[\\/]/i;
