/**
 * The parser, the tokenizer, the walker and the generator of css-tree. The package as a whole also loads a dictionary of
 * all of CSS, which takes 40 ms and is not used.
 */
export { default as generate } from 'css-tree/generator';
export { default as parse } from 'css-tree/parser';
export { tokenize, tokenTypes } from 'css-tree/tokenizer';
export { default as walk } from 'css-tree/walker';

/** Options of the parser with which selectors, conditions and values stay text, and mistakes are passed over. */
export const unparsedTexts = {
  positions: true,
  parseValue: false,
  parseRulePrelude: false,
  parseAtrulePrelude: false,
  parseCustomProperty: false,
  onParseError: () => undefined,
} as const;
