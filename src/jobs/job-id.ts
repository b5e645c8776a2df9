import { randomBytes } from 'node:crypto';

const shape = /^[A-Za-z0-9_-]{24}$/;

/** A new id: 144 random bits, safe in a URL. */
export function newJobId(): string {
  return randomBytes(18).toString('base64url');
}

/** True for a text that has the shape of a job id. Other texts need no call of the store. */
export function isJobId(text: string): boolean {
  return shape.test(text);
}
