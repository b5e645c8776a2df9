import { isIP } from 'node:net';

/**
 * True for a request of a page that is not allowed to use this deployment. A page of the deployment's own address is
 * allowed where that is an IP address or `localhost`: such a name cannot be made to lead to another machine (DNS
 * rebinding). Programs that are not browsers send no `Origin`.
 */
export function isForeign(
  { origin, host }: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
): boolean {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return false;
  if (!URL.canParse(origin)) return true;
  const { host: from, hostname } = new URL(origin);
  const isFixed = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isFixed || from !== host;
}
