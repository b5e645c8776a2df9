import { lookup as resolve } from 'node:dns/promises';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What came back from a remote host; a redirect is handed on as it is, so that its target is judged anew. */
export interface Fetched {
  readonly status: number;
  readonly headers: readonly { name: string; value: string }[];
  readonly body: Buffer;
}

export interface EgressRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The only way from a document to the network, and only to hosts that the operator allows. */
export interface Egress {
  /** True when the policy lets documents load this URL. */
  allows(url: string): boolean;
  fetch(request: EgressRequest, signal: AbortSignal): Promise<Fetched>;
}

export interface EgressOptions {
  /** Host names, each exact or `*.example.com` (`SERVICE_NETWORK_ALLOW`). */
  readonly allow: readonly string[];
  /** Resolves a host name to all of its addresses; another one in tests. */
  readonly addresses?: (host: string) => Promise<string[]>;
  /** Says whether an address may be connected to; the default is public unicast only. */
  readonly reachable?: (address: string) => boolean;
}

const maxBytes = 32 * 1024 * 1024;
const seconds = 30;
/** Hop-by-hop, length and policy headers that mean nothing once the body is handed over whole and decoded. */
const dropped = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'trailer', 'upgrade', 'proxy-authenticate', 'alt-svc', 'set-cookie']);

/** Resolves once, refuses unless every address is public unicast, and connects to exactly the address that was judged. */
export function createEgress({ allow, addresses = allAddresses, reachable = isPublic }: EgressOptions): Egress {
  const hosts = allow.map((host) => host.toLowerCase());
  const allows = (url: string) => isAllowed(url, hosts);
  return {
    allows,
    async fetch(request, signal) {
      const url = new URL(request.url);
      if (!allows(request.url)) throw new Error(`${url.host} is not an allowed host`);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const found = ipaddr.isValid(host) ? [host] : await addresses(host);
      if (found.length === 0 || !found.every(reachable)) throw new Error(`${url.hostname} does not resolve to public addresses only`);
      return send(request, url, found, AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]));
    },
  };
}

async function allAddresses(host: string): Promise<string[]> {
  return (await resolve(host, { all: true })).map(({ address }) => address);
}

/** Public unicast by the IANA special-purpose registries; an IPv4 address inside IPv6 is judged as itself. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // RFC 4291, 2.5.5.1: `::7f00:1` is 127.0.0.1 in disguise, and no range of its own.
  const compatible = parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0);
  return parsed.range() === 'unicast' && !compatible;
}

function isAllowed(text: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return false;
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));
}

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1), and those that are made anew. */
const ofConnection = new Set(['host', 'connection', 'accept-encoding', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']);
const isOfConnection = (name: string) => ofConnection.has(name) || name.startsWith('proxy-');

function send(request: EgressRequest, url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Fetched> {
  const lookup: LookupFunction = (_host, options, done) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = all;
    if (options.all === true) done(null, all);
    else done(null, first?.address ?? '', first?.family);
  };
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isOfConnection(name.toLowerCase())));
  return new Promise((answered, failed) => {
    const start = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent = start(url, { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' }, lookup, signal }, (message) => {
      read(message).then(
        (body) => answered({ status: message.statusCode ?? 502, headers: headersOf(message), body }),
        (cause: unknown) => {
          message.destroy();
          failed(cause instanceof Error ? cause : new Error(String(cause)));
        },
      );
    });
    sent.on('error', failed);
    sent.end(request.body ?? undefined);
  });
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the resource is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function headersOf(message: IncomingMessage): { name: string; value: string }[] {
  return Object.entries(message.headers).flatMap(([name, value]) => (dropped.has(name) || value === undefined ? [] : [{ name, value: Array.isArray(value) ? value.join(', ') : value }]));
}
