import { joi } from '../../input/fields.ts';
import { attributes } from '../html/html.ts';

/**
 * Allowed targets of links: the web, mail, telephone, or an id in the document. Neither scripts nor relative addresses.
 */
const linkSyntax = /^([hH][tT][tT][pP][sS]?:\/\/[^\s/?#]|mailto:[^\s]|tel:[+\d]|#[^\s])[^\s]*$/;

/** True for a permitted target of a link. */
export function isLink(url: string): boolean {
  return linkSyntax.test(url);
}

/** A link in a request. */
export function link() {
  return joi
    .string()
    .max(8192)
    .pattern(linkSyntax)
    .description('http(s), mailto, tel, or #id of an operation.')
    .messages({
      'string.pattern.base':
        '{{#label}} must be an http, https, mailto or tel URL, or "#" and the `id` of an operation',
    });
}

/** Content in a link element; unchanged without a link. */
export function linked(html: string, url: string | undefined): string {
  return url === undefined ? html : `<a${attributes({ href: url })}>${html}</a>`;
}
