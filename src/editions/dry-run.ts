/** True for a request, not yet validated, with `dryRun: true`: `wantsReport` of a tool that has this mode. */
export function isDryRun(request: unknown): boolean {
  return typeof request === 'object' && request !== null && 'dryRun' in request && request.dryRun === true;
}
