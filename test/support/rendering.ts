import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { edition } from '../../src/editions/core/index.ts';
import { AppError, type Mistake, type Slug } from '../../src/problems.ts';
import { compose } from '../../src/render/compose/compose.ts';
import type { Document } from '../../src/render/model/document.ts';
import type { FlowSegment } from '../../src/render/model/segments.ts';
import { htmlOf } from '../../src/render/compose/page.ts';
import { plan } from '../../src/render/plan/plan.ts';
import { renderInput } from '../../src/render/model/request.ts';
import { type RenderRequest } from '../../src/render/model/types/render-request.ts';
import type { Template } from '../../src/render/templates/templates.ts';

export const { operations } = edition;
export const input = renderInput(operations);

/** The problem of a body, or `undefined` where it is fine. */
export function problemOf(body: unknown): AppError | undefined {
  try {
    input.validate(body);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

export function mistakesOf(body: unknown): readonly Mistake[] {
  return problemOf(body)?.errors ?? [];
}

export const pointersOf = (body: unknown) => mistakesOf(body).map(({ pointer }) => pointer);

/** The slug that work fails with, or 'none'. */
export function slugOf(work: () => unknown): Slug | 'none' {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
}

interface More {
  readonly document?: object;
  readonly templates?: readonly Template[];
  readonly resolved?: Record<string, number>;
}

/** The document that operations make, through validation, plan and composition. */
export function composed(steps: readonly object[], { document = {}, templates = [], resolved }: More = {}): Document {
  const request: RenderRequest = input.validate({ operations: steps, document });
  return compose({
    steps: plan(request, operations),
    options: request.document,
    operations,
    resources: { templates, ...(resolved && { resolved }) },
  });
}

/** The first flow segment of a document. */
export function flowOf(document: Document): FlowSegment {
  const segment = document.segments.find((one) => one.kind === 'flow');
  if (!segment) throw new Error('no flow segment');
  return segment;
}

/** The HTML document of the first flow segment. */
export function pageOf(document: Document): string {
  return htmlOf(document, flowOf(document), {
    base: 'https://document.invalid/',
    baseCss: '/* base */',
    date: '21 November 2026',
  });
}

export interface Seen {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly parents: readonly string[];
}

type Node = DefaultTreeAdapterMap['node'];

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

function see(node: Node, parents: readonly string[]): Seen[] {
  if (!('childNodes' in node)) return [];
  const own =
    'tagName' in node
      ? [
          {
            tag: node.tagName,
            attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
            text: textOf(node),
            parents,
          },
        ]
      : [];
  const below = 'tagName' in node ? [...parents, node.tagName] : parents;
  return [...own, ...node.childNodes.flatMap((child) => see(child, below))];
}

/** Every element of the content as a browser parses it, in order. */
export function elementsOf(steps: readonly object[], more: More = {}): Seen[] {
  return see(parse(pageOf(composed(steps, more))), []).filter(({ parents }) => parents.includes('section'));
}

/** The first element of a tag in the content. */
export function elementOf(tag: string, steps: readonly object[], more: More = {}): Seen {
  const found = elementsOf(steps, more).find((element) => element.tag === tag);
  if (!found) throw new Error(`no <${tag}>`);
  return found;
}
