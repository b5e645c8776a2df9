import { Colophon } from '@colophon/client';
import { save } from '@colophon/client/node';
const colophon = new Colophon({ baseUrl: 'http://127.0.0.1:8080', key: process.env.COLOPHON_KEY });
const pdf = await colophon.render({ operations: [{ op: 'add_heading', text: 'Hello' }] });
await save(pdf, 'hello.pdf');
