import type { Tool } from '../editions/edition.ts';
import { isSchema, type JsonSchema } from '../input/input.ts';
import { fieldAt, fieldsOf, propertyOf, type Field } from './arguments/fields.ts';
import type { KnownOptions, Option } from './arguments/parse-arguments.ts';

/** What the positional arguments of a command are. */
export type Takes = 'request' | 'steps' | 'page' | 'document' | 'documents';

/** A command that calls a tool. */
export interface ToolCommand {
  readonly name: string;
  readonly tool: Tool;
  readonly schema: JsonSchema;
  readonly takes: Takes;
  readonly summary: string;
  readonly description: string;
  /** Fields of the request that are options. */
  readonly fields: readonly Field[];
  /** The other options. */
  readonly options: readonly Option[];
}

/** The name of the command that prints an HTML page. */
export const pageCommand = 'html';

const common: readonly Option[] = [
  {
    name: 'output',
    short: 'o',
    takes: 'value',
    placeholder: 'FILE',
    description: 'Where the answer goes; `-` is standard output.',
  },
  {
    name: 'request',
    takes: 'value',
    placeholder: 'FILE',
    description: 'A request in JSON, for fields that are no options; options replace its fields.',
  },
  { name: 'json', takes: 'flag', description: 'Writes the report as JSON to standard output.' },
  {
    name: 'allow-network',
    takes: 'list',
    placeholder: 'HOST',
    description: 'A host that documents may load from (`*.example.com`, `host:port`); none unless given.',
  },
  {
    name: 'server',
    takes: 'value',
    placeholder: 'URL',
    description: 'Sends the work to a running service; otherwise it is done here.',
  },
  { name: 'key-file', takes: 'value', placeholder: 'FILE', description: 'A file with the key for that service.' },
  { name: 'quiet', short: 'q', takes: 'flag', description: 'Shows no progress and no warnings.' },
  { name: 'help', short: 'h', takes: 'flag', description: 'Shows this text.' },
];

const asset: Option = {
  name: 'asset',
  takes: 'list',
  placeholder: 'FILE',
  description: 'A file that the document names, such as a picture; may be repeated.',
};

const pageOptions: readonly Option[] = [
  { ...asset, description: 'A file or folder for the page beside those that it names itself; may be repeated.' },
  {
    name: 'root',
    takes: 'value',
    placeholder: 'FOLDER',
    description: 'The folder whose files the page may load; the folder of the page unless given.',
  },
];

/** The options of every command for a tool. Their names are not those of fields. */
const reserved: ReadonlySet<string> = new Set([...common, ...pageOptions].map(({ name }) => name));

/** A tool that is made of others takes its steps, and then the documents that they take from files. */
function takesOf({ documents, madeOf }: Tool): Takes {
  if (documents === undefined) return madeOf === undefined ? 'request' : 'steps';
  return documents === 'one' ? 'document' : 'documents';
}

/** The command of a tool. */
export function toolCommand(tool: Tool, schema: JsonSchema): ToolCommand {
  const takes = takesOf(tool);
  const documents = new Set<string>([...reserved, ...(takes === 'request' || takes === 'steps' ? [] : [takes])]);
  return {
    name: tool.name,
    tool,
    schema,
    takes,
    summary: tool.summary,
    description: tool.description,
    fields: fieldsOf(schema, documents),
    options: [...(tool.fileParts.includes('assets') ? [asset] : []), ...common],
  };
}

/** The command that prints a page: the fields of `document` and `output` are options by their own names. */
export function commandOfPage(tool: Tool, schema: JsonSchema): ToolCommand {
  const except = new Set<string>([...reserved, 'assets', 'operations', 'document', 'output']);
  const inner = ['document', 'output'].flatMap((name) => fieldsOf(propertyOf(schema, name), except, [name]));
  return {
    ...toolCommand(tool, schema),
    name: pageCommand,
    takes: 'page',
    summary: 'Print an HTML page',
    description:
      'Prints an HTML page as the browser does, with the style sheets, pictures and fonts that lie beside it. ' +
      'Files outside of the folder of the page are left out.',
    fields: [...inner, ...fieldsOf(schema, except)],
    options: [...pageOptions, ...common],
  };
}

/** The options of a command as its arguments may name them. */
export function knownOptions({ fields, options, schema }: ToolCommand): KnownOptions {
  return { listed: [...options, ...fields], dotted: (name) => fieldAt(schema, name) };
}

/** True where a request names its documents itself. */
export function namesDocuments(request: unknown, takes: Takes): boolean {
  return (takes === 'document' || takes === 'documents') && isSchema(request) && takes in request;
}
