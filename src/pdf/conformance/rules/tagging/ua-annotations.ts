import { fieldsAbove } from '../../../facts/trees/field-tree.ts';
import type { Annotation } from '../../model/annotations.ts';
import { Name, PdfString, Ref, type Dict, type Obj } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import type { Model } from '../../model/model.ts';
import { rule, type Rule } from '../../rule.ts';

/** True for an annotation that is neither hidden nor outside the page: ISO 14289-1, 7.18.1. */
function isShown({ flags, rectangle, page, type }: Annotation): boolean {
  if (((flags ?? 0) & 2) !== 0 || type === 'Popup') return false;
  if (rectangle === null) return true;
  const [left, bottom, right, top] = page.cropBox;
  return rectangle[0] < right && rectangle[2] > left && rectangle[1] < top && rectangle[3] > bottom;
}

const shown = (model: Model) => model.annotations.filter(isShown);
const ofType = (type: string) => (model: Model) => shown(model).filter((annotation) => annotation.type === type);

const textOf = (model: Model, { dict }: Annotation, key: string): string =>
  model.file.string(dict.get(key))?.text ?? '';
const altOf = (model: Model, { dict }: Annotation): string => model.tree.byObject.get(dict)?.alt ?? '';
const roleOf = (model: Model, { dict }: Annotation): string | null => model.tree.byObject.get(dict)?.standard ?? null;

/** TU of a widget's field. A pure widget has no T, and its own TU does not count. */
function descriptionOf({ file }: Model, { dict }: Annotation): string {
  for (const field of fieldsAbove(file, dict)) {
    const text = field.has('T') || field !== dict ? file.string(field.get('TU'))?.text : undefined;
    if (text !== undefined) return text;
  }
  return '';
}

/** A key for the target of a link: equal for links to the same place. */
function targetOf({ file }: Model, dict: Dict): string {
  const action = file.dict(dict.get('A'));
  const target = file.resolve(action?.get('SD') ?? action?.get('D') ?? action?.get('URI') ?? dict.get('Dest'));
  const parts = Array.isArray(target) ? target : [target];
  return parts
    .map((part) =>
      part instanceof Ref
        ? `${part.num} R`
        : part instanceof Name
          ? part.value
          : part instanceof PdfString
            ? part.bytes.toString('latin1')
            : typeof part === 'number'
              ? String(part)
              : '',
    )
    .join(' ');
}

/** True for an array that begins with a structure element (ISO 32000-2, 12.3.2.3). */
function isStructureDestination(file: PdfFile, obj: Obj): boolean {
  const first = file.dict(file.array(obj)?.[0] ?? null);
  return first === null ? file.array(obj) === null : first.has('S');
}

/** Media clips of rendition actions (ISO 32000-1, 13.2.4.2). */
function clips(model: Model) {
  return model.actions
    .filter(({ type }) => type === 'Rendition')
    .flatMap(({ dict, place }) => {
      const clip = model.file.dict(model.file.dict(dict.get('R'))?.get('C') ?? null);
      return clip !== null && model.file.name(clip.get('S')) === 'MCD' ? [{ place, dict: clip }] : [];
    });
}

/** Annotations: ISO 14289-1, 7.18; ISO 14289-2, 8.10. */
export const uaAnnotationRules: readonly Rule[] = [
  rule({
    id: 'annotation-tagged',
    clauses: { ua1: '7.18.1-1' },
    on: shown,
    fails: (annotation, _, model) =>
      !['Widget', 'Link', 'PrinterMark', 'TrapNet'].includes(annotation.type ?? '') &&
      roleOf(model, annotation) !== 'Annot',
    requirement: 'An annotation that is shown is in an Annot element of the structure.',
    fault: 'An annotation that is shown is not in an Annot element of the structure.',
    fix: 'Tag the annotation.',
  }),
  rule({
    id: 'annotation-described',
    clauses: { ua1: '7.18.1-2' },
    on: shown,
    fails: (annotation, _, model) =>
      !['Widget', 'PrinterMark', 'TrapNet'].includes(annotation.type ?? '') &&
      textOf(model, annotation, 'Contents') === '' &&
      altOf(model, annotation) === '',
    requirement: 'An annotation that is shown is described by its Contents, or by Alt of its element.',
    fault: 'An annotation that is shown is described neither by its Contents nor by Alt of its element.',
    fix: 'Write what the annotation is into Contents.',
  }),
  rule({
    id: 'field-described',
    clauses: { ua1: '7.18.1-3' },
    on: ofType('Widget'),
    fails: (annotation, _, model) => descriptionOf(model, annotation) === '' && altOf(model, annotation) === '',
    requirement: 'A field is described by TU, or by Alt of its element.',
    fault: 'A field is described neither by TU nor by Alt of its element.',
    fix: 'Write what the field is for into TU.',
  }),
  rule({
    id: 'tab-order',
    clauses: { ua1: '7.18.3-1', ua2: '8.10.2.1-1' },
    on: ({ file }) =>
      file.pages().map(({ dict, ref }, index) => ({ place: { page: index + 1, object: ref?.num }, dict })),
    fails: ({ dict }, _, { file }) =>
      (file.array(dict.get('Annots'))?.length ?? 0) > 0 && file.name(dict.get('Tabs')) !== 'S',
    requirement: 'On a page with annotations the tab key follows the structure: Tabs is S.',
    fault: 'On a page with annotations the tab key does not follow the structure: Tabs is not S.',
    fix: 'Set Tabs of the page to S.',
  }),
  rule({
    id: 'widget-tagged',
    clauses: { ua1: '7.18.4-1', ua2: '8.10.1-1' },
    on: ofType('Widget'),
    fails: (annotation, _, model) => roleOf(model, annotation) !== 'Form',
    requirement: 'A widget is in a Form element of the structure.',
    fault: 'A widget is not in a Form element of the structure.',
    fix: 'Tag the widget.',
  }),
  rule({
    id: 'link-tagged',
    clauses: { ua1: '7.18.5-1', ua2: '8.9.2.2-1' },
    on: ofType('Link'),
    fails: (annotation, { part }, model) => {
      const role = roleOf(model, annotation);
      return role !== 'Link' && !(part === 'ua2' && role === 'Reference');
    },
    requirement: 'A link is in a Link element of the structure.',
    fault: 'A link is not in a Link element of the structure.',
    fix: 'Tag the link.',
  }),
  rule({
    id: 'link-described',
    clauses: { ua1: '7.18.5-2' },
    on: ofType('Link'),
    fails: (annotation, _, model) => textOf(model, annotation, 'Contents') === '',
    requirement: 'A link is described by its Contents.',
    fault: 'A link is not described by its Contents.',
    fix: 'Write where the link leads into Contents.',
  }),
  rule({
    id: 'media-type',
    clauses: { ua1: '7.18.6.2-1' },
    on: clips,
    fails: ({ dict }) => !dict.has('CT'),
    requirement: 'A media clip has its type in CT.',
    fault: 'A media clip has no type in CT.',
    fix: 'Write the media type into CT.',
  }),
  rule({
    id: 'media-described',
    clauses: { ua1: '7.18.6.2-2' },
    on: clips,
    fails: ({ dict }) => !dict.has('Alt'),
    requirement: 'A media clip is described by Alt.',
    fault: 'A media clip is not described by Alt.',
    fix: 'Describe the clip in Alt.',
  }),
  rule({
    id: 'attachment-named',
    clauses: { ua1: '7.18.7-1' },
    on: ofType('FileAttachment'),
    fails: ({ dict }, _, { file }) => {
      const specification = file.dict(dict.get('FS'));
      return specification !== null && (!specification.has('F') || !specification.has('UF'));
    },
    requirement: 'The file specification of a file attachment has F and UF.',
    fault: 'The file specification of a file attachment has no F or no UF.',
    fix: 'Write the name of the file in both.',
  }),
  rule({
    id: 'links-of-one-target',
    clauses: { ua2: '8.2.5.20-2' },
    on: (model) =>
      model.tree.nodes.filter(
        ({ standard, objects }) => (standard === 'Link' || standard === 'Reference') && objects.length > 1,
      ),
    fails: ({ objects }, _, model) => new Set(objects.map((dict) => targetOf(model, dict))).size > 1,
    requirement: 'The link annotations of one element lead to the same place.',
    fault: 'The link annotations of one element lead to different places.',
    fix: 'Give each link an element of its own.',
  }),
  rule({
    id: 'structure-destinations',
    clauses: { ua2: '8.8-2' },
    on: (model) => model.actions.filter(({ type }) => type === 'GoTo'),
    fails: ({ dict }, _, { file, tree }) =>
      tree.root !== null && !dict.has('SD') && !isStructureDestination(file, dict.get('D')),
    requirement: 'A destination within the document is a structure destination.',
    fault: 'A destination within the document is no structure destination.',
    fix: 'Write the destination with the element that it leads to (SD).',
  }),
  rule({
    id: 'printer-mark-artifact',
    clauses: { ua1: '7.18.8-1' },
    on: (model) => model.annotations.filter(({ type }) => type === 'PrinterMark'),
    fails: (annotation, _, model) => roleOf(model, annotation) !== null,
    requirement: 'A PrinterMark annotation is not in the structure.',
    fault: 'A PrinterMark annotation is in the structure.',
    fix: 'Take the annotation out of the structure tree.',
  }),
];
