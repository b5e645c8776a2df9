import type { Edition } from '../edition.ts';
import { addHeading } from './operations/add-heading.ts';
import { addHtml } from './operations/add-html.ts';
import { addText } from './operations/add-text.ts';
import { render } from './tools/render.ts';

export const edition: Edition = { name: 'core', tools: [render], operations: [addText, addHeading, addHtml] };
