import type { Tool } from '../../editions/edition.ts';
import { examplePdf } from '../../editions/example-pdf.ts';

type Fields = Readonly<Record<string, unknown>>;

interface ExampleStep {
  readonly tool: string;
  readonly input: Fields;
}

const letter: ExampleStep = {
  tool: 'render',
  input: {
    document: { title: 'Offer', lang: 'en' },
    operations: [
      { op: 'add_heading', text: 'Offer' },
      { op: 'add_text', text: 'Dear Ada Lovelace, the terms are in the annex.' },
    ],
  },
};
const withAnnex: ExampleStep = {
  tool: 'merge',
  input: { documents: [{ step: 0 }, { data: examplePdf('Terms') }], outline: 'perDocument' },
};
const words: ExampleStep = { tool: 'extract-text', input: { document: { step: 1 } } };
const withoutName: ExampleStep = {
  tool: 'redact',
  input: { document: { step: 0 }, text: [{ literal: 'Ada Lovelace' }], label: 'Removed' },
};

/** The example of a tool with the document of a step in place of its own. */
function exampleOf(tools: readonly Tool[], name: string, step: number): ExampleStep {
  const [example = {}] = Object.values(tools.find((tool) => tool.name === name)?.examples ?? {});
  return { tool: name, input: { ...(example as Fields), document: { step } } };
}

/** The examples whose tools are installed. */
export function pipeExamples(tools: readonly Tool[]): Readonly<Record<string, unknown>> {
  const examples: Readonly<Record<string, readonly ExampleStep[]>> = {
    annex: [letter, withAnnex],
    signed: [letter, withAnnex, exampleOf(tools, 'sign', 1)],
    redacted: [letter, withoutName, words],
  };
  const isInstalled = ({ tool: name }: ExampleStep): boolean => tools.some((tool) => tool.name === name);
  return Object.fromEntries(
    Object.entries(examples).flatMap(([name, steps]) => (steps.every(isInstalled) ? [[name, { steps }]] : [])),
  );
}
