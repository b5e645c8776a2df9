// What goes wrong, and what to do about it.
import { Colophon, ColophonConnectionError, ColophonProblem } from '@colophon/client';

const colophon = new Colophon({
  baseUrl: 'http://127.0.0.1:8080',
  key: process.env.COLOPHON_KEY,
  timeoutMs: 30_000,
  retry: { attempts: 3, maxDelayMs: 10_000 },
});

// As it may come from somewhere else: TypeScript would have seen the mistake.
const request = JSON.parse('{"operations": [{"op": "add_text", "txet": "Hello"}]}');
try {
  await colophon.render(request);
} catch (error) {
  if (error instanceof ColophonProblem) {
    console.log(`${error.status} ${error.slug}`);
    for (const { pointer, message } of error.mistakes) console.log(`${pointer}: ${message}`);
  } else if (error instanceof ColophonConnectionError) {
    console.log('The service does not answer.');
  } else throw error;
}
