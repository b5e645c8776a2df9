import type { DefaultTreeAdapterTypes } from 'parse5';
import { attributeOf } from './styles-end.ts';

/** A refresh after a longer time is for readers who stay on the page, and no redirect to another one. */
const maxDelaySeconds = 10;

/** The address that a document redirects to by `<meta http-equiv="refresh">`, without its query; `null` = it does not. */
export function redirectOf(metas: readonly DefaultTreeAdapterTypes.Element[]): string | null {
  for (const meta of metas) {
    if (attributeOf(meta, 'http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
    const { delaySeconds, address } = refreshIn((attributeOf(meta, 'content') ?? '').trim());
    if (address !== '' && delaySeconds <= maxDelaySeconds) return address.slice(0, 120);
  }
  return null;
}

/** Reads `5; url='next.html'` (HTML, 4.2.5.3, "shared declarative refresh steps"). */
function refreshIn(content: string): { readonly delaySeconds: number; readonly address: string } {
  const end = content.search(/[;,\s]/);
  const rest = end < 0 ? '' : content.slice(end).replace(/^[;,\s]+/, '');
  const named = rest.replace(/^url\s*=/i, '').trim();
  const quote = /^["']/.exec(named)?.[0] ?? null;
  const address = quote === null ? named : named.slice(1).split(quote, 1).join('');
  return { delaySeconds: Number.parseFloat(content) || 0, address: address.replace(/[?#].*/s, '') };
}
