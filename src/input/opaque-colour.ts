/** Named colours that boxes usually have (CSS Color 4, 6.1). */
const names: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'ffffff',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  red: 'ff0000',
  maroon: '800000',
  yellow: 'ffff00',
  olive: '808000',
  lime: '00ff00',
  green: '008000',
  aqua: '00ffff',
  teal: '008080',
  blue: '0000ff',
  navy: '000080',
  fuchsia: 'ff00ff',
  purple: '800080',
  orange: 'ffa500',
};

/** The pattern of the colours that `colourOf` reads. */
export const opaqueColour = new RegExp(`^(?:#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|${Object.keys(names).join('|')})$`);

/** The red, green and blue of an opaque colour, each 0 to 1. */
export function colourOf(text: string): [number, number, number] {
  const hex = names[text] ?? text.slice(1);
  const digits = hex.length === 3 ? Array.from(hex, (digit) => digit + digit) : (hex.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => parseInt(pair, 16) / 255);
  return [red, green, blue];
}
