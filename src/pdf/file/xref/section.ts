import { deflateSync } from 'node:zlib';
import { greatest } from '../../objects/large-arrays.ts';
import { type Dict, Name } from '../../objects/objects.ts';
import { bytesFor, runsOf } from './write-xref.ts';

/** Where an object of an update is; generations stay what they are. */
export interface UpdatedObject {
  readonly num: number;
  readonly gen: number;
  /** As the file counts. */
  readonly offset: number;
}

/**
 * The cross-reference table of an update (ISO 32000-2, 7.5.4, 7.5.6), with `xref` and without `trailer`: only what the
 * update has.
 */
export function updateTable(objects: readonly UpdatedObject[]): string {
  const sorted = inOrder(objects);
  const rows = sorted.map(
    ({ offset, gen }) => `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`,
  );
  const runs = sorted.length === 0 ? [[0, 0] as const] : runsOf(sorted.map(({ num }) => num));
  let at = 0;
  return `xref\n${runs.map(([first, count]) => `${first} ${count}\n${rows.slice(at, (at += count)).join('')}`).join('')}`;
}

/** The data of the cross-reference stream of an update (7.5.8); puts into `dict` what says how it is stored. */
export function updateStream(objects: readonly UpdatedObject[], dict: Dict): Buffer {
  const sorted = inOrder(objects);
  const wide = bytesFor(greatest(sorted.map(({ offset }) => offset)));
  const data = Buffer.alloc(sorted.length * (3 + wide));
  sorted.forEach(({ gen, offset }, row) => {
    const at = row * (3 + wide);
    data[at] = 1;
    data.writeUIntBE(offset, at + 1, wide);
    data.writeUInt16BE(gen, at + 1 + wide);
  });
  dict
    .set('Type', new Name('XRef'))
    .set('W', [1, wide, 2])
    .set('Index', runsOf(sorted.map(({ num }) => num)).flat())
    .set('Filter', new Name('FlateDecode'));
  return deflateSync(data);
}

function inOrder(objects: readonly UpdatedObject[]): readonly UpdatedObject[] {
  return [...objects].sort((a, b) => a.num - b.num);
}
