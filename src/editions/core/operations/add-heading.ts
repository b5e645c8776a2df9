import { joi } from '../../../render/fields.ts';
import { escape } from '../../../render/html.ts';
import { linked } from '../../../render/link.ts';
import type { Operation } from '../../../render/operation.ts';
import { textStyle, textStyleFields, type TextStyle } from '../../../render/text-style.ts';

export interface AddHeading extends TextStyle {
  readonly text: string;
  readonly level: number;
  readonly bookmark: boolean;
  readonly link?: string;
}

/** Chromium makes its outline from `h1` to `h6`; a heading by role alone is tagged as one and stays out of the outline. */
function tag({ level, bookmark }: AddHeading): { readonly name: string; readonly role: string } {
  return bookmark ? { name: `h${level}`, role: '' } : { name: 'div', role: ` role="heading" aria-level="${level}"` };
}

export const addHeading: Operation<AddHeading> = {
  name: 'add_heading',
  tier: 'core',
  summary: 'Adds a heading, and a bookmark for it unless `bookmark` is false.',
  flows: true,
  schema: joi.object({ text: joi.string().required(), level: joi.number().integer().min(1).max(6).default(1), bookmark: joi.boolean().default(true), ...textStyleFields }),
  example: { text: 'Q3 report', level: 1 },
  compose(_document, params, place) {
    const { name, role } = tag(params);
    const classes = params.bookmark ? 'heading' : `heading h${params.level}`;
    place.add(`<${name}${place.attributes({ class: classes, style: textStyle(params) })}${role}>${linked(escape(params.text), params.link)}</${name}>`);
  },
};
