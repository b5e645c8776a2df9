import type { Mistake } from '../../problems.ts';

/** A problem document (RFC 9457) that a service answered. */
export class ServiceProblem extends Error {
  readonly status: number;
  readonly slug: string;
  readonly title: string;
  readonly errors: readonly Mistake[];

  constructor(status: number, document: Readonly<Record<string, unknown>>) {
    super(typeof document.detail === 'string' ? document.detail : `The service answered with status ${status}.`);
    this.status = status;
    this.slug = typeof document.type === 'string' ? (document.type.split('/').at(-1) ?? '') : `http-${status}`;
    this.title = typeof document.title === 'string' ? document.title : 'No problem document';
    this.errors = Array.isArray(document.errors) ? (document.errors as Mistake[]) : [];
  }

  /** Reads the problem of a response. */
  static async of(response: Response): Promise<ServiceProblem> {
    const document: unknown = await response.json().catch(() => null);
    const isObject = typeof document === 'object' && document !== null;
    return new ServiceProblem(response.status, isObject ? (document as Readonly<Record<string, unknown>>) : {});
  }
}
