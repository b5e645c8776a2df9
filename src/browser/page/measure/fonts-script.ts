/** Runs in the page: reads the fonts and characters of its text, bounded by `max` (`maxCount` in measure.ts). */
export const readFonts = `(max) => {
  const families = new Map(),
    characters = new Set();
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let count = 0, node; count < max.texts && (node = walker.nextNode()) !== null;) {
    const text = node.data,
      element = node.parentElement;
    if (
      element === null ||
      !/\\S/.test(text) ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    count += 1;
    if (characters.size < max.characters && /[^\\0-\\x7f]/.test(text))
      for (const character of text) if (character > '\\x7f') characters.add(character);
    const list = getComputedStyle(element).fontFamily;
    const known = families.get(list);
    if (known !== undefined) known.characters += text.length;
    else if (families.size < max.families)
      families.set(list, {
        list: list.slice(0, 2000),
        characters: text.length,
        text: text.trim().replace(/\\s+/g, ' ').slice(0, 60).trim(),
      });
  }
  const faces = [...document.fonts].filter(({ status }) => status !== 'error').map(({ family }) => family);
  return {
    families: [...families.values()],
    faces: [...new Set(faces)].slice(0, 1000),
    characters: [...characters].join(''),
  };
}`;
