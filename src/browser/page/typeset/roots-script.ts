/**
 * Runs in the page: `rootsOf(job)` lists the elements whose pages are laid out, with the size of the content of their
 * pages in CSS pixels: each sheet of a composed document, or the root of a complete one.
 */
export const rootsOf = String.raw`function ({ sizes, complete }) {
  /** The printer lays out content on whole pixels. */
  const whole = (length) => Math.ceil(Math.floor(length * 64 + 1e-6) / 64);
  const ofComplete = () => [
    {
      root: document.documentElement,
      exact: complete,
      width: whole(complete.width),
      height: whole(complete.height),
      firstTaller: whole(complete.firstHeight) - whole(complete.height),
    },
  ];
  const ofSheets = () =>
    Array.from(document.querySelectorAll('body > .colophon-sheet'), (root) => {
      const zoom = root.currentCSSZoom || 1;
      const style = getComputedStyle(root);
      const length = (name) => (parseFloat(style.getPropertyValue(name)) || 0) * zoom;
      const exact = { width: sizes.widths[root.style.page] ?? sizes.width, height: length('--content-height') };
      return {
        root,
        exact,
        width: whole(exact.width),
        height: Math.round(exact.height),
        firstTaller: Math.round(length('--first-page')),
      };
    });
  /** How much smaller the printer makes all pages, so that content wider than its page fits; 1 = not at all. */
  const shrinkOf = (roots) => {
    const maxShrink = 1.5;
    const measured = roots.map(({ root, width }) => {
      const box = root === document.documentElement ? document.body : root;
      const [value, priority] = [root.style.getPropertyValue('width'), root.style.getPropertyPriority('width')];
      return { root, box, width, value, priority };
    });
    for (const { root, width } of measured)
      root.style.setProperty('width', width / (root.currentCSSZoom || 1) + 'px', 'important');
    // scrollWidth has whole pixels; what reaches as far has its exact width.
    const reach = ({ root, box, width }) => {
      const zoom = box.currentCSSZoom || 1;
      const edge = box.getBoundingClientRect().left + box.scrollWidth * zoom;
      const left = root.getBoundingClientRect().left;
      if (edge - left < width + 0.5) return 0;
      let right = left + width;
      for (const one of box.querySelectorAll('*')) {
        const own = one.getBoundingClientRect().right;
        if (own > right && Math.abs(own - edge) < zoom) right = own;
      }
      return right - left;
    };
    const wider = measured.map((one) => reach(one) / one.width);
    for (const { root, value, priority } of measured) {
      root.style.removeProperty('width');
      if (value !== '') root.style.setProperty('width', value, priority);
      if (root.getAttribute('style') === '') root.removeAttribute('style');
    }
    return Math.min(maxShrink, Math.max(1, ...wider));
  };
  const roots = complete === null ? ofSheets() : ofComplete();
  const shrink = shrinkOf(roots);
  if (shrink === 1) return roots;
  return roots.map(({ root, exact, firstTaller }) => ({
    root,
    width: whole(exact.width * shrink),
    height: whole(exact.height * shrink),
    firstTaller: Math.round(firstTaller * shrink),
  }));
}`;
