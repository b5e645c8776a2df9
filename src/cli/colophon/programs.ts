import type { Program } from '../../command/surroundings.ts';

const serveHelp = `Run the service: serve

Usage: colophon serve

Serves the tools over HTTP until it is stopped, as \`npm start\` of the project does. The variables SERVICE_* are its
settings; docs/settings.md describes them.

Examples:
  colophon serve
  SERVICE_PORT=9000 SERVICE_API_KEYS_FILE=keys.txt colophon serve
`;

/** The commands that are no tools. */
export const programs: readonly Program[] = [
  { name: 'serve', summary: 'Run the service', help: serveHelp, run: serveUntilStopped },
];

async function serveUntilStopped(): Promise<number> {
  // The service handles signals itself: it finishes what is under way.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(name);
  const { serve } = await import('../../serve.ts');
  await serve();
  return new Promise<number>(() => undefined); // the service ends the process
}
