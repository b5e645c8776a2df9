import { escape } from '../../render/html/html.ts';
import type { Field } from './fields.ts';
import { inline } from './markup.ts';

/** The fields of a body as an HTML table; a nested field is indented below the one that holds it. */
export function fieldTable(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  return `<table class="fields"><tbody>${fields.map(row).join('')}</tbody></table>`;
}

function row({ path, depth, type, required, description, fallback }: Field): string {
  const name = depth === 0 ? path : path.slice(path.lastIndexOf('.') + 1);
  const mark = required ? ' <b class="required">required</b>' : '';
  const preset = fallback === null ? '' : ` <small>Default: <code>${escape(fallback)}</code></small>`;
  return (
    `<tr><td class="depth-${depth}"><code ` +
    (`title="${escape(path)}">${escape(name)}</code>${mark}</td><td>${escape(type)}</td><td>` +
      `${inline(description)}${preset}</td></tr>`)
  );
}
