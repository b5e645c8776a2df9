import ipaddr from 'ipaddr.js';
import type { Exchange } from '../exchange.ts';

/** Bits of an IPv6 address that one subscriber shares at least (RIPE-690, 4.2.2). */
const subscriberBits = 56;

/** The address that asks, as `TRUST_PROXY` lets it be known; of IPv6 the network of one subscriber. */
export function addressOf({ req: { ip = '' } }: Pick<Exchange, 'req'>): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip); // an IPv4 address within IPv6 is that address (RFC 4291, 2.5.5.2)
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(ip)}/${subscriberBits}`).toString()}/${subscriberBits}`;
}

/** An address without its zone (RFC 4007, 11). */
function withoutZone(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  return address;
}
