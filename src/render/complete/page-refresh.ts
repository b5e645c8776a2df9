import type { DefaultTreeAdapterTypes } from 'parse5';
import { attributeOf } from './styles-end.ts';

/** A refresh after a longer time is for readers who stay on the page, and no redirect to another one. */
const maxDelaySeconds = 10;

/** The address that a document redirects to by `<meta http-equiv="refresh">`; `null` = it does not. */
export function redirectOf(metas: readonly DefaultTreeAdapterTypes.Element[]): string | null {
  for (const meta of metas) {
    if (attributeOf(meta, 'http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
    const { delaySeconds, address } = refreshIn((attributeOf(meta, 'content') ?? '').trim());
    if (!/^(?:#.*)?$/s.test(address) && delaySeconds <= maxDelaySeconds) return address;
  }
  return null;
}

/** Reads `5; url='next.html'` (HTML, 4.2.5.3, "shared declarative refresh steps"). There is none without a number. */
function refreshIn(content: string): { readonly delaySeconds: number; readonly address: string } {
  const delaySeconds = Number.parseFloat(content);
  const end = content.search(/[;,\s]/);
  if (Number.isNaN(delaySeconds) || end < 0) return { delaySeconds, address: '' };
  const named = content
    .slice(end)
    .replace(/^[;,\s]+/, '')
    .replace(/^url\s*=/i, '')
    .trim();
  const quote = /^["']/.exec(named)?.[0];
  return { delaySeconds, address: quote === undefined ? named : (named.slice(1).split(quote, 1)[0] ?? '') };
}
