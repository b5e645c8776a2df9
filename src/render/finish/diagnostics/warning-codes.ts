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
      'Text asks for a font family that is neither installed nor sent, and is set in another. Lines break ' +
      'elsewhere than their author saw. Families that stand in with the same widths (Arimo for Arial and ' +
      'Helvetica, Tinos for Times, Cousine for Courier, Carlito for Calibri, Caladea for Cambria, Gelasio for ' +
      'Georgia) are no warning, nor are families further down a list, nor names like `system-ui`. With ' +
      '`dryRun` the style sheets are read instead of the pages, so a rule that applies to nothing warns too.',
    mend:
      'Send the font in `document.fonts`, or put one first in the list that `GET /api/v1/capabilities` has under ' +
      '`fonts`.',
    failOn: 'font',
  },
  'glyph-missing': {
    means:
      'No font, the request’s own included, has glyphs for characters of a script: an empty box or a gap is ' +
      'printed for each. There is one warning for a script. It names the characters, their code points, the ' +
      'first page and the words there.',
    mend:
      'Send a font for the script in `document.fonts` and name its family, or have the operator install one ' +
      '(docs/fonts.md). Every script that more than ten million people read is there already.',
    failOn: 'glyph',
  },
  overflow: {
    means:
      'Content is wider than its page, so that the whole document was printed smaller (to two thirds at most; ' +
      'what is wider still is cut off); or a box cuts off what is in it, which on screen would scroll; or a ' +
      'header or footer is taller than its `height`. The message names the element, how much of it is too ' +
      'much, and its text.',
    mend:
      'Let it wrap or shrink (`max-width: 100%`, `overflow-wrap: anywhere`, `white-space: pre-wrap`), leave ' +
      'heights to the content, or turn the page (`"orientation": "landscape"`).',
  },
  'resource-blocked': {
    means:
      'A picture, font or style sheet is on a host that the operator does not allow, or at an address that no ' +
      'document may load.',
    mend: 'Send it with the request, in `document.assets`, or ask the operator for the host (`SERVICE_NETWORK_ALLOW`).',
    failOn: 'resource',
  },
  'resource-failed': {
    means:
      'A picture, font or style sheet is not among the assets, could not be loaded or decoded, or has more ' +
      'pixels than are decoded.',
    mend: 'Send it in `document.assets` under the name that the content uses, and whole.',
    failOn: 'resource',
  },
  'element-unsupported': {
    means:
      'The HTML has elements that are not printed: `iframe` with an address, `video`, `audio`, `object`, ' +
      '`embed`, `applet`, `frameset`. There is one warning for a kind of element.',
    mend: 'Use a picture, text or a link in its place. A frame prints what stands in its `srcdoc`.',
  },
  'link-broken': {
    means: 'A link leads to an id that nothing in the document has. Its text is printed, and nothing can be followed.',
    mend: 'Correct the id, or give the element that is meant an `id`.',
  },
  'placeholder-unknown': {
    means: 'A header or footer has a placeholder that does not exist. It is printed as it stands.',
    mend: 'Use {page}, {pages}, {section}, {title} or {date}.',
  },
  'variable-unknown': {
    means: 'A template of the request names something that its data does not have. Nothing is printed in its place.',
    mend: 'Correct the name, add it to `data`, or put the expression into `{{#if}}` where it may be absent.',
  },
  'css-ignored': {
    means:
      'Some CSS has no effect: the browser does not know the property, the at-rule, the page size or the ' +
      'function, the text is no CSS, or an `@page` stands in a fragment.',
    mend: 'Correct it. The message names what is meant for other formatters, and what takes its place here.',
  },
  'console-error': {
    means: 'A script of the content reported an error, or ended with one.',
    mend: 'Repair the script; the message is its own.',
    failOn: 'console',
  },
  'image-without-alt': {
    means: 'An `add_image` has no `alt`, so readers who do not see it are told nothing.',
    mend: 'Say in `alt` what the picture shows; an empty one marks decoration.',
  },
  'table-too-wide': {
    means:
      'The columns of a table hardly fit the width of its page: headers were turned, type was made smaller, ' +
      'and where that did not do, words were broken.',
    mend: 'Turn the page, leave columns out, or give the table a page of its own that is wider (`add_page`).',
  },
  'columns-too-wide': {
    means: 'The `widths` of `add_columns` leave no room for all of them; every column was made narrower.',
    mend: 'Give widths that fit, or leave some out.',
  },
  'barcode-too-small': {
    means: 'The narrowest bar or dot of a barcode is thinner than scanners read.',
    mend: 'Give it a larger `width`, or a shorter value.',
  },
  'wait-ignored': {
    means: '`waitFor` stands beside HTML without scripts, where nothing can be waited for.',
    mend: 'Leave it out.',
  },
  'encoding-guessed': {
    means:
      'HTML came as bytes that nothing states the encoding of: no byte order mark, no `charset` in its ' +
      'Content-Type, no `<meta charset>`. It is not UTF-8, so it was read as windows-1252.',
    mend:
      'State the encoding: `Content-Type: text/html; charset=shift_jis`, or `<meta charset="shift_jis">` in the ' +
      'head.',
  },
  'still-moving': {
    means:
      'Something of a page never comes to rest: an endless animation, a loop of animation frames, an interval. ' +
      'The clock of the page was stopped at its horizon (`waitFor.virtualTime`, 10 s by default), and the page ' +
      'is printed as it was then.',
    mend: 'Nothing, where that is fine; else end it, or choose another moment with `waitFor.virtualTime`.',
  },
  'navigation-blocked': {
    means:
      'A script, a form or a refresh of a page wanted to go to another address, or to open a window. The page ' +
      'stays and is printed.',
    mend: 'Take it out, or give `add_url` the address that it leads to.',
  },
  'language-unknown': {
    means: 'There is no highlighting for the `language` of some code; it is set plain.',
    mend: 'Use the name of a language that highlight.js knows, or leave it out.',
  },
  'code-not-highlighted': {
    means: 'Code is set plain, because a line of it or all code of the document is too long to be coloured.',
    mend: 'Break the line, or leave `language` out.',
  },
  'background-left-out': {
    means:
      'A page background that is an image, or lies under a watermark, can not be kept in a document with `add_url`.',
    mend: 'Use a colour, or leave the watermark out.',
  },
  'attachment-renamed': {
    means: 'Two attachments have one name; the later one was given another.',
    mend: 'Give every attachment a name of its own.',
  },
  'field-renamed': {
    means: 'Two form fields have one name that can not be shared; the later one was given another.',
    mend: 'Give every field a name of its own.',
  },
  'field-not-placed': {
    means: 'A form field is on no page, because its place is hidden or lies outside of the page.',
    mend: 'Show the element that it stands in, or leave the field out.',
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
