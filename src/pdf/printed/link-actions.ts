import type { Body } from './model/body.ts';

/** A URI action of a link as Skia writes it, and as pdf-lib does (ISO 32000-2, 12.6.4.8). */
const uriAction = /\/A\s*<<\s*\/Type\s*\/Action\s*\/S\s*\/URI\s*\/URI\s*\(((?:[^\\()]|\\[\s\S])*)\)\s*>>/g;
/** What a link in a document may lead to. */
const allowed = /^(?:https?:|mailto:|tel:)/i;
/** The origin of all pages that the service prints. */
export const printOrigin = 'https://colophon.invalid/';
/**
 * Base address of a document while it is printed (see `baseAddress` in browser/network.ts), as the source of a regular
 * expression: nobody can follow a link to it.
 */
export const baseAddressPattern = String.raw`https:\/\/colophon\.invalid\/[0-9a-f]{24}\/(?:~\/)*`;
/** An address that the pattern matches, for links to other parts of a document. */
export const anyDocumentAddress = `${printOrigin}${'0'.repeat(24)}/`;

/**
 * Removes the actions of links that lead to files or run scripts. Links of HTML are corrected before the print; this is
 * for links that scripts made. For prints only: links of other PDFs stay.
 */
export const dropUnsafeLinks = (bodies: readonly Body[]): Body[] => withoutActions(bodies, (uri) => !allowed.test(uri));

/**
 * Removes the actions that name the address at which the document was printed. It runs after all links to other parts,
 * and links at places of fields, have been replaced.
 */
export const dropOwnLinks = (bodies: readonly Body[]): Body[] =>
  withoutActions(bodies, (uri) => uri.startsWith(printOrigin));

function withoutActions(bodies: readonly Body[], drops: (uri: string) => boolean): Body[] {
  return bodies.map((each) =>
    each[1].includes('/URI')
      ? [each[0], each[1].replace(uriAction, (action, uri: string) => (drops(uri) ? '' : action))]
      : each,
  );
}
