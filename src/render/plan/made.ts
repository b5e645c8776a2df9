import { pointer } from '../../input/input.ts';
import type { Document } from '../model/document.ts';
import type { Made } from '../model/types/made.ts';
import type { Step } from '../model/types/step.ts';

/** Maximum number of values of a step in which a text is searched. */
const maxValues = 20_000;

/** JSON Pointer to the field of the operation whose text contains `text`; else to the operation. */
export function placeOf({ step, pointer: own }: Pick<Made, 'step' | 'pointer'>, text: string): string {
  if (step === null || text === '') return own;
  const path = pathTo(step.params, text, { left: maxValues });
  return path === null ? own : own + pointer(path);
}

function pathTo(value: unknown, text: string, budget: { left: number }): readonly (string | number)[] | null {
  budget.left -= 1;
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').includes(text) ? [] : null;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null;
  for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (budget.left <= 0) return null;
    const path = pathTo(part, text, budget);
    if (path !== null) return [key, ...path];
  }
  return null;
}

/**
 * Composes a step with `compose`, and notes what it adds to the document. Steps inside it are noted before it, so the
 * first piece with a text is the innermost.
 */
export function noteMade(document: Document, step: Step, compose: () => void): void {
  const { segments, styles, runningContent, stamps, made } = document;
  const last = segments.at(-1);
  const sheets = last?.kind === 'flow' ? last.sheets.length : 0;
  const pieces = last?.kind === 'flow' ? (last.sheets.at(-1)?.html.length ?? 0) : 0;
  const before = { segments: segments.length, styles: styles.length, runningContent: runningContent.length };
  const stamped = stamps.length;
  compose();
  const note = (kind: Made['kind'], text: string) => void made.push({ kind, text, step, pointer: step.pointer });
  for (const css of styles.slice(before.styles)) note('css', css);
  for (const { edge, content } of runningContent.slice(before.runningContent))
    for (const text of 'html' in content ? [content.html] : [content.left, content.center, content.right])
      note(edge, text);
  for (const { content } of stamps.slice(stamped))
    if (!('image' in content)) note('stamp', 'html' in content ? content.html : content.text);
  for (const [index, segment] of segments.slice(Math.max(before.segments - 1, 0)).entries()) {
    if (segment.kind !== 'flow') continue;
    const isOld = index === 0 && segment === last;
    for (const [at, { html }] of segment.sheets.slice(isOld ? Math.max(sheets - 1, 0) : 0).entries())
      for (const text of html.slice(isOld && at === 0 && sheets > 0 ? pieces : 0)) note('html', text);
  }
}

/** What the options of the document make. */
export function madeByOptions({
  css,
  header,
  footer,
}: {
  readonly css?: string | undefined;
  readonly header?: object | undefined;
  readonly footer?: object | undefined;
}): Made[] {
  const edges = [
    ['header', header],
    ['footer', footer],
  ] as const;
  return [
    ...(css === undefined ? [] : [{ kind: 'css' as const, text: css, step: null, pointer: '/document/css' }]),
    ...edges.flatMap(([kind, content]) =>
      Object.entries(content ?? {}).flatMap(([name, text]) =>
        typeof text === 'string' ? [{ kind, text, step: null, pointer: pointer(['document', kind, name]) }] : [],
      ),
    ),
  ];
}
