import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { socketPair } from '../../../src/http/server/socket-pair.ts';

describe('A connection of the service to itself', () => {
  it('passes bytes in both directions, and each end may end first', async () => {
    const [client, own] = await socketPair();
    client.end('question');
    expect(String((await once(own, 'data')) as [Buffer])).to.equal('question');
    own.end('answer');
    expect(String((await once(client, 'data')) as [Buffer])).to.equal('answer');
    await Promise.all([once(client, 'close'), once(own, 'close')]);
  });

  it('leaves no port open that others could connect to', async () => {
    const [client, own] = await socketPair();
    const port = client.remotePort!;
    const stranger = connect({ port, host: '127.0.0.1' });
    const [error] = (await once(stranger, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).to.equal('ECONNREFUSED');
    for (const end of [client, own]) end.destroy();
  });

  it('is made as often as it is requested, also at the same time', async () => {
    const pairs = await Promise.all(Array.from({ length: 20 }, () => socketPair()));
    expect(new Set(pairs.map(([client]) => client.localPort)).size).to.equal(20);
    for (const [client, own] of pairs) expect(own.remotePort).to.equal(client.localPort);
    for (const end of pairs.flat()) end.destroy();
  });
});
