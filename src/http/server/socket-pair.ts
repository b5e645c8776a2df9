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
  const accepted: Socket[] = [];
  listener.on('connection', (socket) => accepted.push(socket.on('error', () => socket.destroy())));
  const signal = AbortSignal.timeout(patienceMs);
  try {
    await once(listener.listen(0, '127.0.0.1'), 'listening', { signal });
    const client = connect({ port: (listener.address() as AddressInfo).port, host: '127.0.0.1' });
    client.once('error', () => client.destroy());
    await once(client, 'connect', { signal });
    const isOwn = ({ remotePort, remoteAddress }: Socket) =>
      remotePort === client.localPort && remoteAddress === client.localAddress;
    while (!accepted.some(isOwn)) await once(listener, 'connection', { signal });
    const own = accepted.splice(accepted.findIndex(isOwn), 1) as [Socket];
    return [client, ...own];
  } finally {
    listener.close();
    for (const stranger of accepted) stranger.destroy();
  }
}
