/**
 * The script that keeps a page in place: it cancels navigations before the page is stopped for them (HTML, 7.4.2.2). A
 * navigation that gets past it has no answer that would replace the page, see `Interception`.
 */
export const stayScript = `(() => {
  if (top !== window || !window.navigation) return;
  navigation.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument) event.preventDefault();
  });
  // A form that is submitted while its page loads ends parsing and load, whatever becomes of the navigation: it is
  // submitted afterwards.
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
