import { furnitureOf, furnitureSchema, type FurnitureOptions } from '../../../render/furniture.ts';
import type { Operation } from '../../../render/operation.ts';

export const setHeader: Operation<FurnitureOptions> = {
  name: 'set_header',
  tier: 'core',
  summary: 'Sets the running header of all, the first, odd or even pages.',
  flows: false,
  schema: furnitureSchema,
  example: { left: '{title}', right: '{page} / {pages}', on: 'not-first' },
  compose(document, params) {
    document.furniture.push(furnitureOf('header', params));
  },
};
