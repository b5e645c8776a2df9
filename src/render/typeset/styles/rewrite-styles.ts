import { changeSheet } from '../../compose/segment-links.ts';
import type { Document } from '../../model/document.ts';
import type { CompleteSegment } from '../../model/segments.ts';
import type { Asset } from '../../model/types/asset.ts';
import { mayHaveOwn, ownDeclarations } from './own-declarations.ts';
import { declaredMarks } from './declared-marks.ts';
import { takeNoteStyles } from './declared-notes.ts';
import { noteRulesIn, mayBeOfNotes, type NoteDeclaration } from './note-rules.ts';
import type { MarginString } from '../../model/types/page-string.ts';
import { marginStringsIn } from './margin-strings.ts';
import { ownDeclarationsIn, rewriteCss, type CssKind } from './rewrite-css.ts';
import { readStringSet } from './string-set.ts';
import { cssEdits, mapCss, type ChangeCss } from './rewrite-html.ts';

const shareable = ownDeclarations.filter(({ shared }) => shared).map(({ property }) => property);

/** A script that implements these declarations itself, and reads them in style sheets. */
const polyfill = /["'/=]paged(?:\.[\w.]{1,40})?\.js\b/i;
const hasPolyfill = ({ segments }: Document) =>
  segments.some(
    (segment) => segment.kind === 'complete' && segment.scripts && polyfill.test(segment.html.source.slice(0, 100_000)),
  );

/**
 * Replaces the declarations that the service implements by custom properties, in all style sheets and `style`
 * attributes of a document, and notes which there are (docs/typesetting.md). A document without them stays as it is.
 */
export function rewriteStyles(document: Document): void {
  const { used, strings, margins, notes } = declaredBy(document);
  if (used.size === 0 || hasPolyfill(document)) return;
  document.declaredMarks = declaredMarks(document);
  if (used.has(ofNotes)) takeNoteStyles(document, notes);
  for (const { property, place } of ownDeclarations)
    if (place === 'elements' && used.has(property)) document.ownProperties.add(property);
  for (const name of strings) document.stringNames.add(name);
  document.marginStrings.push(...margins.values());
  const shared = new Set(shareable.filter((property) => used.has(property)));
  const concerns = (text: string) => mayHaveOwn(text) || [...shared].some((property) => text.includes(property));
  const change: ChangeCss = (css, kind) => (concerns(css) ? rewriteCss(css, kind, shared) : css);
  changeStyles(document, change);
  document.assets.forEach((asset, index) => (document.assets[index] = changedAsset(asset, change)));
  for (const segment of document.segments) {
    if (segment.kind === 'flow')
      for (const sheet of segment.sheets) changeSheet(sheet, (html) => (concerns(html) ? mapCss(html, change) : html));
    if (segment.kind === 'complete') changeComplete(segment, change);
  }
}

function changeStyles({ styles, contentStyles }: Document, change: ChangeCss): void {
  styles.forEach((css, index) => {
    const changed = change(css, 'stylesheet');
    if (changed === css) return;
    styles[index] = changed;
    if (contentStyles.delete(css)) contentStyles.add(changed);
  });
}

function changeComplete({ html, edits, styles }: CompleteSegment, change: ChangeCss): void {
  styles.forEach((css, index) => (styles[index] = change(css, 'stylesheet')));
  edits.push(...cssEdits(html.source, change));
}

/** All of the words are ASCII, so the bytes of any other encoding stay as they are. */
const textOf = ({ data }: Asset) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');

function changedAsset(asset: Asset, change: ChangeCss): Asset {
  if (asset.contentType !== 'text/css') return asset;
  const css = textOf(asset);
  const changed = change(css, 'stylesheet');
  return changed === css ? asset : { ...asset, data: Buffer.from(changed, 'latin1') };
}

/** What all CSS of a document declares for the service: properties of elements and pages, and strings. */
interface Declared {
  readonly used: Set<string>;
  /** Names of the strings that elements set. */
  readonly strings: Set<string>;
  /** Strings that margin boxes show, by their counter styles. */
  readonly margins: Map<string, MarginString>;
  /** Declarations for the calls and the markers of notes. */
  readonly notes: NoteDeclaration[];
}

/** Stands for everything that style sheets declare for notes, among the properties. */
const ofNotes = 'footnote';

function declaredBy({ styles, assets, segments }: Document): Declared {
  const [used, strings, margins] = [new Set<string>(), new Set<string>(), new Map<string, MarginString>()];
  const notes: NoteDeclaration[] = [];
  const note = (css: string, kind: CssKind) => {
    if (mayBeOfNotes(css)) {
      used.add(ofNotes);
      notes.push(...noteRulesIn(css).declared);
    }
    for (const { property, value, place } of mayHaveOwn(css) ? ownDeclarationsIn(css, kind) : []) {
      used.add(place === 'margin' ? place : property);
      if (place === 'margin')
        for (const { key, select, style } of marginStringsIn(value) ?? []) margins.set(style, { key, select, style });
      if (property === 'string-set') for (const name of readStringSet(value).names) strings.add(name);
    }
    return css;
  };
  for (const css of styles) note(css, 'stylesheet');
  for (const asset of assets) if (asset.contentType === 'text/css') note(textOf(asset), 'stylesheet');
  for (const segment of segments) {
    if (segment.kind === 'complete') {
      for (const css of segment.styles) note(css, 'stylesheet');
      if (mayHaveOwn(segment.html.source)) cssEdits(segment.html.source, note);
    }
    if (segment.kind === 'flow')
      for (const { html } of segment.sheets) for (const piece of html) if (mayHaveOwn(piece)) mapCss(piece, note);
  }
  return { used, strings, margins, notes };
}
