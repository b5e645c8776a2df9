import { failuresOf } from '../check.ts';
import { outlineItems } from '../../facts/trees/outline-items.ts';
import type { Model } from '../model/model.ts';
import { occurrenceOf, type Occurrence } from '../occurrence.ts';
import type { Breach } from '../rule.ts';
import { standards } from '../../xmp/standards.ts';
import type { AccessibilityCheck, Checked } from './accessibility-check.ts';
import { humanCheck } from './human-check.ts';
import { faintTexts } from './contrast.ts';
import { lookFor } from './look.ts';
import type { Look } from './matterhorn.ts';

/** A success criterion of WCAG 2.2, decided by rules of PDF/UA-1, by findings of its own, or by a person. */
interface Criterion {
  readonly id: string;
  readonly clause: string;
  readonly message: string;
  /** Rules of PDF/UA-1 that find it. */
  readonly rules?: readonly string[];
  readonly find?: (model: Model) => Iterable<Breach>;
  readonly fix?: string;
  readonly look?: Look;
}

/** Documents of more pages need an outline (PDF technique 2). */
const longDocument = 20;

const criteria: readonly Criterion[] = [
  {
    id: 'text-alternatives',
    clause: '1.1.1',
    message: 'Figures, formulas and annotations have alternative texts.',
    rules: ['figure-text', 'formula-text', 'annotation-described', 'media-described'],
  },
  {
    id: 'alternatives-suit',
    clause: '1.1.1',
    message: 'Alternative texts describe the pictures.',
    look: 'figures',
  },
  {
    id: 'media-alternatives',
    clause: '1.2.1',
    message: 'Sound and film have captions or a transcript.',
    look: 'media',
  },
  {
    id: 'tagged',
    clause: '1.3.1',
    message: 'The document is tagged, and all of its content is.',
    rules: ['marked', 'structure-tree', 'content-marked', 'standard-types'],
  },
  {
    id: 'headings',
    clause: '1.3.1',
    message: 'Headings skip no level.',
    rules: ['heading-levels', 'one-heading', 'headings-of-one-kind'],
  },
  {
    id: 'tables',
    clause: '1.3.1',
    message: 'Tables have header cells, and are built of rows and cells.',
    rules: [
      'table-headers',
      'table-header-ids',
      'table-children',
      'row-parent',
      'row-children',
      'header-cell-parent',
      'data-cell-parent',
      'table-rows-even',
      'table-cells-apart',
      'table-spans-within',
    ],
  },
  {
    id: 'lists',
    clause: '1.3.1',
    message: 'Lists are built of items.',
    rules: ['list-item-parent', 'list-body-parent', 'list-children', 'list-item-children'],
  },
  {
    id: 'reading-order',
    clause: '1.3.2',
    message: 'The order of the tags is that in which the document is read.',
    look: 'document',
  },
  {
    id: 'text-known',
    clause: '1.3.2',
    message: 'The text of all glyphs is known.',
    rules: ['text-known', 'text-sensible'],
  },
  { id: 'colour-alone', clause: '1.4.1', message: 'No information is conveyed by colour alone.', look: 'document' },
  {
    id: 'contrast',
    clause: '1.4.3',
    message: 'Text has a contrast of 4.5 to 1 with its background, and large text of 3 to 1.',
    find: faint,
    fix: 'Make the text darker, or its background lighter.',
  },
  { id: 'images-of-text', clause: '1.4.5', message: 'Text is text, not a picture of it.', look: 'pages' },
  {
    id: 'keyboard',
    clause: '2.1.1',
    message: 'Fields and annotations are reached by the keyboard in the order of the structure.',
    rules: ['tab-order'],
  },
  { id: 'flashes', clause: '2.3.1', message: 'Nothing flashes.', look: 'media' },
  {
    id: 'outline',
    clause: '2.4.1',
    message: `A document of more than ${longDocument} pages has an outline.`,
    find: missingOutline,
    fix: 'Add bookmarks for the sections.',
  },
  {
    id: 'title',
    clause: '2.4.2',
    message: 'The document has a title, and the window shows it.',
    rules: ['title', 'display-title'],
  },
  {
    id: 'focus-order',
    clause: '2.4.3',
    message: 'Links and fields are in the structure where they are on the page.',
    rules: ['link-tagged', 'widget-tagged'],
  },
  {
    id: 'link-text',
    clause: '2.4.4',
    message: 'The text of a link describes its target.',
    find: vagueLinks,
    fix: 'Describe the target of the link.',
  },
  { id: 'link-described', clause: '2.4.4', message: 'A link is described.', rules: ['link-described'] },
  { id: 'headings-suit', clause: '2.4.6', message: 'Headings and labels describe their topic.', look: 'headings' },
  {
    id: 'empty-headings',
    clause: '2.4.6',
    message: 'No heading is empty.',
    find: emptyHeadings,
    fix: 'Remove the heading, or write its text.',
  },
  {
    id: 'language',
    clause: '3.1.1',
    message: 'The document states its language.',
    find: missingLanguage,
    rules: ['language-tag'],
    fix: 'Set Lang of the document.',
  },
  { id: 'language-of-parts', clause: '3.1.2', message: 'Parts in another language state it.', look: 'document' },
  { id: 'labels', clause: '3.3.2', message: 'Fields have a description.', rules: ['field-described'] },
  {
    id: 'name-and-role',
    clause: '4.1.2',
    message: 'Fields and annotations have a name and a role.',
    rules: ['field-described', 'widget-tagged', 'annotation-tagged'],
  },
];

/** Checks the success criteria of WCAG 2.2 that apply to documents. */
export function checkWcag(model: Model): Checked {
  const standard = standards.get('PDF/UA-1');
  const failures = standard === undefined ? [] : failuresOf(model, standard);
  const checks: AccessibilityCheck[] = [];
  const humanChecks = criteria.flatMap((criterion) => {
    const { id, clause, message, rules = [], find, fix = '', look } = criterion;
    const found = look === undefined ? null : lookFor(model, look);
    const occurrences: Occurrence[] = failures
      .filter(({ rule }) => rules.includes(rule))
      .flatMap((failure) => failure.breaches.map((breach) => occurrenceOf(model.file, breach, failure)));
    for (const breach of find?.(model) ?? [])
      if (occurrences.length < 100) occurrences.push(occurrenceOf(model.file, breach, { message, fix }));
    checks.push({
      id,
      clause,
      matterhorn: null,
      status: found !== null ? 'needs-human' : occurrences.length > 0 ? 'failed' : 'passed',
      occurrences,
    });
    return found === null ? [] : [humanCheck(model, { id, clause, matterhorn: null, question: message }, found)];
  });
  return { checks, humanChecks };
}

function* faint(model: Model): Generator<Breach> {
  for (const { place, ratio, needed, text } of faintTexts(model))
    yield { place, detail: `'${text}' has ${ratio.toFixed(2)} to 1, and needs ${needed}` };
}

function* missingOutline({ file }: Model): Generator<Breach> {
  const pages = file.pages().length;
  if (pages > longDocument && outlineItems(file, file.catalog.get('Outlines')).next().done === true)
    yield { place: {}, detail: `it has ${pages} pages and none` };
}

function* missingLanguage({ file }: Model): Generator<Breach> {
  if ((file.string(file.catalog.get('Lang'))?.text ?? '') === '') yield { place: {}, detail: 'it states none' };
}

/** Link texts that do not describe a target, in the usual languages of documents. */
const vague =
  /^(?:click here|here|more|read more|learn more|link|this link|hier|mehr|weiterlesen|ici|cliquez ici|en savoir plus|aquí|más|qui|leggi di più|https?:\/\/\S{40,})[.…]?$/i;

function* vagueLinks({ tree, annotations, file }: Model): Generator<Breach> {
  for (const { type, dict, place } of annotations) {
    if (type !== 'Link') continue;
    const node = tree.byObject.get(dict);
    const text = (node?.alt ?? node?.actualText ?? file.string(dict.get('Contents'))?.text ?? '').trim();
    if (vague.test(text)) yield { place, detail: `'${text.slice(0, 60)}' does not` };
  }
}

function* emptyHeadings({ tree }: Model): Generator<Breach> {
  for (const node of tree.nodes) {
    if (!/^H\d?$/.test(node.standard ?? '')) continue;
    const empty =
      node.content === 0 && node.objects.length === 0 && node.children.length === 0 && (node.actualText ?? '') === '';
    if (empty) yield { place: node.place, detail: `${node.type} is` };
  }
}
