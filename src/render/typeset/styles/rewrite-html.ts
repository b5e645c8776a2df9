import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { attributeOf } from '../../complete/styles-end.ts';
import type { Edit } from '../../complete/read-complete.ts';
import { mapStyles, tagsIn } from '../../compose/tags.ts';
import { escape } from '../../html/html.ts';
import { elementsOf } from '../../html/html-tree.ts';
import type { CssKind } from './rewrite-css.ts';

/** What CSS becomes; the same text where it stays. */
export type ChangeCss = (css: string, kind: CssKind) => string;

const styleAttribute = /\sstyle="([^"]*)"/;
const entities: Readonly<Record<string, string>> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const unescaped = (text: string) => text.replaceAll(/&(?:quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

/** Serialized HTML with the CSS of its style elements and `style` attributes replaced by the result of `change`. */
export function mapCss(html: string, change: ChangeCss): string {
  const sheets = html.includes('<style') ? mapStyles(html, ({ css }) => change(css, 'stylesheet')) : html;
  return sheets.includes(' style="') ? mapAttributes(sheets, change) : sheets;
}

function mapAttributes(html: string, change: ChangeCss): string {
  const out: string[] = [];
  let from = 0;
  for (const { isEnd, isWhole, start, end } of tagsIn(html)) {
    if (isEnd || !isWhole) continue;
    const tag = html.slice(start, end);
    const css = unescaped(styleAttribute.exec(tag)?.[1] ?? '');
    const changed = change(css, 'declarationList');
    if (changed === css) continue;
    out.push(
      html.slice(from, start),
      tag.replace(styleAttribute, () => ` style="${escape(changed)}"`),
    );
    from = end;
  }
  return out.join('') + html.slice(from);
}

/** The edits by which the style elements and `style` attributes of a document's source are replaced. */
export function cssEdits(source: string, change: ChangeCss): Edit[] {
  const tree = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  return [...elementsOf(tree)].flatMap((element) => [
    ...sheetEdit(source, element, change),
    ...attributeEdit(element, change),
  ]);
}

function sheetEdit(source: string, element: DefaultTreeAdapterTypes.Element, change: ChangeCss): Edit[] {
  const { startTag, endTag, endOffset } = element.sourceCodeLocation ?? {};
  if (element.tagName !== 'style' || startTag == null) return [];
  const [start, end] = [startTag.endOffset, endTag?.startOffset ?? endOffset ?? source.length];
  const css = source.slice(start, end);
  const text = change(css, 'stylesheet');
  return text === css ? [] : [{ start, end, text }];
}

function attributeEdit(element: DefaultTreeAdapterTypes.Element, change: ChangeCss): Edit[] {
  const css = attributeOf(element, 'style') ?? '';
  const place = element.sourceCodeLocation?.attrs?.style;
  const text = css === '' ? css : change(css, 'declarationList');
  return text === css || place === undefined
    ? []
    : [{ start: place.startOffset, end: place.endOffset, text: `style="${escape(text)}"` }];
}
