import type { Edition } from '../edition.ts';
import { complianceCheck } from './tools/compliance-check.ts';

export const edition: Edition = { name: 'enterprise', tools: [complianceCheck], operations: [] };
