// Renders one PDF with the types of openapi-typescript.
import { writeFileSync } from 'node:fs';
import type { paths } from './api.d.ts';

type Body = paths['/api/v1/render']['post']['requestBody']['content']['application/json'];

const { SERVICE_URL = '', SERVICE_KEY = '', OUTPUT = '' } = process.env;
const body: Body = { operations: [{ op: 'add_text', text: 'Hello' }] };
const headers = { authorization: `Bearer ${SERVICE_KEY}`, 'content-type': 'application/json' };
const answer = await fetch(`${SERVICE_URL}/api/v1/render`, { method: 'POST', headers, body: JSON.stringify(body) });
if (!answer.ok) throw new Error(await answer.text());
writeFileSync(OUTPUT, Buffer.from(await answer.arrayBuffer()));
