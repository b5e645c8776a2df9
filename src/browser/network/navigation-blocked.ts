import type { Supply } from './supply.ts';

/** Message of the warning. An address that is relative in the document has no base. */
export function navigationBlocked(url: string, base: Pick<Supply, 'base'> = { base: '' }): string {
  return `The page tried to open ${shortened(url, base)}, and stays.`;
}

/** An address without its query, which may contain secrets. */
export function shortened(url: string, { base }: Pick<Supply, 'base'>): string {
  if (url === base) return 'its own address';
  const text = (url.startsWith(base) ? url.slice(base.length) : url)
    .replace(/[?#].*/s, '')
    .replace(/^data:.*/is, 'a `data:` address');
  return text === '' ? 'no address' : text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
