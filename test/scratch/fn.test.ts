import { writeFileSync, readFileSync } from 'node:fs';
import { sharedService } from '../support/shared.ts';
describe('scratch', () => {
  it('runs', async function () {
    this.timeout(100000);
    const service = await sharedService();
    for (const [name, body] of Object.entries(
      JSON.parse(readFileSync('/tmp/fn/cases.json', 'utf8')) as Record<string, object>,
    )) {
      const t = performance.now();
      const answer = await service.render(body, { headers: { accept: 'application/pdf' } });
      console.log(
        name,
        answer.status,
        Math.round(performance.now() - t),
        answer.status === 200 ? '' : answer.body.toString('utf8').slice(0, 900),
        JSON.stringify(answer.headers).slice(0, 600),
      );
      if (answer.status === 200) {
        writeFileSync(`/tmp/fn/c-${name}.pdf`, answer.body);
      }
    }
  });
});
