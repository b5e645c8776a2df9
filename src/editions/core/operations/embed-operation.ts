import { AppError } from '../../../problems.ts';
import { mainPage, type Document } from '../../../render/model/document.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { type OperationRequest } from '../../../render/model/types/operation-request.ts';
import { OperationInput } from '../../../render/model/operation-input.ts';
import { OperationContext } from '../../../render/plan/operation-context.ts';
import type { Embed } from '../../../render/templates/helpers/call.ts';

interface Host {
  readonly document: Document;
  readonly context: OperationContext;
  /** Locale of numbers and dates. */
  readonly locale: string;
}

/** The open kind of page. */
function pageOf({ openPage, segments }: Document): string {
  const last = segments.at(-1);
  return openPage ?? (last?.kind === 'flow' ? last.sheets.at(-1)?.page : undefined) ?? mainPage;
}

/**
 * The HTML that an operation would put into the flow of a document, without changing the flow. Its warnings and
 * counters count for the document.
 */
function htmlOf(
  operation: Operation,
  { params, id, lang }: OperationRequest,
  { document, context, locale }: Host,
): string {
  // the headings inside are numbered with the content that they become a part of
  const apart: Document = {
    ...document,
    segments: [],
    openPage: pageOf(document),
    headings: [],
    numbering: null,
    font: null,
  };
  const step = {
    name: operation.name,
    tier: operation.tier,
    params,
    pointer: context.pointer(),
    lang: lang ?? locale,
    ...(id !== undefined && { id }),
  };
  operation.compose?.(apart, params as never, new OperationContext(apart, step, { templates: [] }));
  document.counter = apart.counter;
  return apart.segments
    .flatMap((segment) => (segment.kind === 'flow' ? segment.sheets.flatMap(({ html }) => html) : []))
    .join('');
}

/** Helpers of templates for a table, a chart or a barcode: `operations` by the names of their helpers. */
export function embedder(operations: Readonly<Record<string, Operation>>, host: Host): Embed {
  const inputs = new Map<string, OperationInput>();
  return (helper, fields) => {
    const operation = Object.hasOwn(operations, helper) ? operations[helper] : undefined;
    if (!operation) return { mistakes: ['this deployment can not make it'] };
    const input = inputs.get(helper) ?? new OperationInput(operation);
    inputs.set(helper, input);
    const read = input.validate(fields, []);
    if ('mistakes' in read) return { mistakes: read.mistakes.map(({ message }) => message) };
    if (read.value.position) return { mistakes: ['`position` is for operations, not for the content of a template'] };
    try {
      return { html: `<div class="colophon-operation">${htmlOf(operation, read.value, host)}</div>` };
    } catch (error) {
      if (error instanceof AppError && error.slug === 'invalid-request')
        return { mistakes: error.errors.map(({ message }) => message) };
      throw error;
    }
  };
}
