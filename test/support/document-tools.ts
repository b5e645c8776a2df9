import { createHash } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { documentInput } from '../../src/input/document-input.ts';
import { documentField, documentsField, passwordField, type GivenDocument } from '../../src/editions/documents.ts';
import type { Tool, ToolResult } from '../../src/editions/edition.ts';
import { joi } from '../../src/input/fields.ts';
import { pageRange } from '../../src/input/range.ts';
import type { Calls } from './http.ts';

type One = { readonly document: GivenDocument } & Record<string, unknown>;
type Many = { readonly documents: readonly (GivenDocument & Record<string, unknown>)[] } & Record<string, unknown>;

const options = {
  password: passwordField('A password.'),
  pages: pageRange(),
  every: joi.number().integer().min(1),
  scale: joi.number(),
  structure: joi.boolean(),
  mode: joi.string().valid('a', 'b'),
  ranges: joi.array().items(pageRange()).max(10),
  sizes: joi.array().items(joi.number()),
  metadata: joi.object({ title: joi.string() }),
};
const one = joi.object<One>({ document: documentField(), ...options });
const many = joi.object<Many>({
  documents: documentsField(
    { pages: pageRange(), password: passwordField('A password.'), title: joi.string() },
    { min: 1, max: 1000 },
  ),
  ...options,
});

/** The facts about a received document; they are the same in every form of the request. */
async function told({ data, ...own }: GivenDocument): Promise<object> {
  const bytes = await data.bytes();
  return { size: data.size, sha256: data.sha256, digest: createHash('sha256').update(bytes).digest('hex'), ...own };
}

interface Fixture<I> {
  readonly name: string;
  readonly produces: Tool['produces'];
  readonly run: (input: I, context: Context) => Promise<ToolResult>;
}

function takesOne({ name, produces, run }: Fixture<One>, calls: Calls): Tool<One> {
  return {
    name,
    produces,
    tier: 'core',
    summary: name,
    description: name,
    documents: 'one',
    fileParts: [],
    examples: {},
    problems: ['invalid-pdf'],
    input: () => documentInput(one),
    run: (input, _services, context) => (calls.push({ input, context }), run(input, context)),
  };
}

/** Tools that take documents and do next to nothing with them. */
export function documentTools(calls: Calls): Tool[] {
  const look = takesOne(
    {
      name: 'look',
      produces: 'text-report',
      run: async ({ document, ...own }) => ({
        kind: 'report',
        report: { document: await told(document), ...own },
        text: { utf8: Buffer.from(`${document.data.name ?? 'no name'}\fäöü`), filename: `${document.data.stem}.txt` },
      }),
    },
    calls,
  );
  const cut = takesOne(
    {
      name: 'cut',
      produces: 'documents',
      run: async ({ document }) => {
        const bytes = await document.data.bytes();
        const parts = ['part.pdf', 'Part.pdf', '../../etc/passwd', 'con.pdf', ''].map((filename, index) => ({
          filename,
          pdf: bytes.subarray(index),
          pages: index + 1,
        }));
        return { kind: 'documents', documents: parts, filename: `${document.data.stem}.zip`, report: { warnings: [] } };
      },
    },
    calls,
  );
  const hold = takesOne(
    {
      name: 'hold',
      produces: 'report',
      run: (_input, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    },
    calls,
  );
  const join: Tool<Many> = {
    name: 'join',
    produces: 'document',
    tier: 'core',
    summary: 'join',
    description: 'join',
    documents: 'many',
    fileParts: [],
    examples: {},
    input: () => documentInput(many),
    run: async ({ documents, ...own }) => {
      const pdf = Buffer.concat(await Promise.all(documents.map(({ data }) => data.bytes())));
      return {
        kind: 'document',
        pdf,
        pages: documents.length,
        filename: 'joined.pdf',
        report: { warnings: [], documents: await Promise.all(documents.map(told)), own },
      };
    },
  };
  return [look, cut, hold, join];
}
