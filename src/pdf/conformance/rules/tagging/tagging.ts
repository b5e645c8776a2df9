import { outlineItems } from '../../../facts/trees/outline-items.ts';
import type { Model } from '../../model/model.ts';
import { languageOf } from '../../model/structure/structure-tree.ts';
import { rule, type Rule } from '../../rule.ts';
import { propertyOf } from '../../../xmp/reading/packet.ts';
import { namespaces } from '../../../xmp/namespaces.ts';

const documentLang = ({ file }: Model): string | null => file.string(file.catalog.get('Lang'))?.text ?? null;
const speaks = (model: Model): boolean => documentLang(model) !== null;

/** A language tag (RFC 3066 for PDF 1.7, RFC 1766 for PDF 1.4). An empty one means an unknown language. */
const tag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
const earlyTag = /^[A-Za-z]{1,8}(?:-[A-Za-z]{1,8})*$/;

/** All language entries. */
function* languages(model: Model) {
  const own = documentLang(model);
  if (own !== null) yield { place: {}, lang: own };
  for (const { place, lang } of model.tree.nodes) if (lang !== null) yield { place, lang };
  for (const { place, properties } of model.usage.sequences) {
    const lang = model.file.string(properties.get('Lang'));
    if (lang !== null) yield { place, lang: lang.text };
  }
}

/** Texts of elements that need a language. */
const spoken = (key: 'actualText' | 'alt' | 'expansion') => (model: Model) =>
  speaks(model) ? [] : model.tree.nodes.filter((node) => node[key] !== null && node[key] !== '');
const sequences = (key: string) => (model: Model) =>
  speaks(model) ? [] : model.usage.sequences.filter(({ properties }) => properties.has(key));

/**
 * Tagged content and language: ISO 19005-1, 6.8.4; ISO 19005-2, 6.7.4; ISO 14289-1, 7.1, 7.2, 7.10, 7.16, 7.20; ISO
 * 14289-2, 8.2.2, 8.4.4.
 */
export const taggingRules: readonly Rule[] = [
  rule({
    id: 'artifact-outside',
    clauses: { ua1: '7.1-1', ua2: '8.2.2-2' },
    on: (model) => model.usage.artifactsInContent,
    fails: () => true,
    requirement: 'No artifact is within tagged content.',
    fault: 'An artifact is within tagged content.',
    fix: 'Move the artifact out of the tagged content.',
  }),
  rule({
    id: 'content-outside-artifact',
    clauses: { ua1: '7.1-2', ua2: '8.2.2-3' },
    on: (model) => model.usage.contentInArtifacts,
    fails: () => true,
    requirement: 'No tagged content is within an artifact.',
    fault: 'Tagged content is within an artifact.',
    fix: 'Move the content out of the artifact.',
  }),
  rule({
    id: 'content-marked',
    clauses: { ua1: '7.1-3', ua2: '8.2.2-1' },
    on: (model) => model.usage.unmarked,
    fails: ({ what }) => `there is ${what}`,
    requirement: 'All content is tagged, or marked as an artifact.',
    fault: 'Content is neither tagged nor marked as an artifact.',
    fix: 'Tag the content, or mark it as an artifact if it is decoration.',
  }),
  rule({
    id: 'display-title',
    clauses: { ua1: '7.1-10', ua2: '8.11.2-1' },
    on: ({ file }) => [{ place: {}, preferences: file.dict(file.catalog.get('ViewerPreferences')) }],
    fails: ({ preferences }, _, { file }) => file.resolve(preferences?.get('DisplayDocTitle') ?? null) !== true,
    requirement: 'The title of the window is the title of the document: DisplayDocTitle of ViewerPreferences is true.',
    fault: 'The title of the window is the name of the file: DisplayDocTitle of ViewerPreferences is not true.',
    fix: 'Set DisplayDocTitle.',
  }),
  rule({
    id: 'language-tag',
    clauses: { 1: '6.8.4-1', 2: '6.7.4-1', ua1: '7.2-29', ua2: '8.4.4-2' },
    levels: 'a',
    on: languages,
    fails: ({ lang }, { part }) =>
      !(part === '1' ? earlyTag : tag).test(lang) &&
      (part.startsWith('ua') || lang !== '') &&
      `it is '${lang.slice(0, 40)}'`,
    requirement: 'A language (Lang) is a language tag, such as en or pt-BR.',
    fault: 'A language (Lang) is no language tag, such as en or pt-BR.',
    fix: 'Write the tag of the language.',
  }),
  rule({
    id: 'language-outline',
    clauses: { ua1: '7.2-2' },
    on: (model) =>
      speaks(model)
        ? []
        : [...outlineItems(model.file, model.file.catalog.get('Outlines'))]
            .slice(0, 1)
            .map(({ ref }) => ({ place: { object: ref?.num } })),
    fails: () => true,
    requirement: 'The language of the outline is known.',
    fault: 'The language of the outline is not known.',
    fix: 'Set Lang of the document.',
  }),
  ...(
    [
      ['actualText', 'ActualText', '7.2-21'],
      ['alt', 'Alt', '7.2-22'],
      ['expansion', 'E', '7.2-23'],
    ] as const
  ).map(([key, name, clause]) =>
    rule({
      id: `language-${name.toLowerCase()}`,
      clauses: { ua1: clause },
      on: spoken(key),
      fails: (node) => languageOf(node) === null,
      requirement: `The language of ${name} of an element is known.`,
      fault: `The language of ${name} of an element is not known.`,
      fix: 'Set Lang of the document, or of the element.',
    }),
  ),
  ...(
    [
      ['ActualText', '7.2-30'],
      ['Alt', '7.2-31'],
      ['E', '7.2-32'],
    ] as const
  ).map(([key, clause]) =>
    rule({
      id: `language-marked-${key.toLowerCase()}`,
      clauses: { ua1: clause },
      on: sequences(key),
      fails: ({ lang, node }) => lang === null && languageOf(node) === null,
      requirement: `The language of ${key} of marked content is known.`,
      fault: `The language of ${key} of marked content is not known.`,
      fix: 'Set Lang of the document, of the element or of the marked content.',
    }),
  ),
  rule({
    id: 'language-annotation',
    clauses: { ua1: '7.2-24' },
    on: (model) =>
      speaks(model)
        ? []
        : model.annotations.filter(({ dict }) => (model.file.string(dict.get('Contents'))?.text ?? '') !== ''),
    fails: ({ dict }, _, { tree }) => languageOf(tree.byObject.get(dict) ?? null) === null,
    requirement: 'The language of Contents of an annotation is known.',
    fault: 'The language of Contents of an annotation is not known.',
    fix: 'Set Lang of the document, or of the element of the annotation.',
  }),
  rule({
    id: 'language-field',
    clauses: { ua1: '7.2-25' },
    on: (model) =>
      speaks(model) ? [] : model.fields.filter(({ dict }) => (model.file.string(dict.get('TU'))?.text ?? '') !== ''),
    fails: ({ dict }, _, { tree }) => languageOf(tree.byObject.get(dict) ?? null) === null,
    requirement: 'The language of the description of a field (TU) is known.',
    fault: 'The language of the description of a field (TU) is not known.',
    fix: 'Set Lang of the document, or of the element of the field.',
  }),
  rule({
    id: 'language-title',
    clauses: { ua1: '7.2-33' },
    on: (model) => (speaks(model) ? [] : model.metadata.filter(({ main }) => main)),
    fails: ({ packet }) => {
      const value = propertyOf(packet, namespaces.dc, 'title')?.value;
      return (
        value?.kind === 'array' &&
        value.items.length > 0 &&
        !value.items.some((item) => item.kind === 'text' && item.lang !== null && item.lang !== 'x-default')
      );
    },
    requirement: 'The language of the title is known.',
    fault: 'The language of the title is not known.',
    fix: 'Set Lang of the document.',
  }),
  rule({
    id: 'language-text',
    clauses: { ua1: '7.2-34' },
    on: (model) => model.usage.languageless,
    fails: () => true,
    requirement: 'The language of all text is known.',
    fault: 'The language of text is not known.',
    fix: 'Set Lang of the document.',
  }),
  rule({
    id: 'form-content-once',
    clauses: { ua1: '7.20-2', ua2: '8.12-2' },
    on: (model) => model.usage.forms.values(),
    fails: ({ times, tagged }) => tagged && times > 1,
    requirement: 'A form XObject with marked content of the structure is drawn once.',
    fault: 'A form XObject with marked content of the structure is drawn more than once.',
    fix: 'Draw copies of the form.',
  }),
  rule({
    id: 'accessibility-permitted',
    clauses: { ua1: '7.16-1', ua2: '8.9-1' },
    on: ({ file }) => {
      const encrypt = file.dict(file.trailer.get('Encrypt'));
      return encrypt === null ? [] : [{ place: {}, permissions: file.number(encrypt.get('P')) }];
    },
    fails: ({ permissions }) => permissions === null || (permissions & 512) === 0,
    requirement: 'An encrypted document lets assistive technology read it: bit 10 of P is set.',
    fault: 'The document is encrypted, and does not let assistive technology read it: bit 10 of P is not set.',
    fix: 'Encrypt the document again with that permission, or not at all.',
  }),
];
