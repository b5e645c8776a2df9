/** A finding in the words of somebody who wrote the HTML, and does not know PDF. */
export interface AuthorWords {
  readonly message: string;
  readonly fix: string;
  /** True: the detail of the rule is left out, because it is for readers who know PDF. */
  readonly plain?: true;
  /**
   * True: `output.conformance` repairs this in most documents, and these words are for what it does not repair.
   */
  readonly repaired?: true;
}

const unknownLanguage: AuthorWords = {
  message: 'The language of some text is not known, or is no language tag.',
  fix: 'State it in `document.lang`, and in `lang` of elements in other languages, as "en" or "pt-BR".',
};
const wrongTable: AuthorWords = {
  message: 'The rows of a table do not fit together.',
  fix:
    'Give all rows as many cells as the table has columns, counting `colspan` and `rowspan`; do not lay out a ' +
    'page with a table.',
};
const wrongNesting: AuthorWords = {
  message: 'A list, a table or a ruby contains an element that is not permitted there.',
  fix:
    'Nest the elements as HTML requires: `li` in `ul` and `ol`, `tr` in `table`, `td` and `th` in `tr`; the same ' +
    'of elements with a `role`.',
  repaired: true,
};
const foreignFont: AuthorWords = {
  message: 'Text of an added PDF is set in a font that is not embedded as the standard requires.',
  fix: 'Add a PDF that conforms to the standard.',
  repaired: true,
};
const transparency: AuthorWords = {
  message: 'Something is transparent, which PDF/A-1 does not permit.',
  fix:
    'Leave out `opacity`, shadows, filters, watermarks and pictures that are transparent, or request PDF/A-2 or ' +
    'later.',
};

/** By rules (`src/pdf/conformance/rules/`): faults in HTML or an added PDF that cannot be corrected after the print. */
export const authorWords: Readonly<Record<string, AuthorWords>> = {
  'figure-text': {
    message: 'A picture has no text for readers who cannot see it.',
    fix: 'Describe it in `alt` (an `svg`: `role="img"` and `aria-label`); an empty `alt` marks decoration.',
  },
  'formula-text': { message: 'A formula has no text for readers who cannot see it.', fix: 'Write it in `aria-label`.' },
  'heading-levels': {
    message: 'A level of headings is left out.',
    fix: 'Begin with `h1`, and go down one level at a time.',
  },
  title: { message: 'The document has no title.', fix: 'Give it one in `document.title`.' },
  'no-notdef': {
    message: 'No font has a glyph for a character, so that an empty box is printed.',
    fix: 'Send a font that has it in `document.fonts`, or leave the character out.',
    plain: true,
  },
  'text-known': {
    message: 'The text of some glyphs is not known.',
    fix: 'Set the text in another font.',
    plain: true,
    repaired: true,
  },
  'private-text': {
    message: 'A character is of the private use area of Unicode (an icon font), so that its meaning is not known.',
    fix: 'Use a picture with `alt` in its place.',
    plain: true,
  },
  'language-tag': unknownLanguage,
  'language-text': unknownLanguage,
  'language-title': unknownLanguage,
  'language-alt': unknownLanguage,
  'language-outline': unknownLanguage,
  'table-rows-even': wrongTable,
  'table-cells-apart': wrongTable,
  'table-spans-within': wrongTable,
  'table-headers': {
    message: 'A cell of a table has no header, and others have.',
    fix: 'Write the cells that head columns and rows as `th`, with `scope`.',
  },
  'table-header-ids': { message: 'A cell of a table names a header that does not exist.', fix: 'Correct `headers`.' },
  ...Object.fromEntries(
    [
      'table-children',
      'row-parent',
      'row-children',
      'header-cell-parent',
      'data-cell-parent',
      'list-item-parent',
      'list-children',
      'list-item-children',
      'ruby-children',
      'ruby-parts',
      'table-head-parent',
      'table-body-parent',
      'table-foot-parent',
      'table-caption-place',
      'table-one-caption',
      'list-caption-place',
    ].map((rule) => [rule, wrongNesting]),
  ),
  'link-tagged': {
    message: 'A link is hidden from assistive technology and can still be followed.',
    fix: 'Remove `aria-hidden` and `role` from the link and the elements around it.',
  },
  'widget-tagged': {
    message: 'A form field is hidden from assistive technology and can still be filled in.',
    fix: 'Remove `aria-hidden` from the field and the elements around it.',
  },
  'field-described': {
    message: 'A form field has no description.',
    fix: 'Give it a `label`, or `aria-label`.',
  },
  marked: {
    message: 'The document has no tags.',
    fix: 'Leave `output.tagged` as it is; an added PDF needs tags of its own.',
  },
  'structure-tree': {
    message: 'The document has no tags.',
    fix: 'Leave `output.tagged` as it is; an added PDF needs tags of its own.',
  },
  'content-marked': {
    message: 'A page has content without tags.',
    fix: 'Add a PDF that is tagged itself.',
    repaired: true,
  },
  'standard-types': {
    message: 'An added PDF has tags of a type that the standard does not define.',
    fix: 'Add a PDF that conforms to the standard.',
    repaired: true,
  },
  'font-embedded': foreignFont,
  'glyph-present': foreignFont,
  'glyph-width': foreignFont,
  'device-cmyk': {
    message: 'Colours of an added PDF or a picture are CMYK, and the document is in sRGB.',
    fix: 'Use RGB, or add a PDF that conforms itself.',
  },
  'name-length': { message: 'An `id` that something links to is longer than 127 bytes.', fix: 'Make it shorter.' },
  'no-soft-mask': transparency,
  'no-image-mask': transparency,
  'no-transparency-group': transparency,
  'no-blend-mode': transparency,
  'no-opacity-stroke': transparency,
  'no-opacity-fill': transparency,
};
