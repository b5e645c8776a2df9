import { escape } from '../../render/html/html.ts';

/** One line of the prose of descriptions, with its `code`, as HTML. */
export function inline(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Paragraphs and lists of the prose of descriptions, as HTML. */
export function prose(text: string): string {
  if (text === '') return '';
  return text
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n');
      const isList = lines.every((line) => line.startsWith('- '));
      return isList
        ? `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
        : `<p>${inline(block)}</p>`;
    })
    .join('\n');
}

/** Formats JSON for people: values that fit on a line stay on one line. */
export function jsonText(value: unknown, indent = ''): string {
  const line = spaced(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= 72) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value).map(
    ([key, inner]) => `${deeper}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${jsonText(inner, deeper)}`,
  );
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`)
    .join(', ')} }`.replace('{  }', '{}');
}

/** JSON as a block of code, its strings, numbers and names coloured. */
export function jsonBlock(value: unknown): string {
  const source = escape(jsonText(value));
  const coloured = source.replaceAll(
    /(&quot;(?:\\.|(?!&quot;)[^\\\n])*&quot;)(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g,
    (all, text?: string, colon?: string) => {
      if (text === undefined) return `<i>${all}</i>`;
      return colon === undefined ? `<b>${text}</b>` : text + colon;
    },
  );
  return `<pre><code>${coloured}</code></pre>`;
}

/** A cell of a Markdown table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A type as one Markdown code span; it may contain quotes and bars. */
export function codeCell(text: string): string {
  return `\`${cell(text)}\``;
}
