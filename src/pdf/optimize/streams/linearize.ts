import createQpdf from '@neslinesli93/qpdf-wasm';

/** What is used here of the module, which Emscripten made. */
interface Qpdf {
  callMain(args: string[]): number;
  readonly FS: {
    init(input: () => null, output: () => void, error: () => void): void;
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}

type Start = (options: { noInitialRun: boolean; preRun: ((qpdf: Qpdf) => void)[] }) => Promise<Qpdf>;

/** It would write to the log of the service. */
const silence = ({ FS }: Qpdf) => {
  FS.init(
    () => null,
    () => undefined,
    () => undefined,
  );
};

/**
 * The same document in the order in which a viewer shows its first page before the rest has come (ISO 32000-2, annex
 * F), by qpdf in a memory of its own; null where qpdf does not manage, or had to repair something. Encrypted documents
 * stay encrypted, and only of those the identifier is another each time.
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
    // It gives up by an exception, or leaves no file.
    return null;
  } finally {
    // It sets that of the process that it runs in.
    process.exitCode = exitCode;
  }
}
