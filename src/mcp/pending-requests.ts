import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CancelledNotificationSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The requests of a connection that have no answer yet. */
export interface PendingRequests {
  /** Resolves when there is none. */
  none(): Promise<void>;
}

/** Watches a transport that is connected already. A request that was cancelled gets no answer. */
export function pendingRequests(transport: Transport): PendingRequests {
  const pending = new Set<string | number>();
  const waiting = new Set<() => void>();
  const settle = (id: string | number | undefined): void => {
    if (id !== undefined) pending.delete(id);
    if (pending.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ('id' in message && 'method' in message) pending.add(message.id);
    receive?.(message, extra);
    const cancelled = CancelledNotificationSchema.safeParse(message);
    if (cancelled.success) settle(cancelled.data.params.requestId);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message: JSONRPCMessage, options) => {
    await send(message, options);
    if ('id' in message && !('method' in message)) settle(message.id);
  };
  return {
    none: () => (pending.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.add(resolve))),
  };
}
