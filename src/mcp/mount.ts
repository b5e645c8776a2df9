import type { CallDeps } from '../calls/call-tool.ts';
import type { StreamableDeps, StreamableRequest } from './streamable.ts';

/** This transport at `/mcp` of the listener for requests. Its modules load with the first request. */
export function mcpMount(deployed: StreamableDeps) {
  return {
    path: '/mcp',
    methods: ['POST', 'DELETE'],
    headers: {
      sent: ['Mcp-Session-Id', 'Mcp-Protocol-Version', 'Last-Event-ID'],
      shown: ['Mcp-Session-Id'],
    },
    open(deps: CallDeps): (request: StreamableRequest) => Promise<Response> {
      let serving: Promise<(request: StreamableRequest) => Promise<Response>> | null = null;
      return async (request) => {
        serving ??= import('./streamable.ts').then(({ serveStreamable }) => serveStreamable(deployed, deps));
        return (await serving)(request);
      };
    },
  } as const;
}
