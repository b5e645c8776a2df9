import type { ChartKind } from '../chart-params.ts';

/** The words of a language, with placeholders `{...}`. */
export interface Words {
  readonly kinds: Readonly<Record<ChartKind | 'combined', string>>;
  readonly series: string;
  readonly categories: string;
  readonly values: string;
  readonly points: string;
  readonly steps: string;
  readonly bins: string;
  readonly box: string;
  readonly gauge: string;
  readonly line: string;
  readonly namedLine: string;
  readonly headers: Readonly<Record<Header, string>>;
  readonly empty: string;
}

/** Headers of tables with data that a chart works out. */
type Header =
  'range' | 'change' | 'sum' | 'number' | 'minimum' | 'lowerQuartile' | 'median' | 'upperQuartile' | 'maximum';
