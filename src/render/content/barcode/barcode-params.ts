import type { Length } from '../../../input/length.ts';

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
export type SymbologyName = (typeof symbologyNames)[number];

export interface Barcode {
  readonly symbology: SymbologyName;
  readonly value: string;
  /** With its quiet zones. */
  readonly width?: Length;
  /** With its text. */
  readonly height?: Length;
  /** The value in print below it: true for bars, false for squares unless given. */
  readonly showText?: boolean;
  /** What is said to those who do not see it; empty for decoration. */
  readonly alt?: string;
}
