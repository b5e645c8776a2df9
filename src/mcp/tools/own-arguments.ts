import type { Tool } from '../../editions/edition.ts';
import { invalidRequest, type JsonSchema } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';

/** The arguments of this protocol beside those of the tool. */
export interface OwnArguments {
  /** Where the document is written, below the root. */
  readonly saveTo: string | null;
  /** True where a tool that answers a report answers it as a PDF. */
  readonly asDocument: boolean;
  /** The approval of a human. */
  readonly approval: string | null;
}

/** What decides which of these arguments a tool has. */
export interface Circumstances {
  readonly hasRoot: boolean;
  readonly needsApproval: boolean;
}

/** The schemas of these arguments of a tool, by name. */
export function ownSchemas({ produces }: Pick<Tool, 'produces'>, on: Circumstances): Record<string, JsonSchema> {
  const makesDocuments = produces !== 'report' && produces !== 'text-report';
  return {
    ...(on.hasRoot && makesDocuments && { saveTo: places[produces] ?? saveToFile }),
    ...(produces === 'report-document' && { answer }),
    ...(on.needsApproval && { approval }),
  };
}

const saveToFile: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description:
    'The path of the file to write, such as `invoice.pdf`. A relative path starts at the root folder. Only a file that ' +
    'this session has written is replaced.',
};
const saveToFolder: JsonSchema = {
  ...saveToFile,
  description: 'The folder in which the files are written. A relative path starts at the root folder.',
};
const saveImages: JsonSchema = {
  ...saveToFile,
  description:
    'The path of the file to write where there is one image, and of the folder in which they are written where there ' +
    'are several. A relative path starts at the root folder.',
};
const places: Partial<Record<Tool['produces'], JsonSchema>> = { documents: saveToFolder, images: saveImages };
const answer: JsonSchema = {
  type: 'string',
  enum: ['report', 'document'],
  default: 'report',
  description: '`document` makes a PDF of the report, for people.',
};
const approval: JsonSchema = {
  type: 'string',
  description:
    'The approval of a human, which an approver of this deployment signs. Call the tool without it first: the refusal ' +
    'contains the digest that is to be approved.',
};

/** Takes these arguments out of those of a call. Throws AppError `invalid-request` with all mistakes in them. */
export function takeOwn(
  given: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, JsonSchema>>,
): { readonly own: OwnArguments; readonly body: Record<string, unknown> } {
  const mistakes: Mistake[] = [];
  const take = (name: string): string | null => {
    const value = given[name];
    const schema = schemas[name];
    if (schema === undefined || value === undefined) return null;
    const allowed = schema.enum as readonly unknown[] | undefined;
    if (typeof value === 'string' && value !== '' && allowed?.includes(value) !== false) return value;
    const message =
      allowed === undefined ? 'must be a string that is not empty' : `must be one of ${allowed.join(', ')}`;
    mistakes.push({ pointer: `/${name}`, message: `\`${name}\` ${message}` });
    return null;
  };
  const saveTo = take('saveTo');
  const asked = take('answer');
  const own: OwnArguments = { saveTo, asDocument: asked === 'document', approval: take('approval') };
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(schemas, name)));
  return { own, body };
}
