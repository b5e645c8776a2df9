import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A line of a process's log. */
export type LogLine = Readonly<Record<string, any>>;

/** A process of the service that is started again, by the same role, whenever it ends, as a supervisor would. */
export class Node {
  readonly role: 'all' | 'api' | 'worker';
  readonly #env: Readonly<Record<string, string>>;
  readonly #told: (line: LogLine) => void;
  #child: ChildProcess | null = null;
  #stopping = false;
  /** Where it listens; `null` while it does not. */
  port: number | null = null;
  /** How often it was killed. */
  kills = 0;

  private constructor(role: Node['role'], env: Readonly<Record<string, string>>, told: (line: LogLine) => void) {
    this.role = role;
    this.#env = env;
    this.#told = told;
  }

  /** Resolves when it listens. */
  static async start(
    role: Node['role'],
    env: Readonly<Record<string, string>>,
    told: (line: LogLine) => void,
  ): Promise<Node> {
    const node = new Node(role, env, told);
    await node.#start();
    return node;
  }

  /** `kill -9`; it comes back by itself. */
  kill(): void {
    this.kills += 1;
    this.#child?.kill('SIGKILL');
  }

  /** `kill -9` of one of its browsers; `false` = it has none just now. */
  killBrowser(): boolean {
    const pids = childrenOf(this.#child?.pid ?? 0);
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid === undefined) return false;
    try {
      process.kill(pid, 'SIGKILL');
      return true;
    } catch {
      return false; // it has ended by itself
    }
  }

  /** Stops it as a supervisor does; answers its exit code. */
  async stop(): Promise<number | null> {
    this.#stopping = true;
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  }

  async #start(): Promise<void> {
    const child = spawn(process.execPath, [new URL('../../src/main.ts', import.meta.url).pathname], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...this.#env,
        SERVICE_ROLE: this.role,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const errors: string[] = [];
    child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
    child.once('exit', () => {
      this.port = null;
      if (!this.#stopping)
        void this.#start().catch((error: unknown) =>
          this.#told({ level: 60, msg: 'did not start', err: String(error) }),
        );
    });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () =>
        this.kills > 0 || this.#stopping ? resolve() : reject(new Error(`It did not start: ${errors.join('')}`)),
      );
      createInterface({ input: child.stdout }).on('line', (text) => {
        const line = parsed(text);
        this.#told(line);
        if (line.msg !== 'listening') return;
        this.port = line.port as number;
        resolve();
      });
    });
  }
}

/** A process that is killed while it writes leaves half a line. */
function parsed(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { msg: text };
  }
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .filter((text) => text !== '')
      .map(Number);
  } catch {
    return [];
  }
}
