import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openOwnCalls } from '../../src/app/own-calls.ts';
import type { OwnCalls } from '../../src/calls/own-calls.ts';
import { createLog } from '../../src/log.ts';
import { maxLineBytes } from '../../src/mcp/whole-lines.ts';
import { serveStdio } from '../../src/mcp/stdio.ts';
import type { Json } from '../support/service.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const call = (id: number, name: string, given: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});

describe('MCP over standard input and output', () => {
  let own: OwnCalls;
  before(async () => {
    own = await openOwnCalls(createLog('silent'));
  });
  after(() => own.close());

  /** Serves until its input is read; `send` writes the input. Resolves with the messages of the output. */
  async function served(send: (input: PassThrough) => void, signal = new AbortController().signal): Promise<Json[]> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const read = text(output);
    const serving = serveStdio(own, { root: null, signal, input, output });
    send(input);
    await serving;
    output.end();
    return (await read)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
  const line = (message: unknown) => `${JSON.stringify(message)}\n`;

  it('answers every call before it ends with its input, and writes nothing but messages', async () => {
    const messages = await served((input) => {
      input.write(line(initialize));
      input.end(line(call(2, 'render', { operations: [{ op: 'add_text', text: 'the last' }] })));
    });
    expect(messages.map(({ id }) => id)).to.deep.equal([1, 2]);
    expect(messages[0].result.serverInfo.name).to.equal('colophon');
    expect(messages[1].result.structuredContent.document.pages).to.equal(1);
  });

  it('goes on after lines that are no messages', async () => {
    const messages = await served((input) => {
      for (const bad of [
        '',
        '{',
        'null',
        '[]',
        '{"jsonrpc":"2.0"}',
        '{"id":9}',
        '\u0000',
        '{"jsonrpc":"2.0","id":1e99}',
      ])
        input.write(`${bad}\n`);
      input.write(Buffer.from([0xff, 0xfe, 0x0a]));
      input.write(line(initialize).slice(0, 20));
      input.end(line(initialize).slice(20));
    });
    expect(messages.filter(({ result }) => result !== undefined)).to.have.length(1);
  });

  it('leaves out a line that is too long, and reads the next', async () => {
    const messages = await served((input) => {
      const piece = Buffer.alloc(1024 * 1024, 'x');
      for (let sent = 0; sent <= maxLineBytes; sent += piece.byteLength) input.write(piece);
      input.end(`\n${line(initialize)}`);
    });
    expect(messages.map(({ id }) => id)).to.deep.equal([1]);
  });

  it('ends when it is stopped, also in the middle of a call', async () => {
    const stop = new AbortController();
    const operations = Array.from({ length: 5000 }, (_, index) => ({ op: 'add_text', text: `${index} `.repeat(100) }));
    const messages = await served((input) => {
      input.write(line(initialize));
      input.write(line(call(2, 'render', { operations })));
      setTimeout(() => stop.abort(), 200);
    }, stop.signal);
    expect(messages.map(({ id }) => id)).to.deep.equal([1]);
  });

  it('refuses a root that is not there', async () => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const { signal } = new AbortController();
    const error = await serveStdio(own, { root: '/nowhere', signal, ...streams }).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include('/nowhere');
  });
});
