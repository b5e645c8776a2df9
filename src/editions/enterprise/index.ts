import type { Edition } from '../edition.ts';
import { aiCertify } from './tools/ai-certify.ts';
import { complianceCheck } from './tools/compliance-check.ts';
import { forensicAnalyze } from './tools/forensic-analyze.ts';

/** The tools of the Enterprise edition. */
export const edition: Edition = {
  name: 'enterprise',
  tools: [aiCertify, complianceCheck, forensicAnalyze],
  operations: [],
};
