import type { Lookup } from '../../content/lookup.ts';
import type { Dict } from '../../objects/objects.ts';
import { isName, type Obj } from '../../objects/objects.ts';

/** Names of the signature fields of a form that are signed (ISO 32000-2, 12.8). */
export function signedFields(file: Lookup, catalog: Dict): string[] {
  const names: string[] = [];
  const seen = new Set<Dict>();
  const stack: { readonly entry: Obj; readonly name: string; readonly signature: boolean }[] = (
    file.array(file.dict(catalog.get('AcroForm'))?.get('Fields') ?? null) ?? []
  ).map((entry) => ({ entry, name: '', signature: false }));
  for (let field = stack.pop(); field !== undefined; field = stack.pop()) {
    const dict = file.dict(field.entry);
    if (dict === null || seen.has(dict)) continue;
    seen.add(dict);
    const own = file.string(dict.get('T'))?.text ?? '';
    const name = [field.name, own].filter((part) => part !== '').join('.');
    const signature = dict.has('FT') ? isName(file.resolve(dict.get('FT')), 'Sig') : field.signature;
    if (signature && file.dict(dict.get('V')) !== null) names.push(name);
    for (const kid of file.array(dict.get('Kids')) ?? []) stack.push({ entry: kid, name, signature });
  }
  return names;
}
