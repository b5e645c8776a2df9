import { expect } from 'chai';
import { leaksOf } from '../../../../support/leaks.ts';
import { checkSyntax, textOf } from '../../../../support/pdf.ts';
import { channels, fileOf, needle } from './channel-files.ts';
import { startRedacting, type Redacting } from './redact-service.ts';

/** Channels that no judge looks into: what they hold is in other words, or in pieces. */
const unseen: ReadonlySet<string> = new Set([
  'text with wide letter spacing by kerning',
  'a soft hyphen in a word',
  'a link to an address with escapes',
]);

describe('redact leaves nothing behind in', () => {
  let redacting: Redacting;
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  for (const [name, channel] of Object.entries(channels)) {
    it(name, async () => {
      // Nobody could fail to find it after who does not find it before.
      if (!unseen.has(name)) expect(await leaksOf(fileOf(channel), needle)).to.not.deep.equal([]);
      const { pdf, report } = await redacting.redacted(fileOf(channel), {
        text: [{ literal: needle }],
        breakSignatures: true,
      });
      expect(await leaksOf(pdf, needle)).to.deep.equal([]);
      if (unseen.has(name)) expect([...report.pages, ...report.elsewhere]).to.have.length.above(0);
      expect(await textOf(pdf)).to.contain('An innocent line');
      await checkSyntax(pdf);
    });
  }
});
