/**
 * Runs in the page: `noteStyles(styles, parts, write)` returns a function of a note: what style sheets declare for its
 * call and its marker (`::footnote-call`, `::footnote-marker`; CSS Generated Content for Paged Media 3, 2.4 and 2.5).
 */
export const noteStyles = String.raw`function (styles, { contentParts, writtenNumber }, write) {
  const nameOf = (part, property) => '--colophon-' + part + '-' + property;
  const moves = /^(?:position|float|inset|top|right|bottom|left)$/;
  for (const part of ['call', 'marker'])
    for (const property of styles[part])
      try {
        CSS.registerProperty({ name: nameOf(part, property), syntax: '*', inherits: false });
      } catch {
        // it is registered
      }
  return (element) => {
    const computed = getComputedStyle(element);
    const contents = {};
    const declared = {};
    for (const part of ['call', 'marker']) {
      declared[part] = styles[part].flatMap((property) => {
        const value = computed.getPropertyValue(nameOf(part, property)).trim();
        return value === '' || moves.test(property) ? [] : [[property, value]];
      });
      const content = declared[part].find(([property]) => property === 'content')?.[1];
      if (content !== undefined && content !== 'normal') contents[part] = contentParts(content) ?? undefined;
    }
    const style = (target, part) => {
      for (const [property, value] of declared[part])
        if (property !== 'content') target.style.setProperty(property, value, 'important');
    };
    const textOf = ({ text, name, args }, number) => {
      const [first = {}, second = {}] = args ?? [];
      if (name === 'attr') return element.getAttribute(first.word) ?? '';
      if (name !== 'counter' || first.word !== 'footnote') return text ?? '';
      return second.word === undefined ? write(number) : writtenNumber(number, second.word);
    };
    /** What the call or the marker shows for a number; undefined where style sheets do not say it. */
    const written = (part, number) => contents[part]?.map((one) => textOf(one, number)).join('');
    return { style, write: written };
  };
}`;
