// Renders one PDF with the client of openapi-generator (typescript-fetch).
import { writeFileSync } from 'node:fs';
import { Configuration, CoreApi } from './client';

const { SERVICE_URL = '', SERVICE_KEY = '', OUTPUT = '' } = process.env;
const api = new CoreApi(new Configuration({ basePath: SERVICE_URL, accessToken: SERVICE_KEY }));

async function main(): Promise<void> {
  const pdf = await api.render({ renderRequest: { operations: [{ op: 'add_text', text: 'Hello' }] } });
  writeFileSync(OUTPUT, Buffer.from(await (pdf as Blob).arrayBuffer()));
}

void main();
