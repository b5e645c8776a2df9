import type { Protocol } from 'puppeteer';

/** Kinds of requests whose end no page waits for. */
export const endless: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'EventSource',
  'Ping',
  'WebSocket',
] as const);
