/** How much space there is around content. */
export const densities = ['compact', 'normal', 'wide'] as const;
/** One of these. */
export type Density = (typeof densities)[number];
