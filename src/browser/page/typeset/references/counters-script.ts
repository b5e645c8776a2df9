/**
 * The source of a function for scripts in the page: the values of all counters at some elements and their
 * pseudo-elements (CSS Lists 3, 4). It takes a list of elements and returns a function of an element and a pseudo-element
 * (`''`, `'::before'`, `'::after'`), which returns a map from names of counters to the values of their instances, the
 * outermost first.
 */
export const countersAt = String.raw`((elements) => {
  const wanted = new Set(elements);
  const found = new Map();
  const stacks = new Map();
  const listed = (value) =>
    Array.from(value.matchAll(/([^\s()]+)(?:\s+(-?\d+))?/g), ([, name, number]) => [name, number]);
  const stackOf = (name, around) => {
    const stack = stacks.get(name) ?? [];
    stacks.set(name, stack);
    while (stack.length > 0 && !stack.at(-1).around.contains(around)) stack.pop();
    return stack;
  };
  const reset = (name, value, around) => {
    const stack = stackOf(name, around);
    if (stack.at(-1)?.around === around) stack.pop();
    stack.push({ around, value });
  };
  const topOf = (name, around) => {
    const stack = stackOf(name, around);
    if (stack.length === 0) stack.push({ around, value: 0 });
    return stack.at(-1);
  };
  const count = (style, around, element) => {
    const item = element !== null && style.display.includes('list-item');
    const given = (property) => (style[property] === 'none' ? [] : listed(style[property]));
    const resets = given('counterReset');
    if (element !== null && /^(?:ol|ul|menu)$/.test(element.localName) && !resets.some(([name]) => name === 'list-item'))
      reset('list-item', element.localName === 'ol' ? element.start - 1 : 0, around);
    for (const [name, value = '0'] of resets) reset(name, Number(value), around);
    const increments = given('counterIncrement');
    if (item && !increments.some(([name]) => name === 'list-item')) {
      const own = element.localName === 'li' && element.hasAttribute('value');
      const top = topOf('list-item', around);
      top.value = own ? element.value : top.value + 1;
    }
    for (const [name, value = '1'] of increments) topOf(name, around).value += Number(value);
    for (const [name, value = '0'] of given('counterSet')) topOf(name, around).value = Number(value);
  };
  const note = (element, pseudo, around) => {
    const values = {};
    for (const name of stacks.keys()) {
      const stack = stackOf(name, around);
      if (stack.length > 0) values[name] = stack.map(({ value }) => value);
    }
    found.set(element, { ...found.get(element), [pseudo]: values });
  };
  const generated = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (style.content !== 'none' && style.content !== 'normal' && style.display !== 'none') count(style, element, null);
    if (wanted.has(element)) note(element, pseudo, element);
  };
  const visit = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const around = element.parentNode;
    count(style, around, element);
    if (wanted.has(element)) note(element, '', around);
    generated(element, '::before');
    for (const child of element.children) visit(child);
    generated(element, '::after');
  };
  if (elements.length > 0) visit(document.documentElement);
  return (element, pseudo) => found.get(element)?.[pseudo] ?? {};
})`;
