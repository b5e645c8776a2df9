/**
 * A row of the catalogue: the status, the title, and the two paragraphs of the page of the slug, which say what happened
 * and how a client corrects it. The paragraphs are Markdown.
 */
export type ProblemRow = readonly [status: number, title: string, means: string, mend: string];
