import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { approve } from '../../src/cli/approve.ts';
import { makeApproverKey } from '../../src/cli/approve/approver-keys.ts';
import { signApproval } from '../../src/cli/approve/sign-approval.ts';
import { edition } from '../../src/editions/core/index.ts';
import { examplePdf } from '../../src/editions/example-pdf.ts';
import { readApproval } from '../../src/calls/approval/approval-token.ts';
import { openApprovers } from '../../src/calls/approval/approvers.ts';
import { createLog } from '../../src/log.ts';
import { sendFiles } from '../support/approvals.ts';
import { startHttp } from '../support/http.ts';

const program = join(import.meta.dirname, '../../src/cli/approve.ts');
const nothing = (): Promise<string> => Promise.resolve('');
const digest = `sha256:${'a'.repeat(64)}`;
const problem = JSON.stringify({
  type: 'https://colophon.dev/problems/approval-required',
  status: 403,
  approval: { tool: 'merge', digest },
});

describe('The command that approves', () => {
  let folder: string;
  let set: string;
  let key: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-approve-'));
    set = join(folder, 'approvers.json');
    key = join(folder, 'anna.key.json');
    await approve(['keys', '--approver', 'anna@example.com', '--set', set, '--out', key], nothing);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const sign = (...args: string[]): string[] => [
    'sign',
    '--key',
    key,
    '--client',
    'acme',
    '--reason',
    'I have read it',
    ...args,
  ];
  const failure = async (args: readonly string[], input = nothing): Promise<string> =>
    approve(args, input).then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );
  const fieldsOf = (path: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

  it('makes a key whose private half only its owner can read', () => {
    expect(statSync(key).mode & 0o777).to.equal(0o600);
    const { d, ...publicHalf } = fieldsOf(key);
    expect(d).to.be.a('string');
    expect(fieldsOf(set)).to.deep.equal({ keys: [publicHalf] });
    expect(publicHalf)
      .to.include({ kty: 'OKP', crv: 'Ed25519', approver: 'anna@example.com' })
      .and.property('kid')
      .that.matches(/^anna-example-com-[0-9a-f]{8}$/);
  });

  it('adds keys to a set, leaves those that are there, and no other file', async () => {
    await approve(['keys', '--approver', 'Bert Ö', '--set', set, '--out', join(folder, 'bert.json')], nothing);
    const { keys } = fieldsOf(set) as { keys: { approver: string }[] };
    expect(keys.map(({ approver }) => approver)).to.deep.equal(['anna@example.com', 'Bert Ö']);
    expect(readdirSync(folder)).to.have.members(['approvers.json', 'anna.key.json', 'bert.json']);
  });

  it('writes no key over another, and adds to no set that is broken', async () => {
    expect(await failure(['keys', '--approver', 'anna', '--out', key])).to.contain('is there already');
    writeFileSync(set, '{"keys": [{"kty": "EC"}]}');
    expect(await failure(['keys', '--approver', 'anna', '--set', set, '--out', join(folder, 'b')])).to.contain('`kty`');
    expect(readFileSync(set, 'utf8')).to.equal('{"keys": [{"kty": "EC"}]}');
    for (const name of [' ', 'x'.repeat(101), 'a\nb'])
      expect(await failure(['keys', '--approver', name, '--out', join(folder, 'c')]), name).to.contain('--approver');
  });

  it('shows the set where it is not to be written', async () => {
    const { out, note } = await approve(['keys', '--approver', 'cleo', '--out', join(folder, 'cleo.json')], nothing);
    expect(JSON.parse(out)).to.have.nested.property('keys[0].approver', 'cleo');
    expect(out + note).to.not.contain(String(fieldsOf(join(folder, 'cleo.json')).d));
  });

  it('signs what the problem names, from a file or standard input, or what is given', async () => {
    const approvers = openApprovers({ file: set, log: createLog('silent'), interval: 1000 });
    writeFileSync(join(folder, '403.json'), problem);
    const ways: [string[], () => Promise<string>][] = [
      [['--problem', join(folder, '403.json')], nothing],
      [[], () => Promise.resolve(problem)],
      [['--problem', '-'], () => Promise.resolve(problem)],
      [['--tool', 'merge', '--digest', digest, '--minutes', '0.5'], nothing],
    ];
    for (const [args, input] of ways) {
      const { out, note } = await approve(sign(...args), input);
      const { claims } = await readApproval(out.trim(), { client: 'acme', tool: 'merge', digest }, approvers);
      expect(claims).to.include({ sub: 'anna@example.com', reason: 'I have read it', decision: 'approve' });
      expect(claims.exp - claims.iat).to.equal(args.includes('0.5') ? 30 : 600);
      expect(note).to.contain(digest).and.contain('acme').and.contain('was not compared');
    }
    approvers.close();
  });

  it('says what is missing or wrong', async () => {
    const cases: [string[], RegExp, string?][] = [
      [[], /'' is none of the commands keys, sign, digest/],
      [['approve'], /'approve' is none/],
      [['__proto__'], /none of the commands/],
      [['sign'], /needs --key, --client, --reason/],
      [['keys', '--approver', 'anna', '--client', 'x'], /has no --client/],
      [['keys', '--nothing'], /--nothing/],
      [sign('--reason', ' '), /needs --reason/],
      [sign(), /not a problem `approval-required`/],
      [sign(), /not a problem `approval-required`/, '{"approval": {"tool": 7}}'],
      [sign(), /not a problem `approval-required`/, 'null'],
      [sign('--tool', 'merge', '--digest', 'sha256:abc'), /is not a digest/],
      [sign('--tool', 'merge', '--digest', digest, '--minutes', '11'), /10 minutes at most/],
      [sign('--tool', 'merge', '--digest', digest, '--minutes', 'soon'), /10 minutes at most/],
      [
        ['sign', '--key', key, '--client', 'anna@example.com', '--reason', 'x', '--tool', 'merge', '--digest', digest],
        /client itself/,
      ],
      [['sign', '--key', join(folder, 'none'), '--client', 'acme', '--reason', 'x'], /can not be read \(ENOENT\)/],
      [['digest', '--tool', 'merg'], /no tool 'merg' here; there are .*merge/],
      [['digest', '--tool', 'merge'], /\/documents/],
      [['digest', '--tool', 'render', '--document', key], /takes no documents/],
    ];
    for (const [args, says, input = ''] of cases)
      expect(await failure(args, () => Promise.resolve(input)), args.join(' ')).to.match(says);
  });

  it('does not sign with a key that others can read, or that is none', async () => {
    chmodSync(key, 0o640);
    expect(await failure(sign('--tool', 'merge', '--digest', digest))).to.contain(`chmod 600 ${key}`);
    for (const content of ['', '{}', JSON.stringify(makeApproverKey('anna').publicJwk)]) {
      const other = join(folder, 'other.json');
      writeFileSync(other, content, { mode: 0o600 });
      expect(
        await failure([
          'sign',
          '--key',
          other,
          '--client',
          'acme',
          '--reason',
          'x',
          '--tool',
          'merge',
          '--digest',
          digest,
        ]),
      ).to.contain('not the private key');
    }
  });

  it('makes approvals that are good once each', async () => {
    const { privateJwk } = makeApproverKey('anna');
    const approving = { client: 'acme', tool: 'merge', digest, reason: 'x', life: 60, now: 0 };
    expect(await signApproval(approving, privateJwk)).to.not.equal(await signApproval(approving, privateJwk));
  });

  it('is a program: the approval alone on standard output, words on standard error', async () => {
    const child = spawn(process.execPath, [program, ...sign()], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(problem);
    const [out, note] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(out).to.match(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(note).to.contain('Approved as anna@example.com: merge for acme');
    const run = promisify(execFile);
    expect((await run(process.execPath, [program, '--help'])).stdout)
      .to.contain('--reason')
      .and.contain('approvers.json');
    const failed = await run(process.execPath, [program, 'sign']).then(
      () => null,
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
    expect(failed).to.include({ code: 1, stdout: '' });
    expect(failed?.stderr).to.contain('--key').and.contain('--help').and.not.contain('    at ');
  });

  describe('with the request at hand', () => {
    const pdfs = ['One', 'Two'].map((word) => Buffer.from(examplePdf(word), 'base64'));
    const options = { outline: 'perDocument', documents: [{}, { title: 'Part two', password: 'p' }] };
    let paths: string[];
    let request: string;
    beforeEach(() => {
      paths = pdfs.map((_, index) => join(folder, `${index}.pdf`));
      pdfs.forEach((pdf, index) => writeFileSync(paths[index] ?? '', pdf));
      request = join(folder, 'request.json');
      writeFileSync(request, JSON.stringify(options));
    });
    const files = (...list: string[]): string[] => [
      '--request',
      request,
      ...list.flatMap((path) => ['--document', path]),
    ];

    it('computes the digest that the service gives it', async function () {
      this.timeout(60_000);
      const app = await startHttp({ env: { SERVICE_APPROVAL_REQUIRED: 'merge,split' }, tools: () => edition.tools });
      const told = async (response: Response): Promise<string> =>
        ((await response.json()) as { approval: { digest: string } }).approval.digest;
      const merged = await told(
        await sendFiles(app, '/api/v1/merge', {
          request: options,
          files: pdfs.map((pdf, index) => ['documents', pdf, `${index}.pdf`]),
        }),
      );
      expect((await approve(['digest', '--tool', 'merge', ...files(...paths)], nothing)).out).to.equal(`${merged}\n`);
      writeFileSync(request, JSON.stringify({ every: 1 }));
      expect((await approve(['digest', '--tool', 'split', ...files(paths[0] ?? '')], nothing)).out).to.equal(
        `${await told(await app.post('/api/v1/split', { document: { data: pdfs[0]?.toString('base64') }, every: 1 }))}\n`,
      );
      await app.stop();
    });

    it('signs where the request is the one to be approved, and nothing else', async () => {
      const right = (await approve(['digest', '--tool', 'merge', ...files(...paths)], nothing)).out.trim();
      const { note } = await approve(sign('--tool', 'merge', '--digest', right, ...files(...paths)), nothing);
      expect(note).to.not.contain('was not compared');
      const other = await failure(sign('--tool', 'merge', '--digest', right, ...files(...[...paths].reverse())));
      expect(other).to.contain('differ from those to approve').and.contain(right);
      expect(await failure(sign('--tool', 'merge', '--digest', right, '--request', request))).to.contain(
        'The request is not valid',
      );
    });

    it('says where a document is in the service alone', async () => {
      writeFileSync(request, JSON.stringify({ documents: [{ jobId: 'abc' }] }));
      expect(await failure(['digest', '--tool', 'merge', '--request', request])).to.contain('--document');
    });
  });
});
