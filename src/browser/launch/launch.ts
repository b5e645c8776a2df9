import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Readable, Writable } from 'node:stream';
import type { Browser } from 'puppeteer';
import { killAtExit } from './exit-cleanup.ts';
import { PipeTransport } from './pipe-transport.ts';
import { loadProtocol } from './protocol.ts';
import { killByArgument, killGroup } from './process-group.ts';

/** How one browser is started. */
export interface LaunchOptions {
  /** Megabytes of V8's heap for one page; 768 unless given. */
  readonly heapMegabytes?: number;
  /** The Chromium binary; `chromium-headless-shell` is 3 to 5 times faster than the full browser on small documents. */
  readonly executable: string;
  /** `false` only where the operator has set it: without user namespaces Chromium cannot sandbox its renderers. */
  readonly sandbox: boolean;
  /** A folder for this browser alone; removed when it is closed. */
  readonly folder: string;
  readonly fontsConf: string;
  /**
   * True where puppeteer attaches its own session to every page, as its `Page` needs; each command and event then
   * passes through two sessions. Otherwise pages have the sessions that `tab.ts` attaches, and no others.
   */
  readonly puppeteerPages?: boolean;
  /** Called once the process runs; the browser answers some 300 ms later. */
  readonly spawned?: (() => void) | undefined;
}

/** A running browser; `pid` is the id of its process, which leads a process group. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  readonly pid: number;
  /** Ends every process of the browser at once and removes its folder. */
  kill(): Promise<void>;
}

/** Milliseconds in which Chromium starts. */
const patienceMs = 20_000;

/** puppeteer's own limit does not cover a browser that starts and then is silent. */
async function late(): Promise<never> {
  await sleep(patienceMs, undefined, { ref: false });
  throw new Error(`it gave no answer within ${patienceMs / 1000} s`);
}

/** nobody:nogroup. A service that runs as root starts Chromium as this user, so that the sandbox holds. */
const unprivileged = { uid: 65534, gid: 65534 };

/**
 * Arguments that turn the network off: no host resolves and no datagram leaves, so that requests beyond the
 * interception (WebSocket, prefetch, STUN, popups) reach nothing. `network.ts` supplies what a document may load.
 */
const networkOff = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
];

const quiet = [
  '--headless',
  // No page but those that the service opens: the first one would cost a renderer.
  '--no-startup-window',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  // A page gets a new document after each print, in the same frame, without state of the previous one.
  // Files of hosts with `http:` addresses are requested as they are written: the egress decides on each of them.
  '--disable-features=RenderDocument,BackForwardCache,AutoupgradeMixedContent',
  // Loads pictures far down a page with scripts like all others: print has no scrolling.
  '--blink-settings=lazyLoadEnabled=false,allowRunningOfInsecureContent=true',
];

/** Finds out how a browser is started on this machine, before one is: that takes 30 ms. */
export function prepareLaunch(): void {
  if (process.getuid?.() === 0) void unprivilegedCommand();
}

/**
 * Starts one Chromium in a process group of its own. As root it runs as nobody, without new privileges and sandboxed.
 */
export async function launch(options: LaunchOptions): Promise<LaunchedBrowser> {
  const root = process.getuid?.() === 0;
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  if (root) await chown(options.folder, unprivileged.uid, unprivileged.gid);
  const profile = `--user-data-dir=${join(options.folder, 'profile')}`;
  const chromium = [
    options.executable,
    '--remote-debugging-pipe',
    profile,
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...networkOff,
    ...quiet,
    // Garbage of a page is first collected at 48 MB: a print of 1,000 rows then seldom waits for a collection.
    `--js-flags=--max-old-space-size=${options.heapMegabytes ?? 768} --initial-old-space-size=48`,
  ];
  const [executablePath = '', ...args] = root ? [...(await unprivilegedCommand()), ...chromium] : chromium;
  const started = spawn(executablePath, args, {
    detached: true, // it leads a process group
    env: environment(options),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  options.spawned?.();
  const browser = await Promise.race([connected(started, options), ended(started), late()]).catch(
    async (cause: unknown) => {
      await killByArgument(profile);
      await rm(options.folder, { recursive: true, force: true });
      throw new Error(
        [`Chromium (${options.executable}) did not start.`, ...(options.sandbox ? [notStarted] : [])].join(' '),
        { cause },
      );
    },
  );
  const pid = started.pid ?? 0;
  const forget = killAtExit(pid);
  return { browser, pid, kill: () => end(browser, pid, options.folder).finally(forget) };
}

/** Connects puppeteer with the pipes of a started browser. */
async function connected({ stdio }: ChildProcess, { puppeteerPages = false }: LaunchOptions): Promise<Browser> {
  const { connect } = await loadProtocol(); // it loads while the browser starts
  const browser = await connect({
    transport: new PipeTransport(stdio[3] as Writable, stdio[4] as Readable),
    defaultViewport: null,
    protocolTimeout: 0,
    ...(puppeteerPages ? {} : { targetFilter: () => false }),
  });
  if (!puppeteerPages) await detachFromPages(browser);
  return browser;
}

/** Rejects when the process ends, or could not be started. */
function ended(started: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    started.once('error', reject);
    started.once('exit', (code, signal) => reject(new Error(`it ended with ${signal ?? code}`)));
  });
}

/** Ends puppeteer's attachment to new pages: each would wait for it, also a window that a script opens. */
async function detachFromPages(browser: Browser): Promise<void> {
  const session = await browser.target().createCDPSession();
  await session
    .connection()
    ?.send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true });
  await session.detach();
}

/**
 * Runs the command as nobody. It has no new privileges where the kernel gives Chromium's sandbox a user namespace.
 * Elsewhere (a plain chroot) Debian's setuid helper makes the sandbox, which that flag would disable.
 */
const asNobody = ['/usr/bin/setpriv', `--reuid=${unprivileged.uid}`, `--regid=${unprivileged.gid}`, '--clear-groups'];

const notStarted =
  'It may have no sandbox: that needs user namespaces, or Debian’s package chromium-sandbox; in Docker, run ' +
  'the image with ' +
  ('`--security-opt seccomp=docs/seccomp.json`. Where the container itself is the sandbox, set ' +
    'SERVICE_CHROMIUM_SANDBOX=off.');
const setuidHelper = '/usr/lib/chromium/chrome-sandbox';
let command: Promise<string[]> | null = null;

function unprivilegedCommand(): Promise<string[]> {
  command ??= (async () => {
    const strict = [...asNobody, '--no-new-privs', '--'];
    const namespaces = await promisify(execFile)('/usr/bin/setpriv', [
      ...strict.slice(1),
      'unshare',
      '--user',
      'true',
    ]).then(
      () => true,
      () => false,
    );
    return namespaces || !existsSync(setuidHelper) ? strict : [...asNobody, '--'];
  })();
  return command;
}

/** The browser's environment: nothing of the service's own (keys, database passwords). */
function environment({ folder, fontsConf }: LaunchOptions): Record<string, string> {
  return {
    HOME: folder,
    TMPDIR: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    FONTCONFIG_FILE: fontsConf,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PATH: '/usr/bin:/bin',
  };
}

async function end(browser: Browser, pid: number, folder: string): Promise<void> {
  await killGroup(pid);
  await browser.disconnect().catch(() => undefined);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
