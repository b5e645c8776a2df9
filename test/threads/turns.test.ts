import { expect } from 'chai';
import { Turns } from '../../src/threads/turns.ts';

const never = new AbortController().signal;

describe('Turns', () => {
  it('are given to each client up to the limit, and then in the order of asking', async () => {
    const turns = new Turns(1);
    const order: string[] = [];
    const first = await turns.take('a', never);
    const waiting = ['second', 'third'].map(async (name) => {
      const done = await turns.take('a', never);
      order.push(name);
      done();
    });
    const other = await turns.take('b', never);
    other();
    expect(order).to.deep.equal([]);
    first();
    await Promise.all(waiting);
    expect(order).to.deep.equal(['second', 'third']);
  });

  it('are not held by a task that was aborted while it waited', async () => {
    const turns = new Turns(1);
    const first = await turns.take('a', never);
    const gone = new AbortController();
    const waiting = turns.take('a', gone.signal);
    gone.abort(new Error('gone'));
    await waiting.then(() => expect.fail('it got a turn'), (error: unknown) => expect(String(error)).to.contain('gone'));
    first();
    (await turns.take('a', never))();
  });
});
