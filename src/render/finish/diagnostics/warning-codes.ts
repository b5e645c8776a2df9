import type { Slug } from '../../../problems.ts';

/** The meaning of a warning, and how to avoid it. */
export interface WarningCode {
  readonly means: string;
  readonly mend: string;
  /** The entry of `output.failOn` that turns it into a 422. */
  readonly failOn?: 'resource' | 'console' | 'font' | 'glyph';
}

const codes = {
  'font-missing': {
    means:
      'Text uses a font family that is neither installed nor sent, and is set in another. Lines break ' +
      'elsewhere than in the other family. Families that replace others with the same widths (Arimo for Arial and ' +
      'Helvetica, Tinos for Times, Cousine for Courier, Carlito for Calibri, Caladea for Cambria, Gelasio for ' +
      'Georgia) cause no warning, nor do families further down a list, nor names like `system-ui`. With ' +
      '`dryRun` the style sheets are read instead of the pages, so an unused rule causes a warning too.',
    mend:
      'Send the font in `document.fonts`, or put a font first in the list that `GET /api/v1/capabilities` has under ' +
      '`fonts`.',
    failOn: 'font',
  },
  'glyph-missing': {
    means:
      'No font, the request’s own included, has glyphs for characters of a script: an empty box or a gap is ' +
      'printed for each. There is one warning for a script. It names the characters, their code points, the ' +
      'first page and the words there. Another one names sequences of emoji that the font draws as their parts.',
    mend:
      'Send a font for the script in `document.fonts` and name its family, or have the operator install one ' +
      '(docs/fonts.md). The service has fonts for every script that more than ten million people read.',
    failOn: 'glyph',
  },
  overflow: {
    means:
      'Content is wider than its page, so that the whole document was scaled down (to two thirds at most; ' +
      'wider content is cut off); or a box cuts off its content, which would scroll on screen; or a ' +
      'header or footer is taller than its `height`. The message names the element, the excess ' +
      'and the text; where the whole document was scaled, it has the percentage.',
    mend:
      'Let it wrap or shrink (`max-width: 100%`, `overflow-wrap: anywhere`, `white-space: pre-wrap`), leave ' +
      'heights to the content, or turn the page (`"orientation": "landscape"`).',
  },
  'resource-blocked': {
    means:
      'A picture, font or style sheet is on a host that the operator does not allow, or at an address that no ' +
      'document may load.',
    mend: 'Send it in `document.assets`, or have the operator allow the host (`SERVICE_NETWORK_ALLOW`).',
    failOn: 'resource',
  },
  'resource-failed': {
    means:
      'A picture, font or style sheet is not among the assets, could not be loaded or decoded, or has more ' +
      'pixels than are decoded.',
    mend: 'Send the complete file in `document.assets`, under the name that the content uses.',
    failOn: 'resource',
  },
  'element-unsupported': {
    means:
      'The HTML has elements that are not printed: `iframe` with an address, `video`, `audio`, `object`, ' +
      '`embed`, `applet`, `frameset`. There is one warning for a kind of element.',
    mend: 'Use a picture, text or a link in its place. A frame prints its `srcdoc`.',
  },
  'link-broken': {
    means: 'A link leads to an id that nothing in the document has. Its text is printed without a link.',
    mend: 'Correct the id, or give the intended element this `id`.',
  },
  'reference-unresolved': {
    means:
      'A reference of a style sheet (`target-counter()`, `target-text()`) leads to an id that nothing in the document ' +
      'has. It shows nothing. References of operations without a target are a problem of the same name.',
    mend: 'Correct the address of the link, or give the intended element this `id`.',
  },
  'reference-unstable': {
    means:
      'The page numbers that references and tables of contents show change the pages that they lead to, and did not ' +
      'settle in three passes: the third is printed, in which some numbers may be those of the second. Or a text ' +
      'contains a reference to itself.',
    mend: 'Give the text around the reference other words, or the numbers a width of their own.',
  },
  'placeholder-unknown': {
    means:
      'A header, a footer or a stamp has a placeholder that does not exist, or a reference selects what no reference ' +
      'shows: it is printed unchanged. Or no style sheet sets the string of a placeholder: nothing is printed.',
    mend:
      'Use {page}, {pageIndex}, {pages}, {section}, {title}, {date}, {heading:1} to {heading:6}, {string:name} after ' +
      '`string-set: name content()`, or {bates} after `set_bates`.',
  },
  'variable-unknown': {
    means:
      'A template of the request names a value that its data does not have, or a column of a table one that its rows ' +
      'spell otherwise. Nothing is printed in its place.',
    mend: 'Correct the name, add it to `data`, or put the expression into `{{#if}}` where it may be absent.',
  },
  'css-ignored': {
    means:
      'Some CSS has no effect: the browser does not know the property, the at-rule, the page size, the function, ' +
      'the name of a colour or a pseudo-class that resembles a known one; a length has no unit; a brace or ' +
      'parenthesis has no counterpart; the text is not CSS; an `@page` is in a fragment; or the margins of a complete ' +
      'document leave no room on its page. Other values are not checked, and neither is CSS of content whose scripts run.',
    mend: 'Correct it. Where the CSS is for other formatters, the message names what replaces it here.',
  },
  'html-as-text': {
    means: 'Markdown has tags of HTML (`<br>`, `<p align="center">`). Raw HTML in Markdown is printed as text.',
    mend: 'Write it in Markdown, or add it with `add_html`. Put tags that are meant to be read between backticks, as code.',
  },
  'diagram-as-code': {
    means:
      'Markdown has a `mermaid` fence, and no script of the document draws diagrams: the source of the diagram is ' +
      'printed as code.',
    mend:
      'Add an `add_html` with a script that draws elements of the class `mermaid`, or send the diagram as a ' +
      'picture (`add_image`).',
  },
  'console-error': {
    means: 'A script of the content reported an error, or ended with one.',
    mend: 'Repair the script; the message is that of the script.',
    failOn: 'console',
  },
  'image-without-alt': {
    means: 'An `add_image` has no `alt`, so readers who cannot see the image learn nothing of it.',
    mend: 'Describe the picture in `alt`; an empty `alt` marks decoration.',
  },
  'table-too-wide': {
    means:
      'The columns of a table hardly fit the width of its page: type was made smaller than 6 points, headers were ' +
      'rotated, and where that was not enough, words were broken.',
    mend: 'Rotate the page, leave columns out, or give the table a wider page of its own (`add_page`).',
  },
  'carry-ignored': {
    means:
      'The sums of a table in HTML are not carried from page to page: a column is unknown, or has other texts than numbers.',
    mend: 'Name columns of numbers in `data-carry`, and mark rows that are subtotals with `data-carry="none"`.',
  },
  'columns-too-wide': {
    means: 'The `widths` of `add_columns` leave no room for all of them; every column was made narrower.',
    mend: 'Give widths that fit, or leave some out.',
  },
  'barcode-too-small': {
    means: 'The narrowest bar or dot of a barcode is thinner than scanners read.',
    mend: 'Give it a larger `width`, or a shorter value.',
  },
  'numbering-ignored': {
    means:
      '`document.numbering` or `document.captions` is beside nothing but complete HTML documents, whose headings and ' +
      'captions are printed as a browser prints them.',
    mend: 'Leave it out, or send the HTML in an `add_html` with `"as": "content"`.',
  },
  'page-ignored': {
    means: '`add_page` states a page of its own in a document of a single page (`document.singlePage`).',
    mend: 'State the size, the margin and the background in `document`, or leave `singlePage` out.',
  },
  'wait-ignored': {
    means: '`waitFor` is beside HTML without scripts, which never changes.',
    mend: 'Leave it out.',
  },
  'encoding-guessed': {
    means:
      'HTML was received as bytes without a stated encoding: no byte order mark, no `charset` in its ' +
      'Content-Type, no `<meta charset>`. It is not UTF-8, so it was read as windows-1252.',
    mend:
      'State the encoding: `Content-Type: text/html; charset=shift_jis`, or `<meta charset="shift_jis">` in the ' +
      'head.',
  },
  'still-moving': {
    means:
      'Something on a page never stops: an endless animation, a loop of animation frames, an interval. ' +
      'The clock of the page was stopped at its horizon (`waitFor.virtualTime`, 10 s by default), and the page ' +
      'is printed as it was at that moment.',
    mend: 'Nothing, if that moment is right; otherwise end it, or choose another moment with `waitFor.virtualTime`.',
  },
  'navigation-blocked': {
    means:
      'A script, a form or a refresh of a page tried to open another address or a window. The page ' +
      'remains and is printed.',
    mend: 'Remove it, or give `add_url` the address that it leads to.',
  },
  'language-unknown': {
    means: 'There is no highlighting for the `language` of some code; the code is set without colours.',
    mend: 'Use the name of a language that highlight.js knows, or leave it out.',
  },
  'code-not-highlighted': {
    means: 'Code is set without colours, because a line of it, or the code of the whole document, is too long.',
    mend: 'Break the line, or leave `language` out.',
  },
  'background-left-out': {
    means:
      'A page background that is an image, or is under a watermark, cannot be printed in a document with `add_url`.',
    mend: 'Use a colour, or leave the watermark out.',
  },
  'attachment-renamed': {
    means: 'Two attachments have the same name; the later one got another.',
    mend: 'Give every attachment a name of its own.',
  },
  'field-renamed': {
    means: 'Two form fields have the same name and cannot share it; the later one got another.',
    mend: 'Give every field a name of its own.',
  },
  'field-not-placed': {
    means: 'A form field is on no page, because its place is hidden or lies outside of the page.',
    mend: 'Show the element that contains it, or leave the field out.',
  },
} as const satisfies Partial<Record<Slug, WarningCode>>;

/** A code of a warning. */
export type WarningName = keyof typeof codes;

/**
 * Every warning of a render, by its code. `docs/warnings.md` is generated from this; a test checks that operations have
 * no others.
 */
export const warningCodes: Readonly<Record<WarningName, WarningCode>> = codes;

/** The codes of all warnings, in the order of this file. */
export const warningNames = Object.keys(codes) as WarningName[];
