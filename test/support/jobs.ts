import { bearer, type Built } from './http.ts';
import type { Json } from './service.ts';

/** Submits a job as JSON and answers its id. */
export async function submit(app: Built, body: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await app.post('/api/v1/jobs', body, headers);
  const job = (await response.json()) as { id: string };
  if (response.status !== 202) throw new Error(`expected a job, got ${response.status}: ${JSON.stringify(job)}`);
  return job.id;
}

export async function jobOf(app: Built, id: string, kid = 'core'): Promise<Json> {
  return (await app.fetch(`/api/v1/jobs/${id}`, { headers: { authorization: bearer(kid) } })).json();
}

/**
 * Polls until `condition` holds for the job. Throws if the job ends before that; the timeout of the test is the limit.
 */
export async function jobWhen(app: Built, id: string, condition: (job: Json) => boolean): Promise<Json> {
  for (;;) {
    const job = await jobOf(app, id);
    if (condition(job)) return job;
    if (job.finishedAt !== null) throw new Error(`the job has ended: ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The job once it has succeeded or failed. */
export function ended(app: Built, id: string): Promise<Json> {
  return jobWhen(app, id, ({ status }) => status === 'succeeded' || status === 'failed');
}

export function resultOf(app: Built, id: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch(`/api/v1/jobs/${id}/result`, { headers: { authorization: bearer(), ...headers } });
}
