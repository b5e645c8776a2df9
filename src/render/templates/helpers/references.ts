import Handlebars from 'handlebars';
import { shown as selectable } from '../../typeset/references/reference.ts';
import { shown, type Call, type Helper } from './call.ts';

/** `{{ref "costs"}}`, `{{ref "costs" "page"}}`: a reference to an element of the document. */
const ref: Helper = {
  values: [0, 2],
  options: [],
  run: ({ values: [id, selector], filling, refuse }: Call) => {
    if (id === undefined) return undefined;
    if (typeof id !== 'string' || !/^[^\s"'<>]{1,256}$/.test(id)) return refuse(`wants an id, not ${shown(id)}`);
    const show = selector === undefined ? 'auto' : selectable.find((one) => one === selector);
    if (show === undefined)
      return refuse(`shows ${selectable.map((one) => `"${one}"`).join(', ')}, not ${shown(selector)}`);
    return new Handlebars.SafeString(filling.refer({ id, show, source: id }));
  },
};

/** These helpers, by name. */
export const references: Readonly<Record<string, Helper>> = { ref };
