import ipaddr from 'ipaddr.js';
import type { Exchange } from '../exchange.ts';

/** The bits of an IPv6 address that all addresses of one subscriber share (RIPE-690, 4.2.2). */
const subscriberBits = 56;

/** The address of the client, as `TRUST_PROXY` determines it; for IPv6 the network of one subscriber. */
export function addressOf({ req: { ip = '' } }: Pick<Exchange, 'req'>): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip); // unwraps an IPv4 address within IPv6 (RFC 4291, 2.5.5.2)
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(ip)}/${subscriberBits}`).toString()}/${subscriberBits}`;
}

/** An address without its zone (RFC 4007, 11). */
function withoutZone(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  return address;
}
