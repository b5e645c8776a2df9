import type { Edition } from '../edition.ts';
import { checkAccessibility } from './tools/check-accessibility.ts';
import { fillForm } from './tools/fill-form.ts';
import { redact } from './tools/redact.ts';
import { sign } from './tools/sign.ts';

export const edition: Edition = { name: 'pro', tools: [sign, fillForm, checkAccessibility, redact], operations: [] };
