import { task } from '../../src/threads/threads.ts';

/** Ways to fill memory: V8 ends a whole process in most of them. */
const ways: Readonly<Record<string, () => unknown>> = {
  objects: () => {
    const all: object[] = [];
    for (;;) all.push({ a: 1 });
  },
  'one array that grows': () => {
    const all: number[] = [];
    for (;;) all.push(1.5);
  },
  'one large array': () => {
    const all: unknown[] = [];
    for (;;) all.push(new Array(20_000_000).fill(1.5));
  },
  'a text that is split': () => 'a,'.repeat(50_000_000).split(','),
  JSON: () => JSON.parse(`[${'{"a":1},'.repeat(5_000_000)}1]`) as unknown,
  Buffers: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(20_000_000, 1));
  },
};

/** Fills memory in the way of that name. */
export const fill = task((way: string) => {
  ways[way]?.();
});

/** Takes so many megabytes, and answers how many; they are garbage afterwards. */
export const use = task((megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 1).byteLength / 1024 / 1024);

const held: Buffer[] = [];

/** Takes so many megabytes, and answers how many; they stay in use. */
export const hold = task(
  (megabytes: number) => held.push(Buffer.alloc(megabytes * 1024 * 1024, 1)) && held[0]!.byteLength / 1024 / 1024,
);

export const identify = task(() => process.pid);

/** Waits, so that others run at the same time. */
export const wait = task(async (milliseconds: number) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return 'waited';
});

/** What it can read of the environment. */
export const environment = task(() => Object.keys(process.env));
