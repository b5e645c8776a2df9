import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { type Colophon, ColophonConnectionError, ColophonProblem, type Upload } from '../../client/src/index.ts';
import { clientOf, clientService, failureOf, hello } from '../support/client.ts';
import { startFaultyNetwork, type Fault, type FaultyNetwork } from '../support/faulty.ts';

const mebibyte = 1024 * 1024;

/** A stream of these bytes that counts what was read of it. */
class Counted {
  pulled = 0;
  cancelled = false;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  stream(): ReadableStream<Uint8Array> {
    let offset = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (offset < this.#bytes.length) controller.enqueue(this.#bytes.subarray(offset, (offset += 65_536)));
          else controller.close();
          this.pulled = Math.max(this.pulled, offset);
        },
        cancel: () => void (this.cancelled = true),
      },
      { highWaterMark: 0 },
    );
  }
}

/** A PDF with so many bytes that no page needs. */
function largePdf(bytes: number): Uint8Array {
  const text = 'BT /F 24 Tf 72 700 Td (Large and whole) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${bytes} >>\nstream\n${'x'.repeat(bytes)}\nendstream`,
  ];
  let pdf = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`, 'latin1');
}

describe('Client: uploads', () => {
  let network: FaultyNetwork;
  let client: Colophon;
  let pdf: Uint8Array;
  const large = largePdf(20 * mebibyte);
  const meets = (...faults: Fault[]): void => {
    network.faults.splice(0, Infinity, ...faults);
    network.arrived.length = 0;
  };
  const held = () => {
    const gate = Promise.withResolvers<undefined>();
    return { open: () => gate.resolve(undefined), fault: () => gate.promise };
  };

  before(async () => {
    network = await startFaultyNetwork((await clientService()).url);
    client = clientOf(network.url);
    pdf = await (await client.render(hello())).bytes();
  });
  after(() => network.stop());

  for (const [form, options] of Object.entries({ 'a raw body': {}, 'a part of a multipart body': { pages: '1' } }))
    it(`streams 20 MB as ${form}: it reads no more than the network takes`, async () => {
      const source = new Counted(large);
      const gate = held();
      meets(gate.fault);
      const call = client.extractText({ document: source.stream(), ...options });
      let before = -1;
      while (network.arrived.length === 0 || before !== source.pulled) {
        before = source.pulled;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      // What the sockets of this machine hold, far from all of it.
      expect(source.pulled)
        .to.be.greaterThan(0)
        .and.below(14 * mebibyte);
      expect(network.arrived[0]!.headers['transfer-encoding']).to.equal('chunked');
      gate.open();
      expect((await call).pages[0]?.text).to.equal('Large and whole');
      expect(source.pulled).to.be.at.least(large.length);
    });

  it('streams 20 MB into a job, and the result of it out again', async () => {
    meets();
    const job = await client.jobs.submit('merge', { documents: [new Counted(large).stream(), pdf] });
    const result = await job.result();
    let pieces = 0;
    for await (const piece of result.stream()) pieces += piece.byteLength > 0 ? 1 : 0;
    expect(result.pages).to.equal(2);
    expect(pieces).to.be.greaterThan(0);
  });

  it('reads a large answer only as fast as its reader', async () => {
    meets();
    const attachment = { op: 'add_attachment' as const, name: 'noise', data: randomBytes(6 * mebibyte) };
    const answer = await client.render({ operations: [...hello().operations, attachment] });
    expect(answer.size).to.be.greaterThan(6 * mebibyte);
    const reader = answer.stream().getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value!).subarray(0, 5).toString()).to.equal('%PDF-');
    expect(value!.byteLength).to.be.below(mebibyte);
    await reader.cancel();
    while (!network.arrived[0]!.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('states the length of files and bytes, and repeats them from their start', async () => {
    const source = new Counted(pdf);
    const upload: Upload = { name: 'a.pdf', size: pdf.length, stream: () => source.stream() };
    for (const document of [upload, pdf, new Blob([Buffer.from(pdf)])]) {
      meets('refuse', 'lose');
      const { pages, meta } = await client.extractText({ document, layout: 'raw' });
      expect([pages[0]?.text, meta.replayed]).to.deep.equal(['Hello', true]);
      for (const { headers } of network.arrived)
        expect(Number(headers['content-length'])).to.be.greaterThan(pdf.length);
    }
  });

  it('never repeats a stream', async () => {
    for (const fault of ['refuse', 'lose', { status: 503, headers: { 'retry-after': '0' } }] as const) {
      meets(fault);
      const call = client.merge({ documents: [pdf, new Blob([Buffer.from(pdf)]).stream()] });
      await failureOf<Error>(call, typeof fault === 'string' ? ColophonConnectionError : ColophonProblem);
      expect(network.arrived).to.have.length(1);
    }
    const unread = new Counted(pdf);
    const nowhere = clientOf('http://127.0.0.1:1');
    await failureOf(nowhere.merge({ documents: [unread.stream()] }), ColophonConnectionError);
    expect(unread.cancelled).to.equal(true);
    meets();
    const once = new Blob([Buffer.from(pdf)]).stream();
    expect((await client.extractText({ document: once })).pages).to.have.length(1);
    await failureOf(client.extractText({ document: once }), TypeError);
    meets('cut');
    const answer = await client.merge({ documents: [new Blob([Buffer.from(pdf)]).stream()] });
    await failureOf(answer.bytes(), ColophonConnectionError);
    expect(network.arrived).to.have.length(1);
  });

  it('stops an upload that is aborted: its source, and its connection', async () => {
    const source = new Counted(large);
    const gate = held();
    meets(gate.fault);
    const controller = new AbortController();
    const call = failureOf(
      client.extractText({ document: source.stream(), pages: '1' }, { signal: controller.signal }),
      DOMException,
    );
    while (source.pulled === 0 || network.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect((await call).name).to.equal('AbortError');
    gate.open(); // a connection that nobody reads does not show that it has ended
    while (!source.cancelled || !network.arrived[0]!.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('reports a source that fails in the middle', async () => {
    meets();
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the disk is gone')),
    });
    const { message } = await failureOf(client.extractText({ document: broken }), Error);
    expect(message).to.equal('the disk is gone');
    const wrong = new ReadableStream<never>({ pull: (controller) => controller.enqueue('text' as never) });
    await failureOf(client.extractText({ document: wrong, pages: '1' }), TypeError);
    expect(network.arrived.length).to.be.at.most(2);
    const gone: Upload = {
      stream: () => new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) }),
    };
    expect((await failureOf(client.extractText({ document: gone }), Error)).message).to.equal('gone');
    expect(network.arrived.length).to.be.at.most(3);
  });

  it('gets the refusal of a body that is too large without sending it', async () => {
    meets();
    const source = new Counted(large);
    const upload: Upload = { size: 100 * 1024 * mebibyte, stream: () => source.stream() };
    const { slug } = await failureOf(client.extractText({ document: upload }), ColophonProblem);
    expect(slug).to.equal('payload-too-large');
    expect(network.arrived).to.have.length(1);
  });
});
