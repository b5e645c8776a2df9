import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

const secretOfKey = /svc_live_([A-Za-z0-9-]+)_[A-Za-z0-9+/=._~-]+/g;

/**
 * Masks the secret of every key that stands in `line`, wherever it stands: pino's `redact` misses keys in free text.
 */
export function scrub(line: string): string {
  return line.replace(secretOfKey, 'svc_live_$1_***');
}

/**
 * The service's log: one JSON object a line on standard output.
 * Keys are masked in the stream itself, whatever field or message they stand in.
 */
export function createLog(level: string, destination: DestinationStream = process.stdout): Logger {
  const scrubbed: DestinationStream = { write: (line) => destination.write(scrub(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, scrubbed);
}
