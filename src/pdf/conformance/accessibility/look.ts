import type { Model } from '../model/model.ts';
import type { ObjectLocation } from '../object-location.ts';
import type { Look } from './matterhorn.ts';

/** Places of one kind that are reported. */
const maxCount = 50;

/** The request to a person for each part, and the places. Without places the question does not arise. */
const asks: Readonly<
  Record<Look, { readonly what: string; readonly where: (model: Model) => readonly ObjectLocation[] }>
> = {
  document: { what: 'Read the document beside its tags.', where: () => [{}] },
  pages: { what: 'Look at each page beside its tags.', where: pages },
  figures: { what: 'Look at each figure, its caption and its alternative text.', where: ofType('Figure') },
  headings: { what: 'Compare what looks like a heading with the heading tags.', where: pages },
  tables: { what: 'Look at each table beside its tags.', where: ofType('Table') },
  lists: { what: 'Look at each list, and at how its items are numbered.', where: ofType('L') },
  formulas: { what: 'Look at each formula.', where: ofType('Formula') },
  notes: { what: 'Look at each note, and at what refers to it.', where: ofType('Note', 'FENote') },
  links: {
    what: 'Look at each link that is a picture.',
    where: (model) => model.annotations.filter(({ type }) => type === 'Link').map(({ place }) => place),
  },
  annotations: {
    what: 'Look at each annotation and its place in the tags.',
    where: (model) => model.annotations.filter(({ type }) => type !== 'Popup').map(({ place }) => place),
  },
  fields: { what: 'Look at each field and its description.', where: (model) => model.fields.map(({ place }) => place) },
  scripts: {
    what: 'Read and try each script.',
    where: (model) => model.actions.filter(({ type }) => type === 'JavaScript').map(({ place }) => place),
  },
  actions: {
    what: 'Try each action.',
    where: (model) =>
      model.actions
        .filter(({ type }) => !['GoTo', 'GoToR', 'URI', 'Named'].includes(type ?? ''))
        .map(({ place }) => place),
  },
  media: {
    what: 'Play each sound and film.',
    where: (model) =>
      model.annotations
        .filter(({ type }) => ['Screen', 'Movie', 'Sound', 'RichMedia', '3D'].includes(type ?? ''))
        .map(({ place }) => place),
  },
  artifacts: { what: 'Look at what is not tagged on each page: running headers and footers above all.', where: pages },
  ocr: { what: 'Compare the text from recognition with the picture of the page.', where: recognized },
  threads: {
    what: 'Follow each article thread.',
    where: ({ file }) => ((file.array(file.catalog.get('Threads'))?.length ?? 0) > 0 ? [{}] : []),
  },
  roles: { what: 'Compare each mapped type with the standard type that it is mapped to.', where: mapped },
  'image-maps': {
    what: 'Try each link by coordinates.',
    where: ({ actions, file }) =>
      actions.filter(({ dict }) => file.resolve(dict.get('IsMap')) === true).map(({ place }) => place),
  },
};

/** The parts that a person examines, in words, and their places. */
export interface ToLookAt {
  readonly what: string;
  readonly places: readonly ObjectLocation[];
}

/** The request and the places of a part; null if the document has none. */
export function lookFor(model: Model, look: Look): ToLookAt | null {
  const { what, where } = asks[look];
  const places = where(model).slice(0, maxCount);
  return places.length === 0 ? null : { what, places };
}

function pages({ file }: Model): ObjectLocation[] {
  return file.pages().map(({ ref }, index) => ({ page: index + 1, object: ref?.num }));
}

function ofType(...types: string[]): (model: Model) => readonly ObjectLocation[] {
  return ({ tree }) => tree.nodes.filter(({ standard }) => types.includes(standard ?? '')).map(({ place }) => place);
}

/** Pages with invisible text, as text recognition adds it over a picture. */
function recognized({ fonts }: Model): ObjectLocation[] {
  return fonts.filter(({ visible }) => !visible).map(({ place }) => place);
}

/** The first element of each nonstandard type. */
function mapped({ tree }: Model): ObjectLocation[] {
  const first = new Map<string, ObjectLocation>();
  for (const { type, standard, place } of tree.nodes)
    if (standard !== null && type !== standard && !first.has(type)) first.set(type, place);
  return [...first.values()];
}
