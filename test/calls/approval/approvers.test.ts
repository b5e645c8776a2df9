import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addToSet, makeApproverKey } from '../../../src/cli/approve/approver-keys.ts';
import {
  ApprovalsError,
  openApprovers,
  parseApprovers,
  type Approvers,
} from '../../../src/calls/approval/approvers.ts';
import { createLog } from '../../../src/log.ts';
import { approversFile, askedBy, signed } from '../../support/approvals.ts';
import { startHttp, problemOf, until } from '../../support/http.ts';

const anna = makeApproverKey('anna').publicJwk;
const bert = makeApproverKey('bert').publicJwk;
const mistakesIn = (...keys: unknown[]): readonly string[] => {
  try {
    parseApprovers(JSON.stringify({ keys }), 'the set');
    return [];
  } catch (error) {
    return (error as ApprovalsError).mistakes;
  }
};

describe('The approvers', () => {
  it('are Ed25519 keys of a JWK set, by their kid', () => {
    const { kty, crv, kid, x } = bert;
    const bare = { kty, crv, kid, x };
    const approvers = parseApprovers(
      JSON.stringify({ keys: [anna, bare, { ...bare, kid: 'more', key_ops: ['verify'], x5t: 'ignored' }] }),
      'the set',
    );
    expect([...approvers.keys()]).to.deep.equal([anna.kid, bert.kid, 'more']);
    expect(approvers.get(anna.kid)?.approver).to.equal('anna');
    expect(approvers.get(bert.kid)?.approver).to.equal(null);
    expect(parseApprovers('\uFEFF{"keys": []}', 'the set').size).to.equal(0);
  });

  it('tell every mistake at once, by the place and name of the key', () => {
    const mistakes = mistakesIn(anna, { ...bert, x: 'short', alg: 'RS256', use: 'enc' }, { ...anna }, 7, { kty: 'EC' });
    const said = [
      'key 2 (bert',
      '`use`',
      '`alg`',
      '`x`',
      'key 3',
      'that of a key before it',
      'key 4',
      'no JWK',
      'key 5: its `kty`',
      '`crv`',
      '`kid`',
    ];
    for (const words of said) expect(mistakes.join('\n')).to.contain(words);
    expect(mistakes).to.have.length(9);
  });

  it('may not hold a private key, and do not repeat it', () => {
    const { privateJwk } = makeApproverKey('anna');
    const [mistake = '', ...others] = mistakesIn(privateJwk);
    expect(others).to.deep.equal([]);
    expect(mistake).to.contain('private key').and.not.contain(privateJwk.d);
  });

  it('are no JWK set when they are something else', () => {
    for (const text of ['', '[]', 'null', '7', '{', '{"keys": {}}', '{"key": []}'])
      expect(() => parseApprovers(text, 'the set'), text).to.throw(ApprovalsError, 'the set: it is no JWK set');
  });
});

describe('The file of approvers', () => {
  let folder: string;
  let file: string;
  let lines: string[];
  let approvers: Approvers;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-approvers-'));
    file = join(folder, 'approvers.json');
    lines = [];
    writeFileSync(file, JSON.stringify({ keys: [anna] }));
    approvers = openApprovers({
      file,
      log: createLog('info', { write: (line) => void lines.push(line) }),
      interval: 20,
    });
  });
  afterEach(() => {
    approvers.close();
    rmSync(folder, { recursive: true });
  });

  const said = (text: string) => () => lines.some((line) => line.includes(text));
  const known = (): boolean[] => [anna, bert].map(({ kid }) => approvers.find(kid) !== null);

  it('is read again when it changes, is replaced, or its link is swapped', async () => {
    await addToSet(file, bert);
    await until(() => approvers.find(bert.kid) !== null);
    expect(known()).to.deep.equal([true, true]);
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ keys: [bert] }));
    renameSync(join(folder, 'a.json'), file);
    await until(() => approvers.find(anna.kid) === null);
    writeFileSync(join(folder, 'b.json'), JSON.stringify({ keys: [anna, bert] }));
    symlinkSync('b.json', join(folder, 'link'));
    renameSync(join(folder, 'link'), file);
    await until(() => approvers.find(anna.kid) !== null);
    expect(lines.join()).to.contain('approvers file read again');
  });

  it('revokes all when it is empty, and valid', async () => {
    writeFileSync(file, '{"keys": []}');
    await until(() => approvers.find(anna.kid) === null);
  });

  it('keeps the last good set when it is broken or gone, and says why', async () => {
    writeFileSync(file, JSON.stringify({ keys: [{ ...bert, crv: 'X25519' }] }));
    await until(said('approvers file is broken; the last good keys stay'));
    expect(lines.join()).to.contain('`crv`');
    expect(known()).to.deep.equal([true, false]);
    unlinkSync(file);
    await until(said('ENOENT'));
    expect(known()).to.deep.equal([true, false]);
    writeFileSync(file, JSON.stringify({ keys: [bert] }));
    await until(() => approvers.find(bert.kid) !== null);
  });

  it('that is broken or missing stops the start', () => {
    const log = createLog('silent');
    expect(() => openApprovers({ file: join(folder, 'nothing'), log, interval: 20 })).to.throw(
      ApprovalsError,
      'ENOENT',
    );
    writeFileSync(file, 'x');
    expect(() => openApprovers({ file, log, interval: 20 })).to.throw(
      ApprovalsError,
      'SERVICE_APPROVERS_FILE: it is no JWK set',
    );
  });

  it('decides whose approvals a running service takes', async () => {
    const set = approversFile('anna');
    const app = await startHttp({ env: { SERVICE_APPROVAL_REQUIRED: 'echo', SERVICE_APPROVERS_FILE: set.path } });
    const send = async (): Promise<Response> =>
      app.post(
        '/api/v1/echo',
        {},
        { approval: await signed(set.privateJwk, await askedBy(await app.post('/api/v1/echo', {}))) },
      );
    expect((await send()).status).to.equal(200);
    set.write({ keys: [bert] });
    await until(() => app.lines.some(({ msg }) => msg === 'approvers file read again'));
    expect((await problemOf(await send())).detail).to.contain('`kid`');
    set.write({ keys: [bert, set.publicJwk] });
    await until(() => app.lines.filter(({ msg }) => msg === 'approvers file read again').length === 2);
    expect((await send()).status).to.equal(200);
    await app.stop();
    set.remove();
  });
});

describe('A deployment with approvals', () => {
  const env = (more: Record<string, string>) => ({ SERVICE_RATE_LIMIT_CORE: '1000', ...more });

  it('does not start with the name of a tool that there is nowhere', async () => {
    for (const [names, wrong] of [
      ['ecko', 'ecko'],
      ['echo,sing', 'sing'],
    ] as const) {
      const error = await startHttp({ env: env({ SERVICE_APPROVAL_REQUIRED: names }) }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error)
        .to.be.instanceOf(ApprovalsError)
        .with.property('message')
        .that.contains(`SERVICE_APPROVAL_REQUIRED: there is no tool '${wrong}'`);
    }
  });

  it('starts with tools of an edition that is absent, and without approvers, and warns', async () => {
    const app = await startHttp({ env: env({ SERVICE_APPROVAL_REQUIRED: 'redact,ai-certify,echo' }) });
    const warnings = app.lines.filter(({ level }) => level === 40);
    expect(warnings.map(({ tools }) => tools)).to.deep.equal([['redact'], ['echo']]);
    expect(await problemOf(await app.post('/api/v1/echo', {}))).to.include({ slug: 'approval-required' });
    expect((await problemOf(await app.post('/api/v1/echo', {}, { approval: 'e30.e30.e30' }))).slug).to.equal(
      'approval-invalid',
    );
    await app.stop();
  });

  it('asks for none by default, or with `none`, and says nothing of it', async () => {
    for (const more of [{}, { SERVICE_APPROVAL_REQUIRED: 'none' }]) {
      const app = await startHttp({ env: env(more) });
      expect((await app.post('/api/v1/echo', {}, { approval: 'whatever' })).status).to.equal(200);
      expect(app.lines.filter(({ level, audit }) => Number(level) >= 40 || audit === true)).to.deep.equal([]);
      await app.stop();
    }
  });

  it('writes its audit log however little else is logged', async () => {
    const set = approversFile();
    const lines: string[] = [];
    for (const level of ['error', 'silent']) {
      const app = await startHttp({
        env: env({ SERVICE_APPROVAL_REQUIRED: 'echo', SERVICE_APPROVERS_FILE: set.path }),
        log: createLog(level, { write: (line) => void lines.push(line) }),
      });
      const asked = await askedBy(await app.post('/api/v1/echo', {}));
      expect((await app.post('/api/v1/echo', {}, { approval: await signed(set.privateJwk, asked) })).status).to.equal(
        200,
      );
      await app.stop();
    }
    expect(lines.map((line) => JSON.parse(line) as { msg: string }).map(({ msg }) => msg)).to.deep.equal(
      [...Array(2)].flatMap(() => ['an approval is required', 'an approved run begins', 'an approval was used']),
    );
    set.remove();
  });
});
