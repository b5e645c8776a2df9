/** A URI action of a link as Skia writes it (ISO 32000-2, 12.6.4.8). */
const uriAction = /\/A <<\/Type \/Action\s+\/S \/URI\s+\/URI \(((?:[^\\()]|\\[\s\S])*)\)>>/g;
/** What a link in a document may lead to. */
const allowed = /^(?:https?:|mailto:|tel:)/i;
/** The address that a document has while it is printed: nobody can follow a link to it. */
const ownOrigin = /^https:\/\/[0-9a-f]{24}\.invalid\//;

/**
 * Takes the actions of links out that lead to files, run scripts, or name the address at which the document was printed.
 * What HTML brings is mended before it is printed; this is for links that scripts made.
 */
export function dropUnsafeLinks<B extends readonly [number: number, body: string]>(bodies: readonly B[]): (B | [number, string])[] {
  return bodies.map((each) => (each[1].includes('/S /URI') ? [each[0], each[1].replace(uriAction, (action, uri: string) => (allowed.test(uri) && !ownOrigin.test(uri) ? action : ''))] : each));
}
