import createQpdf from '@neslinesli93/qpdf-wasm';

/** The used part of the module, which Emscripten made. */
interface Qpdf {
  callMain(args: string[]): number;
  readonly FS: {
    init(input: () => null, output: () => void, error: () => void): void;
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}

type Start = (options: { noInitialRun: boolean; preRun: ((qpdf: Qpdf) => void)[] }) => Promise<Qpdf>;

/** Otherwise it writes to the log of the service. */
const silence = ({ FS }: Qpdf) => {
  FS.init(
    () => null,
    () => undefined,
    () => undefined,
  );
};

/**
 * Linearizes a document (ISO 32000-2, annex F), so that viewers show its first page before the rest arrives. qpdf runs
 * in memory of its own; null if it fails, or had to repair something. Encrypted documents stay encrypted, and get a new
 * identifier each time.
 */
export async function linearized(
  pdf: Uint8Array,
  { password, encrypted }: { readonly password: string | undefined; readonly encrypted: boolean },
): Promise<Uint8Array | null> {
  const { exitCode } = process;
  try {
    const qpdf = await (createQpdf as unknown as Start)({ noInitialRun: true, preRun: [silence] });
    qpdf.FS.writeFile('/in.pdf', pdf);
    const code = qpdf.callMain([
      ...(password === undefined ? [] : [`--password=${password}`]),
      '--linearize',
      ...(encrypted ? [] : ['--deterministic-id']),
      '--decode-level=none',
      '--compression-level=9',
      '/in.pdf',
      '/out.pdf',
    ]);
    return code === 0 ? new Uint8Array(qpdf.FS.readFile('/out.pdf')) : null;
  } catch {
    // Failure is an exception, or a missing output file.
    return null;
  } finally {
    // qpdf sets the exit code of the process it runs in.
    process.exitCode = exitCode;
  }
}
