import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { editOf, type Edit } from './edits.ts';
import { Model, without, type Content } from './model.ts';
import type { Random } from './random.ts';
import type { Final, StubbornClient } from './stubborn-client.ts';
import type { Json } from '../../../../support/service.ts';
import type { Node } from '../../../../support/fleet.ts';

/** What a list showed while nodes were killed. */
interface Observed {
  readonly revision: number;
  readonly total: number;
  readonly ids: readonly string[];
}

/** The time after which another client's change, which was in the way of this one, has been acknowledged. */
const raceMs = 60_000;
const pageSize = 37;

let edits = 0;

/** A session that clients edit by turns, with what they know of it. */
export class Workspace {
  readonly id: string;
  readonly model: Model;
  readonly #client: StubbornClient;
  readonly #random: Random;
  readonly #observed: Observed[] = [];

  constructor(id: string, deps: { readonly client: StubbornClient; readonly random: Random; readonly from?: Content }) {
    this.id = id;
    this.model = new Model(deps.from);
    this.#client = deps.client;
    this.#random = deps.random;
  }

  /** Opens one. */
  static async open(client: StubbornClient, random: Random): Promise<Workspace> {
    const headers = { 'idempotency-key': `open-${(edits += 1)}` };
    const opened = await client.send({ method: 'POST', path: '', body: {}, headers });
    expect(opened.status, opened.body.toString()).to.equal(201);
    return new Workspace(String(opened.json().sessionId), { client, random });
  }

  /** Makes one edit that is acknowledged; another client's may come first. Returns its name. */
  async edit(): Promise<string> {
    for (;;) {
      const { revision } = this.model;
      const edit = editOf({ model: this.model, random: this.#random, number: (edits += 1) });
      const answer = await this.#client.send({
        method: edit.method,
        path: `/${this.id}${edit.path}`,
        body: edit.body,
        headers: { 'if-match': `"${revision}"`, 'idempotency-key': `edit ${edits}` },
      });
      if (answer.status !== edit.status) await this.#lost(edit, revision, answer);
      else {
        await this.#acknowledged(edit, revision, answer);
        return edit.name;
      }
    }
  }

  /** Where the session is no more at the revision of the edit, because another client was first. */
  async #lost({ name }: Edit, revision: number, { status, body }: Final): Promise<void> {
    const end = Date.now() + raceMs;
    while (this.model.revision === revision) {
      if (Date.now() > end) throw new Error(`${name} at revision ${revision}: ${status} ${body.toString()}`);
      await sleep(10);
    }
  }

  async #acknowledged({ name, apply, forks }: Edit, revision: number, answer: Final): Promise<void> {
    const what = `${name} at revision ${revision}: ${answer.body.toString()}`;
    if (forks !== undefined) await this.#checkFork(answer.json(), forks);
    if (apply === null) return;
    expect(this.model.revision, what).to.equal(revision);
    expect(answer.etag, what).to.equal(`"${revision + 1}"`);
    apply(answer.body.length === 0 ? {} : answer.json());
  }

  /** A fork has the content of its revision; it is a session of its own, and is deleted. */
  async #checkFork({ sessionId }: { readonly sessionId: string }, revision: number): Promise<void> {
    const deps = { client: this.#client, random: this.#random };
    const from = this.model.states[revision];
    const copy = new Workspace(sessionId, { ...deps, ...(from !== undefined && { from }) });
    await copy.check();
    const headers = { 'idempotency-key': `delete ${sessionId}` };
    const deleted = await this.#client.send({ method: 'DELETE', path: `/${sessionId}`, headers });
    expect(deleted.status, deleted.body.toString()).to.equal(204);
  }

  /** Reads the list while it is edited. */
  async observe(): Promise<void> {
    const { status, body, json } = await this.#client.send({
      method: 'GET',
      path: `/${this.id}/operations?limit=1000`,
    });
    expect(status, body.toString()).to.equal(200);
    const { revision, total, operations } = json() as { operations: { operationId: string }[] } & Omit<Observed, 'ids'>;
    this.#observed.push({ revision, total, ids: operations.map(({ operationId }) => operationId) });
  }

  /** The session is what was acknowledged: on this node, or on any. */
  async check(node?: Node): Promise<void> {
    const { now, revision } = this.model;
    const told = await this.#read('', node);
    const { operations, assets, document, output } = now;
    expect(told).to.deep.include({ revision, operations: operations.length, document, output });
    const fonts = operations
      .filter(({ fields }) => fields.op === 'set_font')
      .map(({ fields }) => without(fields, 'op'));
    expect(told.font).to.deep.equal(fonts.at(-1) ?? null);
    const listed: unknown[] = [];
    for (let from = 0; from <= operations.length; from += pageSize)
      listed.push(...((await this.#read(`/operations?from=${from}&limit=${pageSize}`, node)).operations as unknown[]));
    expect(listed).to.deep.equal(
      operations.map(({ operationId, fields }, index) => ({ operationId, index, ...fields })),
    );
    const stored = (await this.#read('/assets', node)).assets as { name: string; sha256: string }[];
    expect(Object.fromEntries(stored.map(({ name, sha256 }) => [name, sha256]))).to.deep.equal(assets);
  }

  /** Each list that was read is that of one revision. */
  checkObserved(): void {
    for (const { revision, total, ids } of this.#observed) {
      const expected = this.model.states[revision]?.operations.map(({ operationId }) => operationId);
      expect(ids, `the list at revision ${revision}`).to.deep.equal(expected);
      expect(total).to.equal(ids.length);
    }
  }

  async #read(path: string, node?: Node): Promise<Json> {
    const { status, body, json } = await this.#client.send({ method: 'GET', path: `/${this.id}${path}` }, node);
    expect(status, body.toString()).to.equal(200);
    return json();
  }
}
