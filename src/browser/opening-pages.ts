import type { Lending, Pages } from './pool.ts';

/** The pages of a pool that is still being opened. Renders wait for it. */
export function openingPages(opening: Promise<Pages>): Lending {
  let opened: Pages | null = null;
  void opening.then(
    (pages) => (opened = pages),
    () => undefined,
  );
  return {
    use: async (context, work) => (opened ?? (await opening)).use(context, work),
    spare: (context, work) => opened?.spare(context, work) ?? null,
    idle: () => opened?.idle() ?? 0,
  };
}
