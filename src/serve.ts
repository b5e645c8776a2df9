import closeWithGrace from 'close-with-grace';
import { startApp } from './app.ts';
import { developmentKey, renderSample } from './cli/sample.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './log.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs the service until a signal stops it. Rejects with a message for the operator where it does not start. */
export async function serve(): Promise<void> {
  const configured = readConfig(process.env);
  const development =
    configured.role !== 'worker' && configured.apiKeys === null && configured.apiKeysFile === null
      ? developmentKey()
      : null;
  const quiet = development !== null && process.env.SERVICE_LOG_LEVEL === undefined;
  const config = {
    ...configured,
    ...(development && { apiKeys: development.entry }),
    ...(quiet && { logLevel: 'warn' as const }),
  };
  const log = createLog(config.logLevel);
  const app = await startApp(config, { log, keepsWarming: true });
  closeWithGrace({ delay: config.grace + 10_000, logger: false }, async ({ err, signal }) => {
    if (err !== undefined) log.error({ err }, 'the process failed');
    else log.info({ signal }, 'stopping');
    await app.stop();
  });
  log.info(
    {
      host: app.host,
      port: app.port,
      role: config.role,
      version: app.deployment.version,
      ...(app.metricsPort !== null && { metricsPort: app.metricsPort }),
    },
    'listening',
  );
  if (development !== null) await renderSample({ host: app.host, port: app.port, key: development.key, say });
}
