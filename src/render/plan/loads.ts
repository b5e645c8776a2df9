import { posix } from 'node:path';
import { pointer } from '../../input/input.ts';
import type { Document } from '../model/document.ts';
import type { Loads } from '../model/types/made.ts';
import { placeOf } from './made.ts';

/** Maximum number of addresses; documents with more have the same pictures often. */
const maxLoads = 5000;

/** Addresses in serialized HTML (attributes in double quotes) and in CSS, each of limited length. */
const references =
  /\s(?:xlink:href|href|src|poster|data|background)="([^"]{1,2000})"|\ssrcset="([^"]{1,2000})"|url\(\s{0,9}(?:&quot;|["'])?([^"'()&]{1,2000})|@import\s{1,9}["']([^"']{1,2000})/gi;
const hasReferences = /(?:href|src|srcset|poster|data|background)="|url\(|@import/i;

/**
 * What the pieces of a document and its style sheets load. Complete HTML documents and remote pages are segments of
 * their own, so what they load needs no entry.
 */
export function loadsOf({ made, assets }: Pick<Document, 'made' | 'assets'>): Loads {
  const loads = new Map<string, string>();
  const read = (text: string, from: string, place: (address: string, plain: string) => string) => {
    if (!hasReferences.test(text)) return;
    for (const [, source, set, url, sheet] of text.matchAll(references)) {
      const given = set?.split(',').map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? '');
      for (const address of given ?? [source ?? url ?? sheet ?? '']) {
        const plain = address.trim().replaceAll('&amp;', '&');
        if (plain === '' || plain.startsWith('#') || /^data:/i.test(plain) || loads.size >= maxLoads) continue;
        const key = addressIn(plain, from);
        if (!loads.has(key)) loads.set(key, place(address.trim(), plain));
      }
    }
  };
  for (const piece of made)
    read(piece.text, '', (address, plain) => {
      const place = placeOf(piece, address);
      return place === piece.pointer ? placeOf(piece, plain) : place;
    });
  for (const { name, contentType, data } of assets)
    if (contentType === 'text/css')
      read(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'), name, () =>
        pointer(['document', 'assets', name]),
      );
  return loads;
}

/** The address that something in a file of the document refers to: a URL, or the name of a file of the document. */
export function addressIn(address: string, from = ''): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) {
    const url = address.startsWith('//') ? `https:${address}` : address;
    if (!URL.canParse(url)) return address;
    return new URL(url).href.split('#', 1)[0] ?? '';
  }
  const path = (address.split('#', 1)[0] ?? '').split('?', 1)[0] ?? '';
  const name = posix.normalize(path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path));
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
