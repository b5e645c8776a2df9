import type { Supply } from './supply.ts';

/** Message of the warning. */
export function navigationBlocked(url: string, supply: Supply): string {
  return `The page tried to open ${shortened(url, supply)}, and stays.`;
}

/** An address without its query, which may contain secrets. */
export function shortened(url: string, { base }: Supply): string {
  if (url === base) return 'its own address';
  const text = (url.startsWith(base) ? url.slice(base.length) : url)
    .replace(/[?#].*/s, '')
    .replace(/^data:.*/is, 'a `data:` address');
  return text === '' ? 'no address' : text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
