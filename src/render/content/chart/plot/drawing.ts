import type { Box } from '../axes.ts';
import type { Chart, Series } from '../chart-params.ts';
import { colorAt } from '../palette.ts';
import type { Layout } from './margins.ts';
import { boxBetween, depthOf, lengthOf, placeAt, type Stretch } from './plane.ts';
import type { Room } from './room.ts';
import { shareOf } from './scale.ts';
import type { ValueAxis } from './scales.ts';
import type { Place, Rect } from './shapes.ts';

/** A plot while its parts are drawn: in coordinates of its data. */
export class Drawing {
  readonly chart: Chart;
  readonly box: Box;
  readonly layout: Layout;
  readonly room: Room;

  constructor(chart: Chart, box: Box, layout: Layout, room: Room) {
    this.chart = chart;
    this.box = box;
    this.layout = layout;
    this.room = room;
  }

  /** The axis of the values of a series. */
  axisOf({ axis }: Pick<Series, 'axis'>): ValueAxis {
    const { left, right } = this.layout.axes;
    return axis === 'right' ? (right ?? left) : left;
  }

  colorOf(series: Series, index: number): string {
    return series.color ?? colorAt(index, this.box.palette);
  }

  /** Points along the plane of a category (by its index) or a number. */
  along(at: number): number {
    return this.layout.axes.along.share(at) * lengthOf(this.layout.plane);
  }

  /** Points of a category from its beginning to its end. */
  get band(): number {
    return this.layout.axes.along.band * lengthOf(this.layout.plane);
  }

  /** Points across the plane of a value; of one beyond the axis, its end. */
  across(value: number, { scale }: ValueAxis): number {
    return Math.min(Math.max(shareOf(scale, value), 0), 1) * depthOf(this.layout.plane);
  }

  /** Points across the plane of a value, which may lie beyond the axis. */
  beyond(value: number, { scale }: ValueAxis): number {
    return shareOf(scale, value) * depthOf(this.layout.plane);
  }

  place(along: number, across: number): Place {
    return placeAt(this.layout.plane, along, across);
  }

  boxBetween(along: Stretch, across: Stretch): Rect {
    return boxBetween(this.layout.plane, along, across);
  }
}
