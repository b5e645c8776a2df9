/** True for the errors of V8 and Node when the kernel has no memory for a Buffer or a WebAssembly instance. */
export function isAllocationFailure(error: unknown): boolean {
  return error instanceof RangeError && /allocat|out of memory|could not be grown|unable to grow/i.test(error.message);
}
