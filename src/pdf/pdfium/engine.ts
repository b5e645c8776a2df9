import { init } from '@embedpdf/pdfium';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { collectGarbage } from '../../collect-garbage.ts';
import type { Calls } from './calls.ts';

/** The interface of a running module of Emscripten; the views are replaced whenever the memory grows. */
interface Runtime {
  readonly wasmExports: Calls & { readonly memory: WebAssembly.Memory };
  readonly HEAPU8: Uint8Array;
}

/** PDFium in WebAssembly: its functions, and views of its memory as it is now. */
export interface Engine {
  readonly calls: Calls;
  readonly bytes: () => Uint8Array;
  readonly view: () => DataView;
  /** 64 bytes for what a function answers through pointers; good until the next use. */
  readonly scratch: number;
}

/** The memory of an instance only grows. Above this size an instance is not used again. */
const retireAboveBytes = 256 * 1024 * 1024;

/**
 * Memory that one instance may take: a small document can request all of it. Above it the document ends in
 * `limit-exceeded`.
 */
const maxBytes = 1024 * 1024 * 1024;

/**
 * One instance a thread, which is reused: compiling 4.6 MB takes about 40 ms. It holds no data of a document between
 * tasks.
 */
let warm: Promise<Engine> | null = null;

async function start(): Promise<Engine> {
  const file = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const known = new Set(Object.getOwnPropertyNames(globalThis));
  // The trap has the same message that would be printed.
  const { pdfium } = (await init({ wasmBinary, printErr: () => undefined })) as unknown as { pdfium: Runtime };
  forgetHints(known);
  const calls = pdfium.wasmExports;
  limit(calls.memory);
  calls.PDFiumExt_Init();
  const scratch = calls.malloc(64);
  return { calls, scratch, bytes: () => pdfium.HEAPU8, view: () => new DataView(pdfium.HEAPU8.buffer) };
}

/**
 * Removes some 150 globals of Emscripten that only refer their readers to a better way. Each refers to the instance,
 * and so holds its memory.
 */
function forgetHints(known: ReadonlySet<string>): void {
  for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (!known.has(name) && own.get !== undefined && own.set === undefined && own.enumerable !== true)
      Reflect.deleteProperty(globalThis, name);
  }
}

/** Emscripten grows the memory through this object, and takes a throw for no. */
function limit(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > maxBytes)
      throw new RangeError('The memory of the PDF engine has grown to its limit.');
    return grow(pages);
  };
}

/**
 * Runs `use` with an instance of its own thread. After a trap (or any error) the instance is thrown away, because the
 * state of its memory is unknown.
 */
export async function withEngine<T>(use: (engine: Engine) => T | Promise<T>): Promise<T> {
  const { outcome, retired } = await attempt(use);
  // A thread that rests collects nothing: up to a gigabyte would stay with the process until its next task. Where more
  // has been loaded, V8 lets go of it the third time.
  for (let times = 0; retired && times < 3; times += 1) {
    collectGarbage();
    await setImmediate();
  }
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** Nothing that it answers leads to the instance. */
async function attempt<T>(
  use: (engine: Engine) => T | Promise<T>,
): Promise<{ outcome: { readonly value: T } | { readonly error: unknown }; retired: boolean }> {
  warm ??= start();
  const engine = await warm;
  const outcome = await attempted(() => use(engine));
  const retired = engine.bytes().length > retireAboveBytes;
  if (retired || 'error' in outcome) warm = null;
  return { outcome, retired };
}

async function attempted<T>(use: () => T | Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await use() };
  } catch (error) {
    // Until its stack is text, an error holds on to the functions that it went through, and they to the instance.
    for (let at = error; at instanceof Error; at = at.cause) at.stack?.trim();
    return { error };
  }
}
