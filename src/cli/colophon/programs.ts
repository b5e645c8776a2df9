import { parseArgs } from 'node:util';
import type { OwnCalls } from '../../calls/own-calls.ts';
import { exitCodes, UsageError } from '../../command/exit-codes.ts';
import type { Program } from '../../command/surroundings.ts';

/** What the programs use of the process. */
interface Process {
  readonly openOwn: (settings: { readonly networkAllow: string }) => Promise<OwnCalls>;
  readonly signal: AbortSignal;
}

const serveHelp = `Run the service: serve

Usage: colophon serve

Serves the tools over HTTP until it is stopped, as \`npm start\` of the project does. The variables SERVICE_* are its
settings; docs/settings.md describes them.

Examples:
  colophon serve
  SERVICE_PORT=9000 SERVICE_API_KEYS_FILE=keys.txt colophon serve
`;

const mcpHelp = `Serve the tools to an assistant: mcp

Usage: colophon mcp [--root FOLDER] [--allow-network HOST]...

Serves the Model Context Protocol over standard input and output, for one person, until the input ends. Files are read and
written only below the folder of --root; without it there are none.

Examples:
  colophon mcp --root ~/documents
  colophon mcp --root . --allow-network cdn.example.com
`;

/** The commands that are no tools. */
export function programs(process: Process): readonly Program[] {
  return [
    {
      name: 'mcp',
      summary: 'Serve the tools to an assistant, over standard input and output',
      help: mcpHelp,
      run: (args) => serveAssistant(args, process),
    },
    { name: 'serve', summary: 'Run the service', help: serveHelp, run: serveUntilStopped },
  ];
}

async function serveAssistant(args: readonly string[], { openOwn, signal }: Process): Promise<number> {
  const { root = null, 'allow-network': hosts = [] } = assistantOptions(args);
  const [{ serveStdio }, own] = await Promise.all([
    import('../../mcp/stdio.ts'),
    openOwn({ networkAllow: hosts.join(',') }),
  ]);
  try {
    await serveStdio(own, { root, signal, input: process.stdin, output: process.stdout });
    return exitCodes.success;
  } finally {
    await own.close();
  }
}

function assistantOptions(args: readonly string[]) {
  try {
    const options = { root: { type: 'string' }, 'allow-network': { type: 'string', multiple: true } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function serveUntilStopped(): Promise<number> {
  // The service handles signals itself: it finishes what is under way.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(name);
  const { serve } = await import('../../serve.ts');
  await serve();
  return new Promise<number>(() => undefined); // the service ends the process
}
