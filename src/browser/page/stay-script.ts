/**
 * The script that keeps a page where it is: whatever would replace it is cancelled before the page is stopped for it
 * (HTML, 7.4.2.2). A navigation that gets by has no answer that would replace the page either, see `Interception`.
 */
export const stayScript = `(() => {
  if (top !== window || !window.navigation) return;
  navigation.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument) event.preventDefault();
  });
  // A form that is submitted while its page loads ends the parsing and the load, whatever becomes of the navigation:
  // it is submitted afterwards.
  const submit = HTMLFormElement.prototype.submit;
  const later = (form) => addEventListener('load', () => Reflect.apply(submit, form, []), { once: true });
  HTMLFormElement.prototype.submit = new Proxy(submit, {
    apply: (target, form) => (document.readyState !== 'complete' ? later(form) : Reflect.apply(target, form, [])),
  });
  addEventListener('submit', (event) => {
    if (document.readyState === 'complete' || event.defaultPrevented) return;
    event.preventDefault();
    later(event.target);
  });
})()`;
