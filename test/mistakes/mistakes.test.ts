import { expect } from 'chai';
import { keys, pdfOf, type Json, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { documentMistakes } from './documents.ts';
import { htmlMistakes } from './html.ts';
import { operation, type MistakeRow } from './mistake.ts';
import { operationMistakes } from './operations.ts';
import { requestMistakes } from './requests.ts';
import { valueMistakes } from './values.ts';

const rows: readonly MistakeRow[] = [
  ...requestMistakes,
  ...operationMistakes,
  ...valueMistakes,
  ...documentMistakes,
  ...htmlMistakes,
];

/** A sentence, or several: from a capital or a quoted name to a full stop or question mark. */
const sentences = /^[A-Z`'][\s\S]*[.?]$/;
/** What no detail may contain: of the engine, not of the request. */
const jargon = /\.\.|Expecting|undefined|\[object|NaN|joi|at position|Error:/;

describe('A deliberate mistake', () => {
  let service: Service;
  const documents = new Map<string, string>();
  before(async () => {
    service = await sharedService({ SERVICE_PAYLOAD_LIMIT_CORE: '1MiB' });
    const text = operation({ op: 'add_text', text: 'x' });
    const encryption = { userPassword: 'open', ownerPassword: 'own' };
    documents.set('$pdf', pdfOf(await service.render(text)).toString('base64'));
    documents.set('$encrypted', pdfOf(await service.render({ ...text, output: { encryption } })).toString('base64'));
  });

  const bodyOf = ({ json, text }: MistakeRow): string | undefined =>
    json === undefined
      ? text
      : JSON.stringify(json).replaceAll(/\$(?:pdf|encrypted)/g, (name) => documents.get(name) ?? name);

  it('is one of at least 62, each of its own name', () => {
    expect(rows.length).to.be.at.least(62);
    expect(new Set(rows.map(({ name }) => name)).size).to.equal(rows.length);
  });

  for (const row of rows) {
    const { name, method = 'POST', path = '/api/v1/render', key = 'core', headers = {}, json } = row;
    it(`is explained: ${name}`, async () => {
      const body = bodyOf(row);
      const answer = await service.request(method, path, {
        key: key === null ? null : keys[key],
        headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body }),
      });
      const problem: Json = answer.json();
      expect([answer.status, problem.type.split('/').at(-1)], answer.body.toString()).to.deep.equal([
        row.status,
        row.slug,
      ]);
      for (const word of row.words) expect(problem.detail).to.contain(word);
      expect(problem.detail).to.match(sentences).and.not.match(jargon);
      if (row.pointers) expect(problem.errors.map((mistake: Json) => mistake.pointer)).to.have.members(row.pointers);
      const messages = (problem.errors ?? []).map((mistake: Json) => mistake.message).join('\n');
      for (const message of row.messages ?? []) expect(messages).to.contain(message);
      if (row.status === 405) expect(answer.headers.get('allow')).to.equal('POST, OPTIONS');
    });
  }
});
