import type { Protocol } from 'puppeteer';

/** Kinds of requests that no page waits for the end of. */
export const endless: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'EventSource',
  'Ping',
  'WebSocket',
] as const);
