import { PrintedObjects } from '../model/printed-objects.ts';
import type { PrintedFile } from '../printed.ts';
import { Ref } from '../../objects/objects.ts';
import type { Claim } from '../../xmp/claim.ts';
import type { Body } from '../model/body.ts';
import { LooseObjects } from '../model/loose-objects.ts';
import { mendAnnotations } from './mend-annotations.ts';
import { mendCatalog } from './mend-catalog.ts';
import { listGlyphs, mendCharacters, type NewStream } from './mend-fonts.ts';
import { mendStructure } from './mend-structure.ts';
import { srgbProfile } from './srgb-profile.ts';

/** Objects with their mends. */
export interface ConformingObjects {
  /** Of all objects that are no streams. */
  readonly bodies: readonly Body[];
  readonly added: readonly NewStream[];
  /** The first number that no object has. */
  readonly next: number;
}

/** A print with its mends. */
export interface Conforming extends ConformingObjects {
  /** Of streams that are other than they were, by their numbers. */
  readonly changed: ReadonlyMap<number, Buffer>;
}

/**
 * Mends a printed file so that it conforms to the standards that it claims (ISO 19005, ISO 14289-1), as far as its
 * content determines the mending. `findingsOf` later reports the faults that only the author can mend (the alternative
 * text of a picture, a title, a level of headings). `loose` are the bodies of `file` that are no streams, `next` is the
 * first number that no object has.
 */
export function conformPrint(file: PrintedFile, loose: readonly Body[], claim: Claim, next: number): Conforming {
  const objects = new LooseObjects(loose, next);
  const printed = new PrintedObjects(file);
  const added = [...mend(objects, file.root, claim), ...listGlyphs(objects, printed, claim)];
  return { bodies: objects.written(), changed: mendCharacters(file, printed), added, next: objects.next };
}

/**
 * The same for a document that is joined of prints whose streams were mended one by one (`mendCharacters`); not for
 * PDF/A-1.
 */
export function conformJoined(root: number, loose: readonly Body[], claim: Claim, next: number): ConformingObjects {
  const objects = new LooseObjects(loose, next);
  const added = mend(objects, root, claim);
  return { bodies: objects.written(), added, next: objects.next };
}

/** What is mended in objects that are no streams; answers the streams that this takes. */
function mend(objects: LooseObjects, root: number, claim: Claim): NewStream[] {
  const catalog = objects.dict(root);
  if (catalog === null) return [];
  const tree = catalog.get('StructTreeRoot');
  if (tree instanceof Ref) mendStructure(objects, tree.num, claim);
  mendAnnotations(objects, catalog);
  const profile = mendCatalog(objects, catalog, claim);
  return profile === null ? [] : [{ number: profile, entries: '/N 3', content: srgbProfile() }];
}
