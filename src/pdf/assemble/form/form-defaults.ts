import { Dict, type Obj, PdfString } from '../../objects/objects.ts';
import { canonical, same } from '../../facts/equal.ts';
import type { Field } from './copied-field.ts';
import type { Part } from '../../copying/part.ts';
import type { Source } from '../../facts/source.ts';
import { UniqueNames } from '../../facts/unique-names.ts';

/** Form-wide entries of the AcroForm dictionary (ISO 32000-2, table 224), assembled from the parts. */
export class FormDefaults {
  /** Default resources by category and name. */
  readonly resources = new Map<string, Map<string, Obj>>();
  readonly resourceNames = new Map<string, UniqueNames>();
  /** Calculation order. */
  readonly order = new Set<Field>();
  /** Entries of the first document. */
  readonly entries = new Dict();
  /** Parts with fields that viewers are to draw (NeedAppearances), and whether another part brings drawn fields. */
  readonly asking: Part[] = [];
  drawn = false;
  present = false;

  /** Records a part that has fields. */
  add(part: Part): void {
    if (asksForDrawing(part.source)) this.asking.push(part);
    else this.drawn = true;
  }
}

interface NeededByFields {
  /** New names of fonts by their old names. */
  readonly fonts: ReadonlyMap<string, string>;
  /** Gives a field the values that it inherited. Names of fonts are still those of its document. */
  pushDown(field: Dict, inherited: (key: string) => Obj): void;
}

const forAll = ['DA', 'Q'] as const;

/** Whether a document requests that viewers draw its fields. */
export function asksForDrawing({ file, form }: Source): boolean {
  return file.resolve(form.dict?.get('NeedAppearances') ?? null) === true;
}

/**
 * Copies the default resources of a form, renaming fonts whose name exists. Answers the defaults for its fields: those
 * that differ from the first document's, and those that name a renamed font.
 */
export function copyDefaults(part: Part, defaults: FormDefaults, form: Dict): NeededByFields {
  const { file } = part.source;
  const fonts = copyResources(part, defaults, form);
  // The appearance string is renamed where it is used, so it must not be renamed here.
  const own = new Dict(forAll.map((key) => [key, file.resolve(form.get(key))]));
  if (!defaults.present) for (const key of forAll) defaults.entries.set(key, own.get(key));
  defaults.present = true;
  if (form.has('XFA'))
    part.report.drop(part.document, 'XFA form', 'XFA describes its own document only; the AcroForm fields stay');
  const differing = forAll.filter(
    (key) => own.has(key) && (text(own.get(key)) !== text(defaults.entries.get(key)) || fonts.size > 0),
  );
  return {
    fonts,
    pushDown(field, inherited) {
      for (const key of forAll) {
        const above = inherited(key);
        if (field.has(key)) continue;
        if (above === null && differing.includes(key)) field.set(key, own.get(key));
        else if (fonts.size > 0) field.set(key, above);
      }
    },
  };
}

function text(obj: Obj): string {
  return canonical(obj, ({ num }) => `${num}`);
}

/**
 * Copies DR (ISO 32000-2, 12.7.3.3). An existing name is replaced by a new one; answers the new names of fonts, which
 * appearance strings use.
 */
function copyResources(part: Part, defaults: FormDefaults, form: Dict): Map<string, string> {
  const { file } = part.source;
  const { copier, target } = part;
  const fonts = new Map<string, string>();
  for (const [category, written] of file.dict(form.get('DR'))?.entries() ?? []) {
    const values = file.dict(written);
    if (values === null) continue;
    const known = defaults.resources.get(category) ?? new Map<string, Obj>();
    defaults.resources.set(category, known);
    const names = defaults.resourceNames.get(category) ?? new UniqueNames('_');
    defaults.resourceNames.set(category, names);
    const copies = [...values.entries()].map(([name, value]) => [name, copier.copy(value)] as const);
    copier.drain();
    for (const [name, copy] of copies) {
      const there = known.get(name);
      if (copy === null || (there !== undefined && same(there, copy, (ref) => target.get(ref)))) continue;
      const given = names.claim(name);
      known.set(given, copy);
      if (given !== name && category === 'Font') fonts.set(name, given);
    }
  }
  return fonts;
}

/** The font name in an appearance string, before its size and Tf (ISO 32000-2, 12.7.4.3). */
const selection = /\/([^\s/[\]()<>{}%]+)(?=\s+[-+.\d]+\s+Tf)/g;

/** Replaces the name of a font in DA. */
export function renameFont(dict: Dict, fonts: ReadonlyMap<string, string>): void {
  const appearance = dict.get('DA');
  if (fonts.size === 0 || !(appearance instanceof PdfString)) return;
  const written = appearance.bytes.toString('latin1');
  const renamed = written.replace(selection, (whole, name: string) => {
    const plain = name.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    const given = fonts.get(plain);
    return given === undefined
      ? whole
      : '/' +
          given.replace(
            /[^A-Za-z0-9_.,+*-]/g,
            (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
          );
  });
  if (renamed !== written) dict.set('DA', new PdfString(Buffer.from(renamed, 'latin1'), appearance.hex));
}

/** The resource dictionary. */
export function resourcesDict(defaults: FormDefaults): Dict | null {
  if (defaults.resources.size === 0) return null;
  return new Dict([...defaults.resources].map(([category, values]) => [category, new Dict(values)]));
}
