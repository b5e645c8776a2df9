import { AppError } from '../../problems.ts';
import type { Asset } from '../model/types/asset.ts';
import { fontType } from '../html/font-kind.ts';
import { sniffImage } from '../html/image-kind.ts';

/** Base64 or a data URI in JSON; bytes in a multipart body. */
export type FileData = string | Uint8Array;

/** A font of the request (`document.fonts`). */
export interface FontOptions {
  readonly family: string;
  readonly weight?: number | 'normal' | 'bold';
  readonly italic?: boolean;
  readonly data: FileData;
}

const typesByExtension = new Map(
  Object.entries({
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
    json: 'application/json',
    csv: 'text/csv',
    txt: 'text/plain',
    html: 'text/html',
    xml: 'application/xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    svg: 'image/svg+xml',
    ttf: 'font/ttf',
    otf: 'font/otf',
    woff: 'font/woff',
    woff2: 'font/woff2',
  }),
);

/** Maximum length of a data URI before its data. */
const longestPrefix = 206;
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * The bytes of base64 (with line breaks, and in the URL alphabet too) or of a data URI; `undefined` for any other text.
 */
export function bytesOf(data: FileData): Uint8Array | undefined {
  if (typeof data !== 'string') return data;
  const comma = /^data:/i.test(data) ? data.slice(0, longestPrefix).indexOf(',') : -1;
  const prefix = comma < 0 ? undefined : data.slice(0, comma + 1);
  const body = prefix === undefined ? data : data.slice(prefix.length);
  if (prefix !== undefined && !/;base64,$/i.test(prefix)) return percentDecoded(body);
  const text = /\s/.test(body) ? body.replace(/\s+/g, '') : body;
  return base64.test(text) && endsWhole(text) ? Buffer.from(text, 'base64') : undefined;
}

/** The number of a character of base64 (RFC 4648, 4 and 5). */
const sextet = (character: string): number => Buffer.from(`AAA${character}`, 'base64')[2] ?? 0;

/**
 * True where the last group has whole bytes, and no bits besides (RFC 4648, 3.5). An encoder leaves none; a word of plain
 * text often does.
 */
function endsWhole(text: string): boolean {
  const length = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  const over = length % 4;
  if (over === 0) return length > 0;
  return over > 1 && (sextet(text.charAt(length - 1)) & (over === 2 ? 0b1111 : 0b11)) === 0;
}

function percentDecoded(text: string): Uint8Array | undefined {
  try {
    return Buffer.from(decodeURIComponent(text), 'utf8');
  } catch {
    return undefined;
  }
}

/** The relative address of an asset. */
export const assetAddress = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/**
 * The media type of an asset: by its content for images, else by its extension. Saved pages have names such as
 * `print.css?v=2`.
 */
function contentTypeOf(name: string, data: Uint8Array): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name.split('?', 1)[0] ?? '')?.[1]?.toLowerCase() ?? '';
  return sniffImage(data)?.contentType ?? typesByExtension.get(extension) ?? 'application/octet-stream';
}

/** The assets of a valid request. */
export function assetsOf(files: Readonly<Record<string, FileData>>): Asset[] {
  return Object.entries(files).map(([name, file]) => {
    const data = bytesOf(file) ?? new Uint8Array();
    return { name, contentType: contentTypeOf(name, data), data };
  });
}

/** The fonts of a request as assets, and `@font-face` rules for them. Throws AppError `invalid-font`. */
export function fontFaces(fonts: readonly FontOptions[]): { readonly css: string; readonly assets: Asset[] } {
  const assets: Asset[] = [];
  const rules = fonts.map((font, index) => {
    const data = bytesOf(font.data) ?? new Uint8Array();
    const contentType = fontType(data);
    if (contentType === undefined)
      throw new AppError(
        'invalid-font',
        `The font '${font.family}' is not TrueType, OpenType, WOFF or WOFF2, or not whole.`,
        { errors: [{ pointer: `/document/fonts/${index}/data`, message: '`data` is no font file' }] },
      );
    const name = `colophon-font-${index}`;
    assets.push({ name, contentType, data });
    return (
      `@font-face{font-family:"${font.family}";src:url("${name}");font-weight:${font.weight ?? 'normal'};` +
      `font-style:${font.italic ? 'italic' : 'normal'}}`
    );
  });
  return { css: rules.join('\n'), assets };
}
