import { Dict, isName, Name, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import type { Claim } from '../../xmp/claim.ts';
import type { LooseObjects } from '../model/loose-objects.ts';

/**
 * The entries that a claim requires in the catalog. Answers the number of a colour profile that has to be written, or
 * `null`.
 */
export function mendCatalog(objects: LooseObjects, catalog: Dict, { archive, accessible }: Claim): number | null {
  if (catalog.has('StructTreeRoot')) dictIn(objects, catalog, 'MarkInfo').set('Marked', true).delete('Suspects');
  if (accessible) dictIn(objects, catalog, 'ViewerPreferences').set('DisplayDocTitle', true);
  for (const key of ['Version', 'NeedsRendering']) catalog.delete(key);
  mendForm(objects, catalog);
  return archive === null ? null : addOutputIntent(objects, catalog);
}

/** The dictionary of an entry, direct or not; a new one where there is none. */
function dictIn(objects: LooseObjects, dict: Dict, key: string): Dict {
  const value = dict.get(key);
  const known = value instanceof Dict ? value : value instanceof Ref ? objects.dict(value.num) : null;
  const own = known ?? new Dict();
  if (known === null) dict.set(key, own);
  return own;
}

/** Fields have the appearances that they were printed with: no reader is to make others (ISO 19005-2, 6.4.1). */
function mendForm(objects: LooseObjects, catalog: Dict): void {
  const form = catalog.get('AcroForm');
  const dict = form instanceof Ref ? objects.dict(form.num) : form instanceof Dict ? form : null;
  dict?.delete('NeedAppearances');
}

/** ISO 19005-2, 6.2.3: what prints are coloured in is sRGB. One that came with added pages stays. */
function addOutputIntent(objects: LooseObjects, catalog: Dict): number | null {
  const before = catalog.get('OutputIntents');
  const intents = Array.isArray(before) ? before : [];
  const kindOf = (intent: Obj) =>
    (intent instanceof Ref ? objects.dict(intent.num) : intent instanceof Dict ? intent : null)?.get('S') ?? null;
  if (intents.some((intent) => isName(kindOf(intent), 'GTS_PDFA1'))) return null;
  const profile = objects.reserve();
  const name = new PdfString(Buffer.from('sRGB IEC61966-2.1'));
  catalog.set('OutputIntents', [
    ...intents,
    new Dict([
      ['Type', new Name('OutputIntent')],
      ['S', new Name('GTS_PDFA1')],
      ['OutputConditionIdentifier', name],
      ['Info', name],
      ['DestOutputProfile', new Ref(profile)],
    ]),
  ]);
  return profile;
}
