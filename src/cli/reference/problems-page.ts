import { jsonText } from './markup.ts';
import { problems } from '../../problems.ts';

/** docs/problems.md, with one heading for each slug, to which `type` leads. */
export function problemsPage(problemBase: string): string {
  const byStatus = Map.groupBy(Object.entries(problems), ([, [status]]) => status);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  const contents = statuses.map(
    ([status, entries]) => `| ${status} | ${entries.map(([slug]) => `[\`${slug}\`](#${slug})`).join(' ')} |`,
  );
  const sections = statuses.flatMap(([status, entries]) => [
    `## ${status}`,
    ...entries.map(([slug, [, title, means, mend]]) => section(slug, { title, means, mend, problemBase })),
  ]);
  return (
    [intro(problemBase), '| status | problems |\n| --- | --- |\n' + contents.join('\n'), ...sections].join('\n\n') +
    '\n'
  );
}

function section(
  slug: string,
  { title, means, mend, problemBase }: { title: string; means: string; mend: string; problemBase: string },
): string {
  return `### ${slug}\n\n**${title}** · \`${problemBase}${slug}\`\n\n${means}\n\n*What to do.* ${mend}`;
}

function intro(problemBase: string): string {
  const example = {
    type: `${problemBase}invalid-request`,
    title: problems['invalid-request'][1],
    status: 400,
    detail: '`level` must be less than or equal to 6 (at `/operations/0/level`).',
    instance: '01K0W3SVJ6Q5D4YB8T7R2N9MXA',
    errors: [{ pointer: '/operations/0/level', message: '`level` must be less than or equal to 6' }],
  };
  return `<!-- Written by \`npm run openapi\` from src/problems/. -->
# Problems

Every error is \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)).
Match on \`type\`, which never changes; \`detail\` is for people, and can change. \`instance\` is the id of the request,
as in the \`X-Request-Id\` header and in the log.
A 400 means that the request does not match its schema, and \`errors\` lists all of its mistakes at once. A 422 means
that the request is well formed, and that the documents or content in it cannot be processed.

\`\`\`json
${jsonText(example)}
\`\`\``;
}
