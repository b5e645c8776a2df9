import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { Offer, OfferedTemplate } from '../calls/deployment.ts';

/** The prompts: one for each template, which makes a document of it. */
export function listPrompts({ templates }: Offer): Prompt[] {
  return templates.map(({ name, description }) => ({
    name,
    title: `Make a document: ${name}`,
    description: description === '' ? `Makes a document with the template ${name}.` : description,
    arguments: [
      { name: 'content', description: 'What the document says, in words or as JSON; the sample without it.' },
      { name: 'lang', description: 'The language of the document, such as en or de.' },
    ],
  }));
}

/** The prompt of a template, with its schema and data that fill it; `null` = there is no such template. */
export async function promptOf(
  { templates }: Offer,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult | null> {
  const template = templates.find((one) => one.name === name);
  if (template === undefined) return null;
  const { schema, sample } = (await template.data?.()) ?? { schema: null, sample: null };
  const text = promptText(template, { schema, sample, content: given.content ?? '', lang: given.lang ?? '' });
  return { description: template.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

interface PromptParts {
  readonly schema: unknown;
  readonly sample: unknown;
  readonly content: string;
  readonly lang: string;
}

function promptText({ name }: OfferedTemplate, { schema, sample, content, lang }: PromptParts): string {
  const request = {
    ...(lang !== '' && { document: { lang } }),
    operations: [{ op: 'add_template', name, data: '(the data)' }],
  };
  return [
    `Make a PDF with the template "${name}". Call the tool \`render\` with ${JSON.stringify(request)}.`,
    content === ''
      ? 'Ask for what the document is to say where you do not know it yet.'
      : `The document is to say this:\n\n${content}`,
    ...(schema === null ? [] : [`The data match this JSON Schema:\n\n${JSON.stringify(schema)}`]),
    ...(sample === null ? [] : [`These arguments of \`render\` are an example:\n\n${JSON.stringify(sample)}`]),
    'If the tool refuses the data, correct the places that `errors` of the problem names, and call it again.',
  ].join('\n\n');
}
