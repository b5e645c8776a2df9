import type { FontCode } from './content-font.ts';

/**
 * How a predefined CMap (ISO 32000-2, table 116) divides strings into codes, and the text of the codes. CIDs are known
 * for Identity only.
 */
export interface PredefinedCMap {
  readonly vertical: boolean;
  readonly identity: boolean;
  codes(bytes: Buffer): FontCode[];
  unicode(code: number, length: number): string | null;
}

/** Character sets by the names of the CMaps; the decoders are those of the Encoding Standard. */
const sets: readonly (readonly [RegExp, string, 'lead' | 'pairs'])[] = [
  [/^GBK2K-/, 'gb18030', 'lead'],
  [/^(GBK|GBKp|GBpc|GB|GBT|GBTpc)-EUC-/, 'gbk', 'lead'],
  [/^(GB|GBT)-[HV]$/, 'gbk', 'pairs'],
  [/^(B5pc|ETen-B5|ETenms-B5|ETHK-B5|HKscs-B5|HKdla-B5|HKdlb-B5|HKgccs-B5|HKm314-B5|HKm471-B5|B5)-/, 'big5', 'lead'],
  [/^(83pv|90ms|90msp|90pv|Add|Ext|78|78ms)?-?RKSJ-/, 'shift_jis', 'lead'],
  [/^(78-)?EUC-/, 'euc-jp', 'lead'],
  [/^(H|V|78-H|78-V|Add-H|Add-V|Ext-H|Ext-V|NWP-H|NWP-V)$/, 'euc-jp', 'pairs'],
  [/^(KSC-EUC|KSCms-UHC|KSCms-UHC-HW|KSCpc-EUC)-/, 'euc-kr', 'lead'],
  [/^KSC-[HV]$/, 'euc-kr', 'pairs'],
];

/** Cached codes of two bytes: text repeats the same ones. */
function pairs(): (bytes: Buffer) => FontCode[] {
  const met: FontCode[] = [];
  return (bytes) => {
    const codes: FontCode[] = [];
    const even = bytes.length - (bytes.length % 2);
    for (let at = 0; at < even; at += 2) {
      const code = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      codes.push((met[code] ??= { code, length: 2 }));
    }
    if (even < bytes.length) codes.push(codeAt(bytes, even, 2));
    return codes;
  };
}

/** Identity-H and Identity-V. */
export const identityCMap = (vertical: boolean): PredefinedCMap => ({
  vertical,
  identity: true,
  codes: pairs(),
  unicode: () => null,
});

/** Null for a name that is none of them. */
export function predefinedCMap(name: string): PredefinedCMap | null {
  const vertical = name.endsWith('V');
  if (/^Identity-[HV]$/.test(name)) return identityCMap(vertical);
  if (/^Uni.*UTF32-[HV]$/.test(name))
    return { vertical, identity: false, codes: (bytes) => fixed(bytes, 4), unicode: point };
  if (/^Uni.*UTF16-[HV]$/.test(name)) return { vertical, identity: false, codes: utf16Codes, unicode: utf16 };
  if (/^Uni.*UCS2(-HW)?-[HV]$/.test(name)) return { vertical, identity: false, codes: pairs(), unicode: utf16 };
  if (/^Uni.*UTF8-[HV]$/.test(name))
    return { vertical, identity: false, codes: utf8Codes, unicode: (code, length) => decoded('utf-8', code, length) };
  const set = sets.find(([pattern]) => pattern.test(name));
  if (set === undefined) return null;
  const [, decoder, form] = set;
  if (form === 'pairs')
    return { vertical, identity: false, codes: pairs(), unicode: (code) => decoded(decoder, code | 0x8080, 2) };
  return {
    vertical,
    identity: false,
    codes: (bytes) => leadCodes(bytes, decoder),
    unicode: (code, length) => decoded(decoder, code, length),
  };
}

function fixed(bytes: Buffer, length: number): FontCode[] {
  const codes: FontCode[] = [];
  for (let at = 0; at < bytes.length; at += length) codes.push(codeAt(bytes, at, length));
  return codes;
}

function codeAt(bytes: Buffer, at: number, wanted: number): FontCode {
  const length = Math.min(wanted, bytes.length - at);
  let code = 0;
  for (let index = 0; index < length; index += 1) code = code * 256 + (bytes[at + index] ?? 0);
  return { code, length };
}

/** Codes whose first byte determines their length. */
function led(bytes: Buffer, lengthOf: (first: number, second: number) => number): FontCode[] {
  const codes: FontCode[] = [];
  for (let at = 0; at < bytes.length; at += codes.at(-1)?.length ?? 1)
    codes.push(codeAt(bytes, at, lengthOf(bytes[at] ?? 0, bytes[at + 1] ?? 0)));
  return codes;
}

const utf16Codes = (bytes: Buffer): FontCode[] => led(bytes, (first) => (first >= 0xd8 && first < 0xdc ? 4 : 2));

const utf8Codes = (bytes: Buffer): FontCode[] =>
  led(bytes, (first) => (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4));

function leadCodes(bytes: Buffer, decoder: string): FontCode[] {
  return led(bytes, (first, second) => {
    if (decoder === 'shift_jis') return (first >= 0x81 && first <= 0x9f) || (first >= 0xe0 && first <= 0xfc) ? 2 : 1;
    if (decoder === 'gb18030' && first >= 0x81 && second >= 0x30 && second <= 0x39) return 4;
    if (decoder === 'euc-jp' && first === 0x8f) return 3;
    return first >= 0x81 && first <= 0xfe ? 2 : 1;
  });
}

function utf16(code: number, length: number): string | null {
  const text =
    length === 4 ? String.fromCharCode(Math.floor(code / 0x10000), code & 0xffff) : String.fromCharCode(code);
  return text.isWellFormed() ? text : null;
}

const point = (code: number): string | null =>
  code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : null;

const decoders = new Map<string, TextDecoder>();

function decoded(set: string, code: number, length: number): string | null {
  const decoder = decoders.get(set) ?? new TextDecoder(set);
  decoders.set(set, decoder);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(code >>> 0);
  const text = decoder.decode(bytes.subarray(4 - length));
  return text === '' || text.includes('\uFFFD') ? null : text;
}
