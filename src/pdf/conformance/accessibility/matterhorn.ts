/** What of a document a person has to look at for a condition that no machine decides. */
export type Look =
  | 'document'
  | 'pages'
  | 'figures'
  | 'headings'
  | 'tables'
  | 'lists'
  | 'formulas'
  | 'notes'
  | 'links'
  | 'annotations'
  | 'fields'
  | 'scripts'
  | 'media'
  | 'artifacts'
  | 'ocr'
  | 'threads'
  | 'roles'
  | 'actions'
  | 'image-maps';

/**
 * A failure condition of the Matterhorn Protocol 1.1, which says PDF/UA-1 in conditions that a checker can decide, or
 * hand to a person.
 */
export interface Condition {
  /** "13-004" */
  readonly id: string;
  /** Of ISO 14289-1. */
  readonly clause: string;
  readonly text: string;
  /** Rules that find it; none for a condition that a person decides. */
  readonly rules?: readonly string[];
  /** Which of the findings of these rules are it, by their detail. */
  readonly detail?: RegExp;
  /** What a person looks at. */
  readonly look?: Look;
}

/**
 * The checkpoints by their number. Those without a condition (23, 27) have nothing that a checker decides by itself.
 */
export const checkpoints: readonly string[] = [
  'Real content tagged',
  'Role mapping',
  'Flickering',
  'Colour and contrast',
  'Sound',
  'Metadata',
  'Dictionary',
  'OCR validation',
  'Appropriate tags',
  'Character mappings',
  'Declared natural language',
  'Stretchable characters',
  'Graphics',
  'Headings',
  'Tables',
  'Lists',
  'Mathematical expressions',
  'Page headers and footers',
  'Notes and references',
  'Optional content',
  'Embedded files',
  'Article threads',
  'Digital signatures',
  'Non-interactive forms',
  'XFA',
  'Security',
  'Navigation',
  'Annotations',
  'Actions',
  'XObjects',
  'Fonts',
];

const machine = (id: string, clause: string, text: string, rules: readonly string[], detail?: RegExp): Condition => ({
  id,
  clause,
  text,
  rules,
  ...(detail && { detail }),
});
const human = (id: string, clause: string, look: Look, text: string): Condition => ({ id, clause, text, look });

export const conditions: readonly Condition[] = [
  human('01-001', '7.1', 'pages', 'Something that is decoration is tagged as content.'),
  human('01-002', '7.1', 'artifacts', 'Something that has a meaning is marked as an artifact.'),
  machine('01-003', '7.1', 'An artifact is within tagged content.', ['artifact-outside']),
  machine('01-004', '7.1', 'Tagged content is within an artifact.', ['content-outside-artifact']),
  machine('01-005', '7.1', 'Content is neither tagged nor marked as an artifact.', ['content-marked']),
  human('01-006', '7.1', 'document', 'The structure type or an attribute of an element does not suit what it is.'),
  machine('01-007', '7.1', 'Suspects is true.', ['not-suspect', 'marked', 'structure-tree']),
  machine('02-001', '7.1', 'A non-standard structure type is not mapped to a standard one.', ['standard-types']),
  human('02-002', '7.1', 'roles', 'A non-standard structure type is mapped to a standard one that does not suit it.'),
  machine('02-003', '7.1', 'The role map has a circle.', ['role-map-circle', 'role-map-identity']),
  machine('02-004', '7.1', 'A standard structure type is mapped to another one.', ['role-map-standard']),
  human('03-001', '7.1', 'actions', 'An action makes the page flicker.'),
  human('03-002', '7.1', 'media', 'A multimedia object flickers.'),
  human('03-003', '7.1', 'scripts', 'A script makes the page flicker.'),
  human(
    '04-001',
    '7.1',
    'document',
    'Something is told by contrast, colour, format or layout alone, and the tags do not tell it.',
  ),
  human('05-001', '7.1', 'media', 'What is told by sound is not told in another way.'),
  human('05-002', '7.1', 'media', 'A sound annotation has no other form of what it says.'),
  human('05-003', '7.1', 'scripts', 'A script notifies by a beep alone.'),
  machine('06-001', '7.1', 'There are no XMP metadata.', ['metadata-present']),
  machine('06-002', '5', 'The metadata do not name PDF/UA-1.', [
    'ua-identification-present',
    'ua-identification-part',
    'ua-identification-part-prefix',
    'ua-identification-amd-prefix',
    'ua-identification-corr-prefix',
    'ua-identification-rev-prefix',
  ]),
  machine('06-003', '7.1', 'The metadata have no title.', ['title']),
  human('06-004', '7.1', 'document', 'The title does not tell which document it is.'),
  machine('07-001', '7.1', 'DisplayDocTitle is missing, or false.', ['display-title']),
  human('08-001', '7.1', 'ocr', 'Text from recognition has errors that matter.'),
  human('08-002', '7.1', 'ocr', 'Text from recognition is not tagged.'),
  human('09-001', '7.2', 'document', 'The order of the tags is not the order in which the document is read.'),
  human('09-002', '7.2', 'document', 'Elements are nested in a way that does not suit what they are.'),
  human('09-003', '7.2', 'document', 'The standard structure type of an element does not suit what it is.'),
  machine('09-004', '7.2', 'Elements of a table are not nested as the PDF specification says.', [
    'table-children',
    'row-parent',
    'table-head-parent',
    'table-body-parent',
    'table-foot-parent',
    'header-cell-parent',
    'data-cell-parent',
    'row-children',
    'table-head-children',
    'table-body-children',
    'table-foot-children',
    'one-thead',
    'one-tfoot',
    'tfoot-with-body',
    'thead-with-body',
    'table-caption-place',
    'table-one-caption',
    'table-cells-apart',
    'table-rows-even',
    'table-spans-within',
  ]),
  machine('09-005', '7.2', 'Elements of a list are not nested as the PDF specification says.', [
    'list-item-parent',
    'list-body-parent',
    'list-children',
    'list-item-children',
    'list-caption-place',
  ]),
  machine('09-006', '7.2', 'Elements of a table of contents are not nested as the PDF specification says.', [
    'contents-item-parent',
    'contents-children',
    'contents-caption',
  ]),
  machine('09-007', '7.2', 'Elements of a Ruby are not nested as the PDF specification says.', [
    'ruby-children',
    'ruby-parts',
  ]),
  machine('09-008', '7.2', 'Elements of a Warichu are not nested as the PDF specification says.', [
    'warichu-children',
    'warichu-parts',
  ]),
  machine('10-001', '7.2', 'A character code has no Unicode value.', ['text-known']),
  machine('11-001', '7.2', 'The language of text can not be determined.', ['language-text', 'language-tag']),
  machine('11-002', '7.2', 'The language of Alt, ActualText or E can not be determined.', [
    'language-alt',
    'language-actualtext',
    'language-e',
    'language-marked-alt',
    'language-marked-actualtext',
    'language-marked-e',
  ]),
  machine('11-003', '7.2', 'The language of the outline can not be determined.', ['language-outline']),
  machine('11-004', '7.2', 'The language of Contents of an annotation can not be determined.', ['language-annotation']),
  machine('11-005', '7.2', 'The language of the description of a field can not be determined.', ['language-field']),
  machine('11-006', '7.2', 'The language of the metadata can not be determined.', ['language-title']),
  human('11-007', '7.2', 'document', 'The language that is given is not the one that is written.'),
  human('12-001', '7.2', 'document', 'Characters that are stretched over several lines are not represented by one.'),
  human('13-001', '7.3', 'pages', 'A picture or drawing is not tagged as a Figure.'),
  human('13-002', '7.3', 'links', 'A link on a picture has no alternative text that describes both.'),
  human('13-003', '7.3', 'figures', 'A caption is not tagged as a Caption.'),
  machine('13-004', '7.3', 'A figure has neither Alt nor ActualText.', ['figure-text']),
  human('13-005', '7.3', 'figures', 'ActualText is used where an alternative text would suit better.'),
  human('13-006', '7.3', 'figures', 'A drawing that means something only in a group is tagged alone.'),
  human('13-007', '7.3', 'figures', 'There is a more accessible way to show it.'),
  human('13-008', '7.3', 'figures', 'A picture of text has no ActualText.'),
  human('14-001', '7.4', 'headings', 'A heading is not tagged as one.'),
  machine('14-002', '7.4.2', 'The first heading is not H1.', ['heading-levels'], /^the first/),
  machine('14-003', '7.4.2', 'A level of headings is left out.', ['heading-levels'], /follows/),
  machine('14-004', '7.4.3', 'A heading tag is not numbered in Arabic digits.', ['heading-numerals']),
  human('14-005', '7.4.3', 'headings', 'A heading of level 7 or below is not tagged as H7 or below.'),
  machine('14-006', '7.4.4', 'An element has more than one H.', ['one-heading']),
  machine('14-007', '7.4.4', 'The document has both H and numbered headings.', [
    'headings-of-one-kind',
    'numbered-headings-of-one-kind',
  ]),
  human('15-001', '7.5', 'tables', 'The header cell of a row is not tagged as one.'),
  human('15-002', '7.5', 'tables', 'The header cell of a column is not tagged as one.'),
  machine('15-003', '7.5', 'A header cell has no Scope in a table without Headers.', [
    'table-headers',
    'table-header-ids',
  ]),
  human('15-004', '7.5', 'tables', 'Something that is not in rows and columns is tagged as a table.'),
  human('15-005', '7.5', 'tables', 'The header of a cell is not clear.'),
  human('16-001', '7.6', 'lists', 'A numbered list has no ListNumbering.'),
  human('16-002', '7.6', 'lists', 'ListNumbering is not that of the numbers that are shown.'),
  human('16-003', '7.6', 'document', 'A list is not tagged as one.'),
  human('17-001', '7.7', 'document', 'A formula is not tagged as one.'),
  machine('17-002', '7.7', 'A formula has no alternative text.', ['formula-text']),
  machine('17-003', '7.7', 'A character of a formula has no Unicode value.', ['text-sensible']),
  human('18-001', '7.8', 'artifacts', 'A running header or footer is not a pagination artifact.'),
  human('18-002', '7.8', 'artifacts', 'A running header or footer is not marked as Header or Footer.'),
  human('18-003', '7.8', 'artifacts', 'A running header or footer tells something that the content does not.'),
  human('19-001', '7.9', 'document', 'A footnote or endnote is not tagged as a Note.'),
  human('19-002', '7.9', 'notes', 'The reference to a note is not tagged as a Reference.'),
  machine('19-003', '7.9', 'A note has no ID.', ['note-id']),
  machine('19-004', '7.9', 'Two notes have the same ID.', ['note-id-unique']),
  machine('20-001', '7.10', 'A configuration of optional content has no name.', ['layers-name']),
  machine('20-003', '7.10', 'A configuration of optional content has AS.', ['layers-no-automatic-state']),
  machine('21-001', '7.11', 'The file specification of an embedded file has no F or no UF.', ['embedded-file-names']),
  human('22-001', '7.12', 'threads', 'Article threads are not in the order in which they are read.'),
  human('24-001', '7.14', 'document', 'A form that is only printed is not tagged with PrintField attributes.'),
  machine('25-001', '7.15', 'The document is a dynamic XFA form.', ['dynamic-xfa']),
  machine('26-002', '7.16', 'The document is encrypted and does not let assistive technology read it.', [
    'accessibility-permitted',
  ]),
  human('28-001', '7.18.1', 'annotations', 'An annotation is not in its place in the reading order.'),
  machine('28-002', '7.18.1', 'An annotation is not in an Annot element.', ['annotation-tagged']),
  human('28-003', '7.18.1', 'annotations', 'An annotation that is used for its look is not tagged by its meaning.'),
  machine('28-004', '7.18.1', 'An annotation has neither Contents nor an alternative text.', ['annotation-described']),
  machine('28-005', '7.18.1', 'A field has neither a description nor an alternative text.', ['field-described']),
  machine('28-007', '7.18.2', 'There is a TrapNet annotation.', ['annotation-trap-net']),
  machine('28-009', '7.18.3', 'Tabs of a page with annotations is missing, or is not S.', ['tab-order']),
  machine('28-010', '7.18.4', 'A widget is not in a Form element.', ['widget-tagged']),
  machine('28-011', '7.18.5', 'A link is not in a Link element.', ['link-tagged']),
  machine('28-012', '7.18.5', 'A link has no description in Contents.', ['link-described']),
  human('28-013', '7.18.5', 'image-maps', 'A link by coordinates (IsMap) has no other way.'),
  machine('28-014', '7.18.6.2', 'A media clip has no type.', ['media-type']),
  machine('28-015', '7.18.6.2', 'A media clip has no alternative text.', ['media-described']),
  machine('28-016', '7.18.7', 'A file attachment does not name its file in F and UF.', ['attachment-named']),
  machine('28-017', '7.18.8', 'A PrinterMark annotation is in the structure.', ['printer-mark-artifact']),
  human('29-001', '7.19', 'scripts', 'A script asks for keystrokes at certain times.'),
  machine('30-001', '7.20', 'There is a reference XObject.', ['form-reference']),
  machine('30-002', '7.20', 'A form XObject with marked content is drawn more than once.', ['form-content-once']),
  machine('31-001', '7.21.3.1', 'Registry of a CIDFont and of its CMap differ.', ['font-collections'], /^Registry/),
  machine('31-002', '7.21.3.1', 'Ordering of a CIDFont and of its CMap differ.', ['font-collections'], /^Ordering/),
  machine(
    '31-003',
    '7.21.3.1',
    'Supplement of a CIDFont is greater than that of its CMap.',
    ['font-collections'],
    /^Supplement/,
  ),
  machine('31-004', '7.21.3.2', 'CIDToGIDMap of a CIDFontType2 is missing, or neither a stream nor Identity.', [
    'cid-to-gid-map',
  ]),
  machine('31-006', '7.21.3.3', 'A CMap is neither embedded nor predefined.', ['cmap-embedded']),
  machine('31-007', '7.21.3.3', 'WMode of a CMap differs in its dictionary and its stream.', ['cmap-writing-mode']),
  machine('31-008', '7.21.3.3', 'A CMap refers to another one that is not predefined.', ['cmap-base']),
  machine('31-009', '7.21.4.1', 'A font that is shown is not embedded.', ['font-embedded']),
  machine('31-011', '7.21.4.1', 'An embedded font lacks glyphs that are shown.', ['glyph-present']),
  machine('31-012', '7.21.4.2', 'CharSet does not list the glyphs of the program.', ['char-set']),
  machine('31-014', '7.21.4.2', 'CIDSet does not list the glyphs of the program.', ['cid-set']),
  machine('31-016', '7.21.5', 'The width of a glyph differs in the dictionary and the program.', ['glyph-width']),
  machine('31-017', '7.21.6', 'A non-symbolic TrueType font has no table of characters for it.', [
    'true-type-characters',
  ]),
  machine('31-018', '7.21.6', 'A non-symbolic TrueType font has no Encoding.', ['true-type-encoding'], /missing/),
  machine(
    '31-020',
    '7.21.6',
    'The encoding of a non-symbolic TrueType font is neither MacRomanEncoding nor WinAnsiEncoding.',
    ['true-type-encoding'],
    /^it is (?!missing)/,
  ),
  machine(
    '31-021',
    '7.21.6',
    'Differences of a TrueType font have names that are not in the Adobe Glyph List.',
    ['true-type-encoding'],
    /Glyph List/,
  ),
  machine(
    '31-022',
    '7.21.6',
    'A TrueType font with Differences has no Microsoft Unicode table.',
    ['true-type-encoding'],
    /Unicode table/,
  ),
  machine('31-023', '7.21.6', 'A symbolic TrueType font has an Encoding.', ['symbolic-encoding']),
  machine(
    '31-025',
    '7.21.6',
    'A symbolic TrueType font has several tables of characters, and none for symbols; or it has none.',
    ['symbolic-characters'],
  ),
  machine('31-027', '7.21.7', 'A font has no ToUnicode, and its text is not known in another way.', ['text-known']),
  machine('31-028', '7.21.7', 'ToUnicode has a value U+0000, U+FEFF or U+FFFE.', ['text-sensible']),
  machine('31-030', '7.21.8', 'Text is shown by the .notdef glyph.', ['no-notdef']),
];
