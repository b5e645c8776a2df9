import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Milliseconds in which a connection within the machine is made. */
const patienceMs = 2_000;

/**
 * Both ends of a new connection over the loopback interface. The listener takes this one connection only: another
 * program that reaches its port meanwhile is disconnected. Rejects where the machine has no loopback interface.
 */
export async function socketPair(): Promise<readonly [client: Socket, own: Socket]> {
  const listener = createServer({ allowHalfOpen: true });
  const unused = new Set<Socket>();
  listener.on('connection', (socket) => unused.add(socket.on('error', () => socket.destroy())));
  const signal = AbortSignal.timeout(patienceMs);
  try {
    await once(listener.listen(0, '127.0.0.1'), 'listening', { signal });
    const client = connect({ port: (listener.address() as AddressInfo).port, host: '127.0.0.1' });
    unused.add(client.once('error', () => client.destroy()));
    await once(client, 'connect', { signal });
    for (;;) {
      const own = [...unused].find((socket) => isPeer(socket, client));
      if (own !== undefined && unused.delete(own) && unused.delete(client)) return [client, own];
      await once(listener, 'connection', { signal });
    }
  } finally {
    listener.close();
    for (const socket of unused) socket.destroy();
  }
}

const isPeer = ({ remotePort, remoteAddress }: Socket, { localPort, localAddress }: Socket): boolean =>
  remotePort === localPort && remoteAddress === localAddress;
