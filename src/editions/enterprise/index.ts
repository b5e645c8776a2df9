import type { Edition } from '../edition.ts';

export const edition: Edition = { name: 'enterprise', tools: [], operations: [] };
