import { expect } from 'chai';
import { openSession, postJson, problemIn } from '../../../support/sessions.ts';
import { startService } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const secret = 'x'.repeat(40);
const key = (kid: string) => ({ key: `svc_live_${kid}_${secret}` });

describe('Sessions', () => {
  it('are not there unless they are turned on', async () => {
    const service = await sharedService();
    expect(problemIn(await postJson(service, '/api/v1/sessions', {}))).to.deep.equal([404, 'not-found']);
    expect(
      problemIn(await service.request('GET', '/api/v1/sessions/0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f')),
    ).to.deep.equal([404, 'not-found']);
    expect((await service.request('GET', '/api/v1/capabilities')).json().sessions).to.deep.equal({ enabled: false });
  });

  it('end when they are not used for their time, and say so; being looked at gives them another', async () => {
    const service = await startService({ SERVICE_SESSIONS_ENABLED: 'true', SERVICE_SESSION_TTL: '1s' });
    try {
      const used = await openSession(service, { ttl: '1h' });
      const ends = async () => Date.parse((await used.tell()).json().expiresAt);
      const before = await ends();
      const session = await openSession(service);
      await wait(1050);
      expect(await ends()).to.be.at.least(before + 1050);
      for (const late of [
        session.tell(),
        session.post('text', { text: 'x' }),
        session.post('text', { text: 'x', id: 'x' }),
        session.post('render'),
        service.request('DELETE', session.path),
      ])
        expect(problemIn(await late)).to.deep.equal([410, 'session-expired']);
    } finally {
      await service.stop();
    }
  });

  it('live as long as was asked for, from a second to a day', async () => {
    const service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' });
    const lives: [unknown, number][] = [
      ['90s', 90],
      [1, 1],
      ['45', 45],
      ['1.5h', 5400],
      [86_400, 86_400],
      ['24h', 86_400],
    ];
    for (const [ttl, seconds] of lives) {
      const { createdAt, expiresAt } = (await postJson(service, '/api/v1/sessions', { ttl })).json();
      expect(Date.parse(expiresAt) - Date.parse(createdAt), String(ttl)).to.equal(seconds * 1000);
    }
    for (const ttl of [
      '25h',
      86_401,
      0,
      -1,
      0.5,
      '500ms',
      'soon',
      '',
      null,
      true,
      ['1h'],
      { h: 1 },
      '1h '.repeat(1000),
    ])
      expect(
        problemIn(await postJson(service, '/api/v1/sessions', { ttl })),
        JSON.stringify(ttl).slice(0, 40),
      ).to.deep.equal([400, 'invalid-request', '/ttl']);
  });

  it('are for keys whose scope has the tool render, and count against the limits of every route', async () => {
    const entries = [
      `svc_live_narrow_${secret}:acme:pro:scope=merge`,
      `svc_live_wide_${secret}:acme:core:scope=render+merge`,
      `svc_live_slow_${secret}:slow:core:rate=2`,
    ];
    const service = await startService({ SERVICE_SESSIONS_ENABLED: 'true', SERVICE_API_KEYS: entries.join(' ') });
    try {
      const session = await openSession(service, {}, key('wide'));
      expect(problemIn(await postJson(service, '/api/v1/sessions', {}, key('narrow')))).to.deep.equal([
        403,
        'capability-denied',
      ]);
      expect(problemIn(await session.tell(key('narrow')))).to.deep.equal([403, 'capability-denied']);
      await openSession(service, {}, key('slow'));
      await openSession(service, {}, key('slow'));
      expect(problemIn(await postJson(service, '/api/v1/sessions', {}, key('slow')))).to.deep.equal([
        429,
        'rate-limited',
      ]);
      expect(problemIn(await postJson(service, '/api/v1/sessions', {}, { key: null }))).to.deep.equal([
        401,
        'missing-key',
      ]);
    } finally {
      await service.stop();
    }
  });
});
