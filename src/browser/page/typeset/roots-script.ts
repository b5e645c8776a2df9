/**
 * Runs in the page: `rootsOf(job)` lists the elements whose pages are laid out, with the size of the content of their
 * pages in CSS pixels: each sheet of a composed document, or the root of a complete one.
 */
export const rootsOf = String.raw`function ({ sizes, complete }) {
  /** The printer lays out content on whole pixels. */
  const whole = (length) => Math.ceil(Math.floor(length * 64 + 1e-6) / 64);
  if (complete !== null)
    return [
      {
        root: document.documentElement,
        width: whole(complete.width),
        height: whole(complete.height),
        firstTaller: whole(complete.firstHeight) - whole(complete.height),
      },
    ];
  return Array.from(document.querySelectorAll('body > .colophon-sheet'), (root) => {
    const zoom = root.currentCSSZoom || 1;
    const style = getComputedStyle(root);
    const length = (name) => (parseFloat(style.getPropertyValue(name)) || 0) * zoom;
    return {
      root,
      width: whole(sizes.widths[root.style.page] ?? sizes.width),
      height: Math.round(length('--content-height')),
      firstTaller: Math.round(length('--first-page')),
    };
  });
}`;
