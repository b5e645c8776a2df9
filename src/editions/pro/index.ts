import type { Edition } from '../edition.ts';

export const edition: Edition = { name: 'pro', tools: [], operations: [] };
