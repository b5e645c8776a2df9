import { execFile } from 'node:child_process';
import type { Asked, Told } from './programs.ts';

// The process that programs.ts starts: it runs the requested programs, and ends with the process that started it.
process.on('message', ({ id, command, args, cwd }: Asked) => {
  const child = execFile(command, args, { cwd, maxBuffer: 1024 ** 3 }, (error, stdout, stderr) => {
    const told: Told = {
      id,
      output: { stdout, stderr },
      error: error && { message: error.message, code: error.code ?? null, signal: error.signal ?? null },
    };
    process.send?.(told);
  });
  child.stdin?.end();
});
process.on('disconnect', () => process.exit());
