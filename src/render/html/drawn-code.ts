import { escape } from './html.ts';

/** Languages of diagrams that a script of the document may draw, with the class that it looks for. */
const diagrams: ReadonlySet<string> = new Set(['mermaid']);

/** True for code in a language of diagrams. */
export const isDiagram = (language: string | undefined): language is string =>
  language !== undefined && diagrams.has(language.toLowerCase());

/** Code that a script may replace by a drawing; else it is printed as it is. */
export const diagramHtml = (code: string, language: string): string =>
  `<code class="${language.toLowerCase()}">${escape(code)}</code>`;
