import { outlineItems } from '../../facts/trees/outline-items.ts';
import type { Model } from '../model/model.ts';
import type { Breach } from '../rule.ts';
import { faintTexts } from './contrast.ts';

/** Documents of more pages need an outline (PDF technique 2). */
export const longDocument = 20;

/** Text without enough contrast to its background. */
export function* faint(model: Model): Generator<Breach> {
  for (const { place, ratio, needed, text } of faintTexts(model))
    yield { place, detail: `'${text}' has ${ratio.toFixed(2)} to 1, and needs ${needed}` };
}

/** A long document without an outline. */
export function* missingOutline({ file }: Model): Generator<Breach> {
  const pages = file.pages().length;
  if (pages > longDocument && outlineItems(file, file.catalog.get('Outlines')).next().done === true)
    yield { place: {}, detail: `it has ${pages} pages` };
}

/** A document that does not state its language. */
export function* missingLanguage({ file }: Model): Generator<Breach> {
  if ((file.string(file.catalog.get('Lang'))?.text ?? '') === '') yield { place: {}, detail: '' };
}

/** Link texts that do not describe a target, in the usual languages of documents. */
const vague =
  /^(?:click here|here|more|read more|learn more|link|this link|hier|mehr|weiterlesen|ici|cliquez ici|en savoir plus|aquí|más|qui|leggi di più|https?:\/\/\S{40,})[.…]?$/i;

/** Links whose text does not describe their target. */
export function* vagueLinks({ tree, annotations, file }: Model): Generator<Breach> {
  for (const { type, dict, place } of annotations) {
    if (type !== 'Link') continue;
    const node = tree.byObject.get(dict);
    const text = (node?.alt ?? node?.actualText ?? file.string(dict.get('Contents'))?.text ?? '').trim();
    if (vague.test(text)) yield { place, detail: `'${text.slice(0, 60)}'` };
  }
}

/** Headings without content. */
export function* emptyHeadings({ tree }: Model): Generator<Breach> {
  for (const node of tree.nodes) {
    if (!/^H\d?$/.test(node.standard ?? '')) continue;
    const empty =
      node.content === 0 && node.objects.length === 0 && node.children.length === 0 && (node.actualText ?? '') === '';
    if (empty) yield { place: node.place, detail: node.type };
  }
}
