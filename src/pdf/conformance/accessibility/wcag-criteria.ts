import type { Model } from '../model/model.ts';
import type { Breach } from '../rule.ts';
import type { Look } from './matterhorn.ts';
import { emptyHeadings, faint, longDocument, missingLanguage, missingOutline, vagueLinks } from './wcag-findings.ts';

/** What a criterion finds by itself. */
export interface Finding {
  readonly find: (model: Model) => Iterable<Breach>;
  readonly requirement: string;
  /** What is wrong, as a sentence. */
  readonly fault: string;
  readonly fix: string;
  /** How it is repaired in the request of a document that the service has rendered; `fix` unless given. */
  readonly renderedFix?: string;
}

/** A success criterion of WCAG 2.2, decided by rules of PDF/UA-1, by a finding of its own, or by a person. */
export interface Criterion {
  readonly id: string;
  readonly clause: string;
  /** Rules of PDF/UA-1 that find it. */
  readonly rules?: readonly string[];
  readonly finding?: Finding;
  /** The fault that a person looks for, and where. */
  readonly question?: { readonly fault: string; readonly look: Look };
}

const question = (id: string, clause: string, look: Look, fault: string): Criterion => ({
  id,
  clause,
  question: { fault, look },
});

/** The criteria in their order. */
export const criteria: readonly Criterion[] = [
  {
    id: 'text-alternatives',
    clause: '1.1.1',
    rules: ['figure-text', 'formula-text', 'annotation-described', 'media-described'],
  },
  question('alternatives-suit', '1.1.1', 'figures', 'An alternative text does not describe its picture.'),
  question('media-alternatives', '1.2.1', 'media', 'Sound or film has neither captions nor a transcript.'),
  {
    id: 'tagged',
    clause: '1.3.1',
    rules: ['marked', 'structure-tree', 'content-marked', 'standard-types'],
  },
  {
    id: 'headings',
    clause: '1.3.1',
    rules: ['heading-levels', 'one-heading', 'headings-of-one-kind'],
  },
  {
    id: 'tables',
    clause: '1.3.1',
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
    rules: ['list-item-parent', 'list-body-parent', 'list-children', 'list-item-children'],
  },
  question('reading-order', '1.3.2', 'document', 'The order of the tags is not that in which the document is read.'),
  { id: 'text-known', clause: '1.3.2', rules: ['text-known', 'text-sensible'] },
  question('colour-alone', '1.4.1', 'document', 'Information is conveyed by colour alone.'),
  {
    id: 'contrast',
    clause: '1.4.3',
    finding: {
      find: faint,
      requirement: 'Text has a contrast of 4.5 to 1 with its background, and large text of 3 to 1.',
      fault: 'Text has too little contrast with its background.',
      fix: 'Make the text darker, or its background lighter.',
    },
  },
  question('images-of-text', '1.4.5', 'pages', 'Text is a picture of text.'),
  { id: 'keyboard', clause: '2.1.1', rules: ['tab-order'] },
  question('flashes', '2.3.1', 'media', 'Something flashes more than three times a second.'),
  {
    id: 'outline',
    clause: '2.4.1',
    finding: {
      find: missingOutline,
      requirement: `A document of more than ${longDocument} pages has an outline.`,
      fault: `A document of more than ${longDocument} pages has no outline.`,
      fix: 'Add bookmarks for the sections.',
      renderedFix: 'Give the sections headings (`add_heading`, or `h1` to `h6`), and leave `output.outline` as it is.',
    },
  },
  { id: 'title', clause: '2.4.2', rules: ['title', 'display-title'] },
  { id: 'focus-order', clause: '2.4.3', rules: ['link-tagged', 'widget-tagged'] },
  {
    id: 'link-text',
    clause: '2.4.4',
    finding: {
      find: vagueLinks,
      requirement: 'The text of a link describes its target.',
      fault: 'The text of a link does not describe its target.',
      fix: 'Describe the target of the link.',
    },
  },
  { id: 'link-described', clause: '2.4.4', rules: ['link-described'] },
  question('headings-suit', '2.4.6', 'headings', 'A heading or label does not describe its topic.'),
  {
    id: 'empty-headings',
    clause: '2.4.6',
    finding: {
      find: emptyHeadings,
      requirement: 'A heading has a text.',
      fault: 'A heading is empty.',
      fix: 'Remove the heading, or write its text.',
    },
  },
  {
    id: 'language',
    clause: '3.1.1',
    rules: ['language-tag'],
    finding: {
      find: missingLanguage,
      requirement: 'The document states its language.',
      fault: 'The document does not state its language.',
      fix: 'Set Lang of the document.',
      renderedFix: 'State it in `document.lang`, as "en" or "pt-BR".',
    },
  },
  question('language-of-parts', '3.1.2', 'document', 'A part in another language does not state it.'),
  { id: 'labels', clause: '3.3.2', rules: ['field-described'] },
  {
    id: 'name-and-role',
    clause: '4.1.2',
    rules: ['field-described', 'widget-tagged', 'annotation-tagged'],
  },
];
