import { examplePdf } from '../../src/editions/example-pdf.ts';
import { exampleCertificate, exampleKey } from '../../src/editions/pro/tools/sign/example-credential.ts';
import { keys, type Service } from '../support/service.ts';
import type { Fields } from './call.ts';

/** A render that is the first step of every pipe; `shelf.letter` is its document. */
export const letterInput: Fields = {
  operations: [
    { op: 'add_heading', text: 'Offer' },
    { op: 'add_text', text: 'Dear Ada Lovelace, the terms are in the annex.' },
    { op: 'add_page_break' },
    { op: 'add_text', text: 'The second page of the offer.' },
  ],
  document: { title: 'Offer', lang: 'en', size: 'A5' },
  output: { deterministic: true },
};

/** The key and certificate of the examples. */
export const credential = { certificate: exampleCertificate, privateKey: exampleKey };

/** The documents of the calls, in base64. */
export interface Shelf {
  /** Two pages, of `letterInput`. A pipe takes it from its first step. */
  readonly letter: string;
  /** Three small pages. */
  readonly annex: string;
  /** One page, which differs from the first one of the annex by a word. */
  readonly other: string;
  /** A text field `name`, a list `country` and a box `member`. */
  readonly form: string;
  /** Opens with the password `open`. */
  readonly locked: string;
  /** Has an approval signature. */
  readonly signed: string;
  /** Begins as a PDF, and has no object. */
  readonly broken: string;
  /** A page of 80 by 80 inches. */
  readonly poster: string;
}

/** Fills the shelf, with documents of the service itself where they take work. */
export async function fillShelf(service: Service): Promise<Shelf> {
  const annex = examplePdf('Terms', 'More terms', 'Last terms');
  const made = (tool: string, input: Fields) => madeBy(service, tool, input);
  const letter = await made('render', letterInput);
  const form = await made('render', {
    operations: [
      { op: 'add_form_field', kind: 'text', name: 'name', label: 'Name', maxLength: 20 },
      { op: 'add_form_field', kind: 'choice', name: 'country', label: 'Country', options: ['Austria', 'Japan'] },
      { op: 'add_form_field', kind: 'checkbox', name: 'member', label: 'Member' },
    ],
    document: { title: 'Form', lang: 'en' },
    output: { deterministic: true },
  });
  const encrypt = { do: 'encrypt', userPassword: 'open', ownerPassword: 'own' };
  return {
    letter,
    annex,
    other: examplePdf('Rules'),
    form,
    locked: await made('arrange', { documents: [{ data: annex }], steps: [encrypt] }),
    signed: await made('sign', { document: { data: letter }, ...credential }),
    broken: Buffer.from('%PDF-1.7\nnothing of a document\n%%EOF\n').toString('base64'),
    poster: await made('render', {
      operations: [{ op: 'add_text', text: 'Poster' }],
      document: { size: { width: '80in', height: '80in' } },
      output: { deterministic: true },
    }),
  };
}

async function madeBy(service: Service, tool: string, input: Fields): Promise<string> {
  const answer = await service.request('POST', `/api/v1/${tool}`, {
    key: keys.enterprise,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(input),
  });
  const { document } = answer.json();
  if (answer.status !== 200) throw new Error(`The shelf has no ${tool}: ${answer.body.toString().slice(0, 500)}`);
  return document.data as string;
}
