import { expect } from 'chai';
import fc from 'fast-check';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { PipeTransport } from '../../../src/browser/launch/pipe-transport.ts';

describe('The debugging pipes of a browser', () => {
  it('deliver messages whole and in order, however their bytes are divided', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(40), { maxLength: 12 }),
        async (texts, cuts) => {
          const messages = texts.map((text) => JSON.stringify({ text }));
          const [write, read] = [new PassThrough(), new PassThrough()];
          const transport = new PipeTransport(write, read);
          const received: string[] = [];
          transport.onmessage = (message) => void received.push(message);
          let rest = Buffer.from(messages.map((message) => `${message}\0`).join(''));
          for (const cut of cuts) {
            read.write(rest.subarray(0, cut));
            rest = rest.subarray(cut);
            await turn();
          }
          read.write(rest);
          for (let turns = 0; turns < messages.length + 3; turns += 1) await turn();
          expect(received).to.deep.equal(messages);
        },
      ),
      { numRuns: 50 },
    ));

  it('give what follows from one message its turn before the next', async () => {
    const read = new PassThrough();
    const transport = new PipeTransport(new PassThrough(), read);
    const events: string[] = [];
    transport.onmessage = (message) => {
      events.push(message);
      void Promise.resolve()
        .then(() => undefined)
        .then(() => events.push(`after ${message}`));
    };
    read.write('one\0two\0');
    for (let turns = 0; turns < 4; turns += 1) await turn();
    expect(events).to.deep.equal(['one', 'after one', 'two', 'after two']);
  });

  it('get each message in one write, and report their end', async () => {
    const [write, read] = [new PassThrough(), new PassThrough()];
    const transport = new PipeTransport(write, read);
    const written: string[] = [];
    write.on('data', (data: Buffer) => written.push(data.toString()));
    let closed = false;
    transport.onclose = () => (closed = true);
    transport.send('{"id":1}');
    await turn();
    expect(written).to.deep.equal(['{"id":1}\0']);
    read.destroy(new Error('reset'));
    await turn();
    expect(closed).to.equal(true);
  });
});
