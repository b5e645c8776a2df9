import type { Dict } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { inheritedEntry } from '../../facts/trees/field-tree.ts';
import { fieldName, fieldType } from '../field-of.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { pagesOfAnnotations } from '../shown-rect.ts';
import type { JudgedChange } from './judge-changes.ts';

const maxFields = 200;
/** Bit of Ff: a pushbutton (ISO 32000-2, table 229) has no value. */
const pushes = 1 << 16;
const off = 'Off';

/**
 * Check boxes and radio buttons that were changed after signing, and show another state than their value, or whose
 * states look different.
 */
export function exchangedButtons(file: PdfFile, judged: readonly JudgedChange[]): Finding[] {
  const filled = judged.flatMap(({ permit, annotation, path }) =>
    permit === 'fill' && annotation !== null && isChoice(file, annotation) ? [{ annotation, path }] : [],
  );
  const pages = pagesOfAnnotations(file);
  return [...Map.groupBy(filled, ({ annotation }) => annotation)].slice(0, maxFields).flatMap(([widget, changes]) => {
    const [place, name] = [{ page: pages.get(widget) ?? null }, fieldName(file, widget)];
    const odd = changes.some(({ path }) => /\/AP\/[NRD]\/[^/]+/.test(path))
      ? [finding('button-look-exchanged', { ...place, excerpt: `'${name}'` })]
      : [];
    const [shown, value] = [file.name(widget.get('AS')), valueOf(file, widget)];
    if (shown === null || value === null || shown === expected(file, widget, value)) return odd;
    return [
      ...odd,
      finding('field-look-differs', { ...place, excerpt: `'${name}' is '${value}' and shows '${shown}'` }),
    ];
  });
}

function isChoice(file: PdfFile, widget: Dict): boolean {
  return fieldType(file, widget) === 'Btn' && ((file.number(inheritedEntry(file, widget, 'Ff')) ?? 0) & pushes) === 0;
}

function valueOf(file: PdfFile, widget: Dict): string | null {
  const value = inheritedEntry(file, widget, 'V');
  return file.name(value) ?? file.string(value)?.text ?? null;
}

/** The state for a value: that of the same name where the widget has one, else `Off` (ISO 32000-2, 12.7.5.2.3). */
function expected(file: PdfFile, widget: Dict, value: string): string {
  return file.dict(file.dict(widget.get('AP'))?.get('N') ?? null)?.has(value) === true ? value : off;
}
