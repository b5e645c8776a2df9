/** A custom property that stands for declarations of the service, see render/typeset/styles. */
export interface OwnProperty {
  readonly name: string;
  readonly inherits: boolean;
  /** True where `::before` and `::after` may have it, too. */
  readonly generated: boolean;
}

/**
 * The source of a function for scripts in the page: the computed values of such properties, in document order. It takes
 * a list of `OwnProperty` and returns a list of `{ element, pseudo, name, value }`, where `pseudo` is `''`, `'::before'`
 * or `'::after'`. An element that does not have a property is not in the list: registered properties are inherited only
 * where they are meant to be (CSS Properties and Values 1, 2).
 */
export const ownValues = `((properties) => {
  for (const { name, inherits } of properties)
    try {
      CSS.registerProperty({ name, syntax: '*', inherits });
    } catch {
      // it is registered
    }
  const found = [];
  const read = (element, pseudo, wanted) => {
    if (wanted.length === 0) return;
    const style = getComputedStyle(element, pseudo === '' ? null : pseudo);
    for (const { name } of wanted) {
      const value = style.getPropertyValue(name).trim();
      if (value !== '') found.push({ element, pseudo, name, value });
    }
  };
  const generated = properties.filter((property) => property.generated);
  for (const element of document.querySelectorAll('body, body *')) {
    read(element, '', properties);
    read(element, '::before', generated);
    read(element, '::after', generated);
  }
  return found;
})`;
