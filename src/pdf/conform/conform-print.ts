import { PrintedObjects } from '../artifacts/printed-objects.ts';
import type { PrintedFile } from '../printed.ts';
import { Ref } from '../raw/objects.ts';
import type { Claim } from './claim.ts';
import { LooseObjects, type Body } from './loose-objects.ts';
import { mendAnnotations } from './mend-annotations.ts';
import { mendCatalog } from './mend-catalog.ts';
import { listGlyphs, mendCharacters, type NewStream } from './mend-fonts.ts';
import { mendStructure } from './mend-structure.ts';
import { srgbProfile } from './srgb-profile.ts';

/** A print with its mends. */
export interface Conforming {
  /** Of all objects that are no streams. */
  readonly bodies: readonly Body[];
  /** Of streams that are other than they were, by their numbers. */
  readonly changed: ReadonlyMap<number, Buffer>;
  readonly added: readonly NewStream[];
  /** The first number that no object has. */
  readonly next: number;
}

/**
 * Mends what keeps a printed file from being what it claims to be (ISO 19005, ISO 14289-1): everything that follows from what there is. What follows
 * from nothing but its author (a text for a picture, a title, a level of headings), `findingsOf` tells afterwards. `loose` are the bodies of `file` that are
 * no streams, `next` is the first number that no object has.
 */
export function conformPrint(file: PrintedFile, loose: readonly Body[], claim: Claim, next: number): Conforming {
  const objects = new LooseObjects(loose, next);
  const printed = new PrintedObjects(file);
  const catalog = objects.dict(file.root);
  if (catalog === null) return { bodies: loose, changed: new Map(), added: [], next };
  const tree = catalog.get('StructTreeRoot');
  if (tree instanceof Ref) mendStructure(objects, tree.num, claim);
  mendAnnotations(objects, catalog);
  const changed = mendCharacters(objects, printed);
  const sets = listGlyphs(objects, printed, claim);
  const profile = mendCatalog(objects, catalog, claim);
  const added = [...sets, ...(profile === null ? [] : [{ number: profile, entries: '/N 3', content: srgbProfile() }])];
  return { bodies: objects.written(), changed, added, next: objects.next };
}
