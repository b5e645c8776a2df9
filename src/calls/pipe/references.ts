import type { Produces, Tool } from '../../editions/edition.ts';
import { InputDocument } from '../../editions/input-document.ts';
import { answerForm, type Step } from '../../editions/steps.ts';
import { pointer } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The place of a document in the input of a step: `['document']`, or `['documents', 2]`. */
type Place = readonly (string | number)[];

/** A reference in the input of a step to the document of an earlier one. */
interface Reference {
  readonly place: Place;
  readonly step: number;
}

interface Dereferenced {
  /** The input, in which a document stands for each reference, so that its tool can validate it. */
  readonly input: unknown;
  readonly references: readonly Reference[];
  readonly mistakes: readonly Mistake[];
}

/** The place of a step among all steps. */
export interface Among {
  readonly index: number;
  readonly steps: readonly (Step | null)[];
}

/** Takes the references to earlier steps out of the input of a step that is not validated yet, and checks them. */
export function withoutReferences({ input, tool }: Step, among: Among): Dereferenced {
  const references: Reference[] = [];
  const mistakes: Mistake[] = [];
  const replaced = mapDocuments(input, tool, (document, place) => {
    if (!Object.hasOwn(document, 'step')) return document;
    const { step, data, jobId, ...own } = document;
    const message =
      (data ?? jobId) !== undefined
        ? '`step` stands beside `data` or `jobId`; a document has exactly one of them'
        : mistakeOf(step, among);
    if (message !== null) mistakes.push({ pointer: pointer([...place, 'step']), message });
    references.push({ place, step: Number(step) });
    return { ...own, data: standIn };
  });
  return { input: replaced, references, mistakes };
}

/** A valid input with the references in their places again. */
export function withReferences(valid: unknown, references: readonly Reference[], tool: Tool): unknown {
  const steps = new Map(references.map(({ place, step }) => [pointer(place), step]));
  return mapDocuments(valid, tool, ({ data, ...own }, place) => {
    const step = steps.get(pointer(place));
    return step === undefined ? { ...own, ...(data !== undefined && { data }) } : { ...own, step };
  });
}

const standIn = new InputDocument({
  size: 1,
  sha256: '',
  bytes: () => Promise.reject(new Error('The document of a step is read before the step has run.')),
});

type Replace = (document: Fields, place: Place) => Fields;

/** An input whose documents are replaced, those inside it as well. What is no object stays as it is. */
function mapDocuments(input: unknown, tool: Tool, replace: Replace): unknown {
  const mapped = mapOuter(input, tool, replace);
  return tool.inner === undefined ? mapped : tool.inner.map(mapped, replace);
}

function mapOuter(input: unknown, { documents: takes }: Tool, replace: Replace): unknown {
  if (takes === undefined || !isFields(input)) return input;
  const one = (document: unknown, place: Place): unknown => (isFields(document) ? replace(document, place) : document);
  if (takes === 'one') return 'document' in input ? { ...input, document: one(input.document, ['document']) } : input;
  const { documents } = input;
  return Array.isArray(documents)
    ? { ...input, documents: documents.map((document, index) => one(document, ['documents', index])) }
    : input;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mistake in the number of a step; `null` = it is an earlier step that makes one document. */
function mistakeOf(step: unknown, { index, steps }: Among): string | null {
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0)
    return '`step` must be the number of an earlier step; they count from 0';
  if (step === index) return `\`step\` is ${step}, the step itself; it must be an earlier one`;
  if (step >= steps.length) return `\`step\` is ${step}, and the last step is ${steps.length - 1}; they count from 0`;
  if (step > index) return `\`step\` is ${step}, which runs later; it must be an earlier one`;
  const target = steps[step] ?? null;
  return target === null ? null : lack(step, target);
}

/** Results of tools that are one document, for a step that refers to them. */
const oneDocument: ReadonlySet<Produces> = new Set(['document', 'document-or-images']);
/** Results of tools that are neither one document nor a report. */
const otherThings: Partial<Record<Produces, string>> = {
  documents: 'several documents',
  images: 'images, and no document',
};

/** Why a step has no document that another one could use. */
function lack(step: number, { input, tool }: Step): string | null {
  const { produces, reports } = answerForm(input, tool);
  if (oneDocument.has(produces) && !reports) return null;
  const made = reports ? 'a report, and no document' : (otherThings[produces] ?? 'a report, and no document');
  return `\`step\` is ${step}, and this step (\`${tool.name}\`) makes ${made}; it must make one document`;
}
