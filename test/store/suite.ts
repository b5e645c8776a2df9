import { expect } from 'chai';
import { blobSuite } from './suite/blobs.ts';
import { guardSuite } from './suite/guards.ts';
import { withStore, type MakeHome } from './suite/home.ts';
import { idempotencySuite } from './suite/idempotency.ts';
import { jobClaimSuite } from './suite/job-claims.ts';
import { jobListSuite } from './suite/job-list.ts';
import { jobSuite } from './suite/jobs.ts';
import { keptJobSuite } from './suite/kept-jobs.ts';
import { rateSuite } from './suite/rates.ts';
import { sessionAssetSuite } from './suite/session-assets.ts';
import { sessionEditSuite } from './suite/session-edits.ts';
import { sessionRuleSuite } from './suite/session-rules.ts';
import { sessionSuite } from './suite/sessions.ts';
import { storageSuite } from './suite/storage.ts';

/** What every driver keeps to. `make` gives an empty home for each test. */
export function storeSuite(name: string, make: MakeHome): void {
  for (const suite of [
    idempotencySuite,
    jobSuite,
    jobClaimSuite,
    jobListSuite,
    keptJobSuite,
    sessionSuite,
    sessionAssetSuite,
    sessionEditSuite,
    sessionRuleSuite,
    guardSuite,
    blobSuite,
    rateSuite,
    storageSuite,
  ])
    suite(name, make);

  describe(`The whole of ${name}`, () => {
    const home = withStore(make);

    it('answers when it is asked whether it is there', async () => {
      await home.store.check();
    });

    it('is swept by two at once', async () => {
      const other = await home.another();
      for (let count = 0; count < 30; count += 1) await home.store.approvals.use(`a${count}`, 1000);
      const swept = await Promise.all([home.store.sweep(1000), other.sweep(1000)]);
      expect(swept[0] + swept[1]).to.equal(30);
    });
  });
}
