import type { Chart } from '../chart-params.ts';
import { rangeOf, valuesOf } from '../numbers.ts';
import { scaleOf, type Scale } from './scale.ts';

/** The numbers of a gauge: those of the y axis, else 0 to 1 in percent, 0 to 100, or to the next round number. */
export function gaugeScale(chart: Chart): Scale {
  const values = valuesOf(chart);
  const { yAxis = {}, format } = chart;
  const { least, largest } = rangeOf(values) ?? { least: 0, largest: 0 };
  const usual = (yAxis.format ?? format)?.startsWith('percent') === true ? 1 : 100;
  const ends = {
    ...((yAxis.min !== undefined || least >= 0) && { min: yAxis.min ?? 0 }),
    ...((yAxis.max !== undefined || (largest <= usual && (yAxis.min ?? 0) < usual)) && { max: yAxis.max ?? usual }),
  };
  const scale = scaleOf(
    { values, steps: 4, zero: true },
    { ...ends, ...(yAxis.ticks !== undefined && { ticks: yAxis.ticks }) },
  );
  return yAxis.ticks === undefined ? { ...scale, ticks: [] } : scale;
}
