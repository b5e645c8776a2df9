import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { fillForm } from '../../../../src/editions/pro/tools/fill-form.ts';
import { sign } from '../../../../src/editions/pro/tools/sign.ts';
import { createThreads, type Threads } from '../../../../src/threads/threads.ts';
import { approversFile, askedBy, signed, type ApproversFile } from '../../../support/approvals.ts';
import { bearer, startHttp, problemOf, type Built } from '../../../support/http.ts';
import { ended, resultOf } from '../../../support/jobs.ts';
import { pdfsig } from '../../../support/signatures.ts';
import { formPdf } from './form-pdf.ts';
import { ada, by, pagePdf } from './sign-service.ts';

/** A line of the key, as it stands in PEM. */
const secret = ada.privateKey.split('\n')[1] ?? '';

const data = (pdf: Buffer) => ({ document: { data: pdf.toString('base64') } });

describe('A signature that a human has to approve', () => {
  let approvers: ApproversFile;
  let threads: Threads;
  let folder: string;
  let app: Built;
  before(async () => {
    approvers = approversFile();
    folder = mkdtempSync(join(tmpdir(), 'colophon-sign-job-'));
    threads = createThreads({ count: 1, megabytes: 512, queue: 100 });
    app = await startHttp({
      env: {
        SERVICE_APPROVAL_REQUIRED: 'sign,fill-form',
        SERVICE_APPROVERS_FILE: approvers.path,
        SERVICE_RATE_LIMIT_IP: '100000',
        SERVICE_RATE_LIMIT_CORE: '100000',
        SERVICE_RATE_LIMIT_PRO: '100000',
      },
      dataDir: folder,
      tools: () => [sign, fillForm],
      services: {
        threads,
        fonts: [{ path: fileURLToPath(new URL('../../../../fonts', import.meta.url)), source: 'bundled' }],
      },
    });
  });
  after(async () => {
    await app.stop();
    await threads.stop();
    rmSync(folder, { recursive: true, force: true });
    approvers.remove();
  });

  const headers = (approval?: string): Record<string, string> => ({
    authorization: bearer('pro'),
    ...(approval !== undefined && { approval }),
  });
  const asJob = (body: object, approval?: string) => app.post('/api/v1/jobs', body, headers(approval));
  const kept = () =>
    Buffer.concat(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    );

  it('is made by a job, once, and its key is in no file and no log', async () => {
    const body = { tool: 'sign', input: { ...data(pagePdf()), ...by(ada), reason: 'I agree' } };
    const asked = await askedBy(await asJob(body));
    expect(asked.tool).to.equal('sign');
    const token = await signed(approvers.privateJwk, asked);
    const response = await asJob(body, token);
    expect(response.status).to.equal(202);
    const { id } = (await response.json()) as { id: string };
    expect((await ended(app, id)).status).to.equal('succeeded');
    const pdf = Buffer.from(await (await resultOf(app, id)).arrayBuffer());
    expect((await pdfsig(pdf))[0]).to.include({ valid: true, total: true, signer: 'Ada Tester' });
    expect(await problemOf(await asJob(body, token))).to.include({ slug: 'approval-invalid' });
    expect(kept().length).to.be.above(1000);
    for (const text of [kept().toString('latin1'), JSON.stringify(app.lines)])
      expect(text).not.to.contain(secret).and.not.contain(Buffer.from(secret).toString('base64'));
    expect(
      app.lines.filter(({ msg, digest }) => msg === 'an approval was used' && digest === asked.digest),
    ).to.have.length(1);
  });

  it('is approved alike for a job and at once, and for nothing else', async () => {
    const input = { ...data(pagePdf()), ...by(ada), certify: 'no-changes' };
    const asked = await askedBy(await asJob({ tool: 'sign', input }));
    expect(await askedBy(await app.post('/api/v1/sign', input, headers()))).to.deep.equal(asked);
    const approval = async () => signed(approvers.privateJwk, asked);
    for (const other of [
      { certify: 'annotations' },
      { reason: 'Something else' },
      { decrypt: true },
      { breakSignatures: true },
      data(pagePdf({ page: '/Rotate 90' })),
    ]) {
      expect(
        await problemOf(await asJob({ tool: 'sign', input: { ...input, ...other } }, await approval())),
        JSON.stringify(other).slice(0, 40),
      ).to.include({ slug: 'approval-invalid' });
    }
    const response = await app.post('/api/v1/sign', input, headers(await approval()));
    expect((await pdfsig(Buffer.from(await response.arrayBuffer())))[0]).to.include({ valid: true, total: true });
  });

  it(
    'is told what is wrong with its key before anybody is asked, and by the job what is wrong ' + 'with its document',
    async () => {
      expect(
        await problemOf(await asJob({ tool: 'sign', input: { ...data(pagePdf()), certificate: ada.certificate } })),
      ).to.include({ slug: 'invalid-request' });
      const body = { tool: 'sign', input: { ...data(Buffer.from('no pdf')), ...by(ada) } };
      const response = await asJob(body, await signed(approvers.privateJwk, await askedBy(await asJob(body))));
      const { status, error } = (await ended(app, ((await response.json()) as { id: string }).id)) as {
        status: string;
        error: { type: string };
      };
      expect([status, error.type.split('/').at(-1)]).to.deep.equal(['failed', 'invalid-pdf']);
    },
  );

  it('is followed by a form that is filled in, approved too', async () => {
    const body = {
      tool: 'fill-form',
      input: { ...data(formPdf([{ name: 'a', kind: 'text', box: [40, 40, 200, 24] }])), fields: { a: 'approved' } },
    };
    const response = await asJob(body, await signed(approvers.privateJwk, await askedBy(await asJob(body))));
    expect((await ended(app, ((await response.json()) as { id: string }).id)).status).to.equal('succeeded');
  });
});
