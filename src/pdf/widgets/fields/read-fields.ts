import { AppError } from '../../../problems.ts';
import { inherited } from '../../facts/form-index.ts';
import type { FieldNode } from '../../facts/trees/field-tree.ts';
import { type Source } from '../../facts/source.ts';
import { isWidget } from '../../facts/is-widget.ts';
import { append } from '../../objects/large-arrays.ts';
import { Name, type Dict, type Obj } from '../../objects/objects.ts';
import type { Box, PdfFile } from '../../file/pdf-file.ts';
import { flagBits, type Field, type FieldKind, type Flag, type Widget } from './field.ts';

/** Fields of a form; larger forms are refused. */
const maxFields = 50_000;
const maxWidgets = 100_000;

/**
 * The fields of a form, in the order of its tree, followed by unlisted fields with widgets on a page (ISO 32000-2,
 * 12.7.3). Fields of the same name and type are one.
 * @throws AppError `limit-exceeded`
 */
export function readFields(source: Source): Field[] {
  const { nodes } = source.form;
  const fields = new Map<
    string,
    {
      name: string;
      kind: FieldKind;
      flags: ReadonlySet<Flag>;
      nodes: FieldNode[];
      widgets: Widget[];
      inherited: Field['inherited'];
    }
  >();
  let widgetCount = 0;
  for (const node of nodes) {
    const { name } = node;
    if (node.widget || !node.kids.every((kid) => kid.widget)) continue;
    const type = inherited(source, node, 'FT');
    const flags = flagsOf(source.file, inherited(source, node, 'Ff'));
    const kind = kindOf(type, flags);
    if (kind === null) continue;
    const widgets = [node, ...node.kids]
      .filter(({ dict }) => isWidget(dict) || (node.kids.length === 0 && dict.has('Rect')))
      .map((one) => widgetOf(source, one));
    widgetCount += widgets.length;
    const key = `${kind} ${name}`;
    const known = fields.get(key);
    if (known === undefined)
      fields.set(key, {
        name,
        kind,
        flags,
        nodes: [node],
        widgets,
        inherited: (entry) => inherited(source, node, entry),
      });
    else {
      known.nodes.push(node);
      append(known.widgets, widgets);
    }
    if (fields.size > maxFields || widgetCount > maxWidgets)
      throw new AppError(
        'limit-exceeded',
        `The form has more than ${maxFields} fields, or more than ${maxWidgets} places for them.`,
      );
  }
  return [...fields.values()];
}

function flagsOf(file: PdfFile, value: Obj): ReadonlySet<Flag> {
  const flags = file.number(value) ?? 0;
  return new Set((Object.keys(flagBits) as Flag[]).filter((flag) => (flags & (1 << (flagBits[flag] - 1))) !== 0));
}

function kindOf(type: Obj, flags: ReadonlySet<Flag>): FieldKind | null {
  switch (type instanceof Name ? type.value : '') {
    case 'Tx':
      return 'text';
    case 'Btn':
      return flags.has('button') ? 'button' : flags.has('radio') ? 'radio' : 'checkbox';
    case 'Ch':
      return flags.has('combo') ? 'combo' : 'list';
    case 'Sig':
      return 'signature';
    default:
      return null;
  }
}

function widgetOf(source: Source, node: FieldNode): Widget {
  const { file } = source;
  const named = file.dict(node.dict.get('P'));
  const on = node.num === null ? undefined : source.annotations.pageOf.get(node.num);
  const pageIndex =
    on ??
    directPages(source).get(node.dict) ??
    source.pages.findIndex(({ dict }) => named !== null && dict === named && lists(source, dict, node));
  return {
    node,
    dict: node.dict,
    page: source.pages[pageIndex] ?? null,
    pageIndex,
    rect: rectOf(file, node.dict.get('Rect')),
  };
}

/** A page whose Annots lack a widget does not show it, even if the widget names the page. */
const lists = ({ file }: Source, page: Dict, node: FieldNode) =>
  (file.array(page.get('Annots')) ?? []).some((entry) => file.resolve(entry) === node.dict);

/** Pages of annotations that are direct objects. */
function directPages(source: Source): ReadonlyMap<Dict, number> {
  const known = direct.get(source);
  if (known !== undefined) return known;
  const pages = new Map<Dict, number>();
  source.annotations.ofPage.forEach((annotations, index) => {
    for (const { dict } of annotations) if (!pages.has(dict)) pages.set(dict, index);
  });
  direct.set(source, pages);
  return pages;
}
const direct = new WeakMap<Source, ReadonlyMap<Dict, number>>();

function rectOf(file: PdfFile, obj: Obj): Box {
  const [a = 0, b = 0, c = 0, d = 0] = (file.array(obj) ?? []).slice(0, 4).map((entry) => {
    const value = file.number(entry) ?? 0;
    return Number.isFinite(value) ? Math.max(-1e6, Math.min(1e6, value)) : 0;
  });
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
