import type { Store } from '../../../src/store/store.ts';

/** A store to test, and a way to open the same data again, as after a restart or from another process. */
export interface OpenStore {
  readonly open: () => Store | Promise<Store>;
  readonly remove: () => unknown;
}

/** A driver to test: makes an empty home for each test. */
export type MakeHome = () => OpenStore | Promise<OpenStore>;

/** What a test works with: a new store, and others over the same data, which are closed with it. */
export interface Home {
  readonly store: Store;
  another(): Promise<Store>;
  /** Closes it and opens the same data again. */
  restart(): Promise<void>;
}

/** Opens an empty store before each test of the enclosing `describe`. */
export function withStore(make: MakeHome): Home {
  let home: OpenStore;
  let store: Store;
  let others: Store[] = [];

  beforeEach(async () => {
    home = await make();
    store = await home.open();
    others = [];
  });
  afterEach(async () => {
    for (const opened of [...others, store]) await opened.close();
    await home.remove();
  });

  return {
    get store() {
      return store;
    },
    async another() {
      const opened = await home.open();
      others.push(opened);
      return opened;
    },
    async restart() {
      await store.close();
      store = await home.open();
    },
  };
}

/** All times of the suite are so many milliseconds after this one. */
const epoch = 1_800_000_000_000;

export function at(milliseconds: number): number {
  return epoch + milliseconds;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Bytes that no other call gives: too many for a row unless told otherwise. */
export function largeBytes(seed: number, length = 70_000): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + seed + (index >> 8)) & 0xff);
}

/** What a promise rejects with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to reject.');
}
