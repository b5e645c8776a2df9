import type { Length } from '../../../input/length.ts';

/** Names of the symbologies in requests. */
export const symbologyNames = [
  'qrcode',
  'code128',
  'ean13',
  'ean8',
  'upca',
  'datamatrix',
  'pdf417',
  'code39',
  'itf14',
  'gs1-128',
] as const;
/** One of these names. */
export type SymbologyName = (typeof symbologyNames)[number];

/** Fields of a barcode in a request. */
export interface Barcode {
  readonly symbology: SymbologyName;
  readonly value: string;
  /** Width with its quiet zones. */
  readonly width?: Length;
  /** Height with its text. */
  readonly height?: Length;
  /** Prints the value below the symbol: true for bars, false for squares unless given. */
  readonly showText?: boolean;
  /** Text for assistive technology; empty for decoration. */
  readonly alt?: string;
}
