import type { Edition } from '../edition.ts';
import { checkAccessibility } from './tools/check-accessibility.ts';
import { compare } from './tools/compare.ts';
import { fillForm } from './tools/fill-form.ts';
import { optimize } from './tools/optimize.ts';
import { redact } from './tools/redact.ts';
import { sign } from './tools/sign.ts';

/** The tools of the Pro edition. */
export const edition: Edition = {
  name: 'pro',
  tools: [sign, fillForm, checkAccessibility, redact, compare, optimize],
  operations: [],
};
