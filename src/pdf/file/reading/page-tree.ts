import { AppError } from '../../../problems.ts';
import type { Limits } from '../../objects/limits.ts';
import { Dict, isName, Ref, type Obj } from '../../objects/objects.ts';
import type { Box, PdfFile, PdfPage } from '../pdf-file.ts';

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

const letter: Box = [0, 0, 612, 792];

interface Node {
  readonly obj: Obj;
  readonly inherited: Dict;
}

/**
 * The leaves of the page tree in order (ISO 32000-2, 7.7.3). Count is ignored. Each node of the tree is entered once,
 * so that circles end.
 * @throws AppError `too-many-pages`
 */
export function readPageTree(file: PdfFile, root: Obj, { pages: maximum, objects }: Limits): PdfPage[] {
  const pages: PdfPage[] = [];
  const entered = new Set<Dict>();
  // Nodes may share an array of kids.
  let kidsLeft = 4 * objects;
  const stack: Node[] = [{ obj: root, inherited: new Dict() }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const dict = file.dict(node.obj);
    if (dict === null) continue;
    const kids = kidsOf(file, dict);
    if (kids === null || isPage(file, dict)) {
      if (!isName(file.resolve(dict.get('Type')), 'Pages')) pages.push(pageOf(file, node, dict));
      if (pages.length > maximum) throw new AppError('too-many-pages', `The document has more than ${maximum} pages.`);
    } else if (!entered.has(dict)) {
      entered.add(dict);
      const inherited = inherit(node.inherited, dict);
      kidsLeft -= kids.length;
      if (kidsLeft < 0) throw new AppError('limit-exceeded', 'The page tree of the document has too many nodes.');
      for (let index = kids.length - 1; index >= 0; index -= 1) stack.push({ obj: kids[index] ?? null, inherited });
    }
  }
  return pages;
}

/** The pages of a file whose tree is lost: every object that says it is one, by number. */
export function collectPages(file: PdfFile, { pages: maximum }: Limits): PdfPage[] {
  const pages: PdfPage[] = [];
  for (const num of file.numbers()) {
    const dict = file.get(num);
    if (dict instanceof Dict && isPage(file, dict))
      pages.push(pageOf(file, { obj: new Ref(num, 0), inherited: new Dict() }, dict));
    if (pages.length > maximum) throw new AppError('too-many-pages', `The document has more than ${maximum} pages.`);
  }
  return pages;
}

/** A single kid without its brackets is one kid. */
function kidsOf(file: PdfFile, dict: Dict): readonly Obj[] | null {
  const kids = file.resolve(dict.get('Kids'));
  if (kids instanceof Dict) return [dict.get('Kids')];
  return Array.isArray(kids) ? kids : null;
}

function isPage(file: PdfFile, dict: Dict): boolean {
  return (
    isName(file.resolve(dict.get('Type')), 'Page') &&
    !(file.array(dict.get('Kids')) !== null && file.number(dict.get('Count')) !== null)
  );
}

function inherit(inherited: Dict, dict: Dict): Dict {
  const own = inheritable.filter((key) => dict.has(key));
  return own.length === 0 ? inherited : own.reduce((all, key) => all.set(key, dict.get(key)), inherited.copy());
}

function pageOf(file: PdfFile, node: Node, dict: Dict): PdfPage {
  const inherited = inherit(node.inherited, dict);
  const mediaBox = boxOf(file, inherited.get('MediaBox')) ?? letter;
  const rotate = file.number(inherited.get('Rotate')) ?? 0;
  return {
    ref: node.obj instanceof Ref ? node.obj : null,
    dict,
    inherited,
    resources: file.dict(inherited.get('Resources')) ?? new Dict(),
    mediaBox,
    cropBox: within(boxOf(file, inherited.get('CropBox')), mediaBox),
    rotate: quarter(rotate),
  };
}

function quarter(degrees: number): PdfPage['rotate'] {
  const turned = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[turned] ?? 0;
}

/** A rectangle (ISO 32000-2, 7.9.5) with area, or null. */
function boxOf(file: PdfFile, obj: Obj): Box | null {
  const [a = null, b = null, c = null, d = null] = (file.array(obj) ?? [])
    .slice(0, 4)
    .map((entry) => file.number(entry));
  if (a === null || b === null || c === null || d === null) return null;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : null;
}

function within(box: Box | null, outer: Box): Box {
  if (box === null) return outer;
  const cut: Box = [
    Math.max(box[0], outer[0]),
    Math.max(box[1], outer[1]),
    Math.min(box[2], outer[2]),
    Math.min(box[3], outer[3]),
  ];
  return cut[2] > cut[0] && cut[3] > cut[1] ? cut : outer;
}
