import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { Finding } from '../../pdf/printed/conform/findings.ts';
import { AppError } from '../../problems.ts';
import type { Composed } from '../compose/compose-job.ts';
import { collapsed, textOf } from '../compose/headings.ts';
import { elementsOf, isHtml } from '../html/html-tree.ts';
import { isLanguageTag } from '../../input/language-tag.ts';
import { selectorOf } from './selector-of.ts';
import { attributeOf } from './styles-end.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** The element of the HTML that a finding is about. */
export interface Located {
  /** A CSS selector that matches only this element. */
  readonly selector: string;
  /** Its text, or else its `src`; at most 200 characters. */
  readonly text: string;
}

const maxCharacters = 200;
const isNamed = (element: Element) =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => (attributeOf(element, name) ?? '').trim() !== '');
const tagIn =
  (...names: string[]) =>
  (element: Element) =>
    names.includes(element.tagName);
const badLanguage = (element: Element) => {
  const lang = attributeOf(element, 'lang');
  return lang !== undefined && lang !== '' && !isLanguageTag(lang);
};

/** Elements that can violate a rule, by rules. */
const suspects: Readonly<Record<string, (element: Element) => boolean>> = {
  'figure-text': (element) =>
    (element.tagName === 'img' && attributeOf(element, 'alt') === undefined && !isNamed(element)) ||
    (element.tagName === 'svg' && attributeOf(element, 'role') === 'img' && !isNamed(element)),
  'formula-text': (element) => element.tagName === 'math' && !isNamed(element),
  'private-text': (element) =>
    element.childNodes.some(
      (child) => 'value' in child && /[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/u.test(child.value),
    ),
  'language-tag': badLanguage,
  'language-text': badLanguage,
  'table-rows-even': tagIn('table'),
  'table-cells-apart': tagIn('table'),
  'table-spans-within': tagIn('table'),
  'table-headers': tagIn('table'),
  'table-header-ids': (element) => attributeOf(element, 'headers') !== undefined,
  'link-tagged': (element) =>
    element.tagName === 'a' &&
    (attributeOf(element, 'aria-hidden') === 'true' || attributeOf(element, 'role') !== undefined),
  'field-described': (element) => tagIn('input', 'select', 'textarea')(element) && !isNamed(element),
};

/**
 * Adds the elements of complete HTML documents to the findings of a problem: `selector` and `text` for each finding
 * that only one element can have caused.
 */
export function locateFindings(error: unknown, { segments }: Composed): unknown {
  if (!(error instanceof AppError) || error.slug !== 'conformance-not-reached') return error;
  const findings = (error.extra.findings ?? []) as readonly Finding[];
  const elements = segments.flatMap((segment) =>
    segment.kind === 'complete' ? [...elementsOf(parse(segment.html, { scriptingEnabled: false }))] : [],
  );
  if (elements.length === 0 || findings.length === 0) return error;
  const next = new Map<string, number>();
  const located = findings.map((finding) => {
    const element = elementOf(finding, elements, next);
    return element === undefined ? finding : { ...finding, ...describe(element) };
  });
  return new AppError(error.slug, error.message, {
    errors: error.errors,
    extra: { ...error.extra, findings: located },
    cause: error,
  });
}

function elementOf(
  { rule, heading }: Finding,
  elements: readonly Element[],
  next: Map<string, number>,
): Element | undefined {
  if (rule === 'heading-levels')
    return elements.find(
      (element) =>
        isHtml(element) &&
        /^h[1-6]$/.test(element.tagName) &&
        collapsed(textOf(element)).slice(0, maxCharacters) === heading,
    );
  const isSuspect = suspects[rule];
  if (isSuspect === undefined) return undefined;
  const at = next.get(rule) ?? 0;
  next.set(rule, at + 1);
  return elements.filter(isSuspect)[at];
}

function describe(element: Element): Located {
  const text = collapsed(textOf(element)) || (attributeOf(element, 'src') ?? '');
  return { selector: selectorOf(element), text: text.slice(0, maxCharacters) };
}
