import { expect } from 'chai';
import { createLanes } from '../../../../src/render/print/fragments/lanes.ts';

/** Work that ends when it is told to. */
function work(name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    run: (page: string) => (begun.push(`${name} on ${page}`), promise),
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Prints of a long document', () => {
  it('run one after the other where there is one page', async () => {
    const begun: string[] = [];
    const lanes = createLanes<string>({ own: 'own', spare: () => null });
    const [a, b] = [work('a', begun), work('b', begun)];
    const both = Promise.all([lanes.run(a.run), lanes.run(b.run)]);
    expect(begun).to.deep.equal(['a on own']);
    a.end();
    await settled();
    expect(begun).to.deep.equal(['a on own', 'b on own']);
    b.end();
    expect(await both).to.deep.equal(['a', 'b']);
  });

  it('run beside each other on pages that are free, which go back after each', async () => {
    const begun: string[] = [];
    let free = 1;
    const lanes = createLanes<string>({
      own: 'own',
      spare: (run) => (free === 0 ? null : ((free -= 1), run('spare').finally(() => (free += 1)))),
    });
    const [a, b, c] = [work('a', begun), work('b', begun), work('c', begun)];
    const all = Promise.all([a, b, c].map(({ run }) => lanes.run(run)));
    expect(begun).to.deep.equal(['a on own', 'b on spare']);
    b.end();
    await settled();
    expect(begun).to.deep.equal(['a on own', 'b on spare', 'c on spare']);
    a.end();
    c.end();
    expect(await all).to.deep.equal(['a', 'b', 'c']);
  });

  it('go on after one that failed', async () => {
    const begun: string[] = [];
    const lanes = createLanes<string>({ own: 'own', spare: () => null });
    const [a, b] = [work('a', begun), work('b', begun)];
    const [first, second] = [lanes.run(a.run).catch((error: unknown) => (error as Error).message), lanes.run(b.run)];
    a.fail();
    b.end();
    expect(await Promise.all([first, second])).to.deep.equal(['a', 'b']);
  });

  it('are waited for when the document is given up, and none begins any more', async () => {
    const begun: string[] = [];
    const lanes = createLanes<string>({ own: 'own', spare: () => null });
    const [a, b] = [work('a', begun), work('b', begun)];
    void lanes.run(a.run);
    const second = lanes.run(b.run).catch((error: unknown) => (error as Error).message);
    let closed = false;
    const closing = lanes.close().then(() => (closed = true));
    expect(await second).to.equal('the document was given up');
    expect(closed).to.equal(false);
    a.end();
    await closing;
    expect(await lanes.run(b.run).catch((error: unknown) => (error as Error).message)).to.equal(
      'the document was given up',
    );
    expect(begun).to.deep.equal(['a on own']);
  });
});
