/**
 * Whether a font is one of those that show a box for each character that no other font has (docs/fonts.md). Takes its
 * PostScript name, with the prefix of a subset or without.
 */
export const showsBoxes = (name: string): boolean => /^(?:[A-Z]{6}\+)?ColophonBoxes/.test(name);
