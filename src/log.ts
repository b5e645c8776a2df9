import { pino, type DestinationStream, type Logger } from 'pino';

/** The part of pino's logger that the service uses. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

const secretOfKey = /svc_live_([A-Za-z0-9-]+)_[A-Za-z0-9+/=._~-]+/g;

/** Masks the secret of every API key in `line`, also in free text, where the `redact` of pino does not look. */
export function scrub(line: string): string {
  return line.replace(secretOfKey, 'svc_live_$1_***');
}

/**
 * The log of the service: one JSON object a line, on standard output unless `destination` is given. Secrets of keys are
 * masked in the stream, so they are masked in every field and message.
 */
export function createLog(level: string, destination: DestinationStream = process.stdout): Logger {
  const scrubbed: DestinationStream = { write: (line) => destination.write(scrub(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, scrubbed);
}
