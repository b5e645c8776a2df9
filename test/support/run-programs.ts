import { execFile } from 'node:child_process';
import type { Asked, Told } from './programs.ts';

// The process that programs.ts starts: it runs what it is asked to, and ends with whoever asked.
process.on('message', ({ id, command, args, input, ...options }: Asked) => {
  const child = execFile(command, args, { ...options, encoding: 'buffer', maxBuffer: 1024 ** 3 }, (error, stdout, stderr) => {
    const told: Told = { id, stdout, stderr, error: error && { message: error.message, code: error.code ?? null, signal: error.signal ?? null } };
    process.send?.(told);
  });
  child.stdin?.on('error', () => undefined); // a program that ends before it has read all
  child.stdin?.end(input);
});
process.on('disconnect', () => process.exit());
