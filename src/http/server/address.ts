import { ipKeyGenerator } from 'express-rate-limit';
import type { Exchange } from '../exchange.ts';

/**
 * The address that asks, as `TRUST_PROXY` lets it be known; of IPv6 the /56, which is what one subscriber has at least.
 */
export function addressOf({ req }: Exchange): string {
  return ipKeyGenerator(req.ip ?? '', 56);
}
