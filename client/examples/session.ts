// A session: a document that grows over several calls (SERVICE_SESSIONS_ENABLED=true).
import { Colophon } from '@colophon/client';
import { save } from '@colophon/client/node';

const colophon = new Colophon({ baseUrl: 'http://127.0.0.1:8080', key: process.env.COLOPHON_KEY });

const session = await colophon.sessions.open({ document: { title: 'Log' }, ttl: '10m' });
await session.append('text', { text: 'First entry' });
await session.append('tables', { columns: ['Step', 'Seconds'], rows: [['Print', 0.2]] });
await session.append('text', { text: 'Last entry' }, { ifRevision: session.revision });
await save(await session.render(), 'log.pdf');
console.log(`revision ${session.revision}`);
await session.close();
