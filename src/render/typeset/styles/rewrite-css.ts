import type { Declaration, Rule, WalkContext } from 'css-tree';
import { withEdits, type Edit } from '../../complete/read-complete.ts';
import { parse, unparsedTexts, walk } from '../../html/css.ts';
import { marginEdits } from './margin-strings.ts';
import { notePartOf, noteRulesIn } from './note-rules.ts';
import { readStringSet } from './string-set.ts';
import { ownDeclaration, ownDeclarations, ownName, type OwnDeclaration } from './own-declarations.ts';

/** Whether CSS is a whole style sheet, or the value of a `style` attribute. */
export type CssKind = 'stylesheet' | 'declarationList';

/** A declaration of CSS, with its offsets there. */
interface Found {
  /** In lower case. */
  readonly property: string;
  /** With `!important`. */
  readonly value: string;
  readonly place: OwnDeclaration['place'];
  readonly start: number;
  readonly valueStart: number;
}

/** The service's own declarations in CSS. */
export function ownDeclarationsIn(css: string, kind: CssKind): Pick<Found, 'property' | 'value' | 'place'>[] {
  return declarationsIn(css, kind).filter(
    ({ property, value, place }) => ownDeclaration(property, value, place) !== undefined,
  );
}

/**
 * CSS in which the service's own declarations are custom properties, and those of pages are left out. `shared` are the
 * properties of the whole document whose other values end the service's own. All other characters stay as they are.
 */
export function rewriteCss(css: string, kind: CssKind, shared: ReadonlySet<string>): string {
  const edits = declarationsIn(css, kind).flatMap((found): Edit[] => {
    const { property, value, place, start, valueStart } = found;
    const name = ownName(property);
    if (ownDeclaration(property, value, place) === undefined)
      return shared.has(property) && place === 'elements'
        ? [{ start, end: start, text: `${name}:${resetOf(value)};` }]
        : [];
    const end = valueStart + value.length;
    // A value that can not be read ends no other, as in all of CSS.
    if (property === 'string-set' && readStringSet(value).mistake !== null) return [];
    if (place === 'margin') return marginEdits(value, valueStart);
    if (place === 'page') return [{ start, end: css[end] === ';' ? end + 1 : end, text: '' }];
    return [
      { start, end: start + property.length, text: name },
      { start: valueStart, end, text: modern(value) },
    ];
  });
  if (kind === 'stylesheet') edits.push(...noteRulesIn(css).edits);
  return edits.length === 0 ? css : withEdits(css, edits);
}

/** What another value of the property makes of the service's own: none, or that of the parent. */
const resetOf = (value: string): string =>
  (/^\s*(?:inherit|unset|revert|revert-layer)(?=\s*(?:!|$))/i.exec(value)?.[0].trim() ?? 'initial') +
  (/!\s*important\s*$/i.test(value) ? '!important' : '');

/** `attr(href url)` of Generated Content 3 as `attr(href)` of CSS Values 5, which is a string as well. */
const modern = (value: string): string =>
  value.replaceAll(
    /\battr\(\s{0,9}([\w-]{1,99})[\s,]{1,9}(?:url|string)\s{0,9}\)/gi,
    (_, name: string) => `attr(${name})`,
  );

/** All declarations whose property is in the table, those of nested rules included. */
function declarationsIn(css: string, kind: CssKind): Found[] {
  const found: Found[] = [];
  const tree = parse(css, { ...unparsedTexts, context: kind });
  let latest: { readonly rule: Rule; readonly isOfNotes: boolean } | null = null;
  const isOfNotes = (rule: Rule): boolean => {
    if (latest?.rule !== rule)
      latest = { rule, isOfNotes: rule.prelude.type === 'Raw' && notePartOf(rule.prelude.value) !== null };
    return latest.isOfNotes;
  };
  walk(tree, {
    visit: 'Declaration',
    enter(this: WalkContext, node) {
      if (this.rule !== null && isOfNotes(this.rule)) return;
      const place = kind === 'declarationList' ? 'elements' : placeOf(this);
      if (place !== null) found.push(...foundOf(css, node, place));
    },
  });
  return found;
}

const marginBox = /^(?:top|right|bottom|left)-(?:left-corner|left|center|right|right-corner|top|middle|bottom)$/i;

/** The place of a declaration; `null` in rules for some pages, and among descriptors. */
export function placeOf({ rule, atrule }: Pick<WalkContext, 'rule' | 'atrule'>): OwnDeclaration['place'] | null {
  if (rule !== null) return 'elements';
  if (atrule !== null && marginBox.test(atrule.name)) return 'margin';
  return atrule?.name.toLowerCase() === 'page' && atrule.prelude === null ? 'page' : null;
}

function foundOf(css: string, { property: given, value, loc }: Declaration, place: OwnDeclaration['place']): Found[] {
  const property = given.toLowerCase();
  if (!loc || !value.loc || !ownDeclarations.some((one) => one.property === property)) return [];
  const { offset: start } = loc.start;
  const { offset: valueStart } = value.loc.start;
  return [{ property, value: css.slice(valueStart, loc.end.offset), place, start, valueStart }];
}
