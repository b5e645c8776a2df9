const isSoak = process.env.COLOPHON_TEST_EFFORT === 'soak';

/**
 * How often a test tries: `few` times in `npm test`, `all` times in `npm run test:soak`, which runs every file that has
 * this.
 */
export function times(few: number, all: number): number {
  return isSoak ? all : few;
}

/** Some of many cases, from all over them, in `npm test`, and all of them in `npm run test:soak`. */
export function someOf<T>(all: readonly T[], few: number): readonly T[] {
  const step = isSoak ? 1 : Math.ceil(all.length / few);
  return all.filter((_, index) => index % step === 0);
}
