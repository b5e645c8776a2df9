import { randomBytes } from 'node:crypto';

const shape = /^[A-Za-z0-9_-]{24}$/;

/** A new id: 144 random bits, safe in a URL. */
export function newJobId(): string {
  return randomBytes(18).toString('base64url');
}

/** False for what can not be the id of a job: the store need not be asked. */
export function isJobId(text: string): boolean {
  return shape.test(text);
}
