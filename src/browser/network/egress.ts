import { lookup as resolve } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Response of a remote host. A redirect is passed on unfollowed, so that its target is checked again. */
export interface Fetched {
  readonly status: number;
  readonly headers: readonly { name: string; value: string }[];
  readonly body: Buffer;
}

/** A request of a page to the network. A `body` of `null` is an absent one. */
export interface EgressRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Bytes that one print may still load from other hosts, with all resources together. */
export interface RemoteBudget {
  leftBytes: number;
}

/** The only way from a document to the network, and only to hosts that the operator allows. */
export interface Egress {
  /** True when the policy lets documents load this URL. */
  allows(url: string): boolean;
  /** Throws EgressError. */
  fetch(request: EgressRequest, signal: AbortSignal, budget?: RemoteBudget): Promise<Fetched>;
}

/**
 * The reason why nothing was fetched, in words for the client. It contains neither a resolved address nor a socket
 * error.
 */
export class EgressError extends Error {
  override readonly name = 'EgressError';
}

/** The hosts and addresses that requests of pages may reach. */
export interface EgressOptions {
  /** Host names, each exact or `*.example.com`, with an optional `:port` (`SERVICE_NETWORK_ALLOW`). */
  readonly allow: readonly string[];
  /** Resolves a host name to all of its addresses; tests replace it. */
  readonly addresses?: (host: string) => Promise<string[]>;
  /** True for an address that may be connected to; unless given, for public unicast addresses only. */
  readonly reachable?: (address: string) => boolean;
}

const maxBytes = 32 * 1024 * 1024;
/** Maximum number of bytes that one print may load from other hosts. */
export const maxRemoteBytes = 64 * 1024 * 1024;
const seconds = 30;
/** Ports of an allowed host without a port of its own. */
const webPorts = [80, 443];
/** Hop-by-hop, length and policy headers, which mean nothing once the body is passed on whole and decoded. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'trailer',
  'upgrade',
  'proxy-authenticate',
  'alt-svc',
  'set-cookie',
]);

/**
 * Resolves once, refuses unless every address is public unicast, and connects to exactly the address that was checked.
 */
export function createEgress({ allow, addresses = allAddresses, reachable = isPublic }: EgressOptions): Egress {
  const hosts = allow.map(allowedHost);
  const allows = (url: string) => isAllowed(url, hosts);
  return {
    allows,
    async fetch(request, signal, budget = { leftBytes: maxRemoteBytes }) {
      const url = new URL(request.url);
      if (!allows(request.url)) throw new EgressError(`${url.host} is not an allowed host`);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      try {
        const found = ipaddr.isValid(host) ? [host] : await addresses(host);
        if (found.length === 0 || !found.every(reachable))
          throw new EgressError(`${url.hostname} does not resolve to public addresses only`);
        return await send(request, url, {
          addresses: found,
          budget,
          signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
        });
      } catch (error) {
        throw error instanceof EgressError ? error : new EgressError(reasonOf(error));
      }
    },
  };
}

/** Reasons of socket and look-up errors, by their codes. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host is not known',
  ENODATA: 'its host is not known',
  EAI_AGAIN: 'its host can not be looked up now',
  ECONNREFUSED: 'its host refuses connections',
  ECONNRESET: 'its host closed the connection',
  EHOSTUNREACH: 'its host can not be reached',
  ENETUNREACH: 'its host can not be reached',
  ETIMEDOUT: 'its host does not answer',
};

function reasonOf(error: unknown): string {
  const { code = '', name = '' } = error as { code?: unknown; name?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return `it was not there within ${seconds} s`;
  if (/CERT|SIGNATURE|ISSUER/.test(String(code))) return 'the certificate of its host is not valid';
  return reasons[String(code)] ?? 'the connection to its host failed';
}

async function allAddresses(host: string): Promise<string[]> {
  return (await resolve(host, { all: true })).map(({ address }) => address);
}

/** Public unicast by the IANA special-purpose registries; an IPv4 address inside IPv6 is checked as IPv4. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // RFC 4291, 2.5.5.1: `::7f00:1` is 127.0.0.1, and in no range of its own.
  const compatible = parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0);
  return parsed.range() === 'unicast' && !compatible;
}

interface AllowedHost {
  readonly host: string;
  readonly ports: readonly number[];
}

function allowedHost(entry: string): AllowedHost {
  const [host = '', port] = entry.toLowerCase().split(':');
  return { host, ports: port === undefined ? webPorts : [Number(port)] };
}

function isAllowed(text: string, hosts: readonly AllowedHost[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return false;
  const requested = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return hosts.some(
    ({ host, ports }) =>
      ports.includes(requested) && (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host),
  );
}

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1), and headers that are set again. */
const ofConnection = new Set([
  'host',
  'connection',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);
const isOfConnection = (name: string) => ofConnection.has(name) || name.startsWith('proxy-');

interface Sending {
  readonly addresses: readonly string[];
  readonly budget: RemoteBudget;
  readonly signal: AbortSignal;
}

async function send(request: EgressRequest, url: URL, { addresses, budget, signal }: Sending): Promise<Fetched> {
  const lookup: LookupFunction = (_host, options, done) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = all;
    if (options.all === true) done(null, all);
    else done(null, first?.address ?? '', first?.family);
  };
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !isOfConnection(name.toLowerCase())),
  );
  // Loaded at its first use: a service without a network never needs it.
  const { request: start } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((answered, failed) => {
    const sent = start(
      url,
      { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' }, lookup, signal },
      (message) => {
        read(message, budget).then(
          (body) => answered({ status: message.statusCode ?? 502, headers: headersOf(message), body }),
          (cause: unknown) => {
            message.destroy();
            failed(cause instanceof Error ? cause : new Error(String(cause)));
          },
        );
      },
    );
    sent.on('error', failed);
    sent.end(request.body ?? undefined);
  });
}

async function read(message: IncomingMessage, budget: RemoteBudget): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    budget.leftBytes -= chunk.length;
    if (length > maxBytes) throw new EgressError(`it is larger than ${maxBytes} bytes`);
    if (budget.leftBytes < 0) throw new EgressError(`a print loads ${maxRemoteBytes} bytes from other hosts at most`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function headersOf(message: IncomingMessage): { name: string; value: string }[] {
  return Object.entries(message.headers).flatMap(([name, value]) =>
    dropped.has(name) || value === undefined ? [] : [{ name, value: Array.isArray(value) ? value.join(', ') : value }],
  );
}
