import { expect } from 'chai';
import type { Route } from '../../../src/http/exchange.ts';
import { routeTable } from '../../../src/http/routes/route-table.ts';

const route = (path: string): Route => ({ path, methods: {}, body: null, tool: null, probe: false });
const find = routeTable(
  ['/jobs/{id}', '/jobs', '/jobs/all', '/sessions/{sessionId}/text', '/sessions/{sessionId}/{part}'].map(route),
);
const found = (path: string) => {
  const there = find(path);
  return there === null ? null : [there.route.path, there.params];
};

describe('The table of routes', () => {
  it('finds a path that stands there as it is', () => {
    expect(found('/jobs')).to.deep.equal(['/jobs', {}]);
  });

  it('gives one segment to a part in braces, as it was sent', () => {
    expect(found('/jobs/a%20b')).to.deep.equal(['/jobs/{id}', { id: 'a%20b' }]);
    expect(found('/sessions/s1/pages')).to.deep.equal([
      '/sessions/{sessionId}/{part}',
      { sessionId: 's1', part: 'pages' },
    ]);
  });

  it('lets an exact path win, and then the first in the list', () => {
    expect(found('/jobs/all')).to.deep.equal(['/jobs/all', {}]);
    expect(found('/sessions/s1/text')).to.deep.equal(['/sessions/{sessionId}/text', { sessionId: 's1' }]);
  });

  it('finds nothing for an empty segment, one too many, or one too few', () => {
    for (const path of ['/jobs/', '/jobs/a/b', '/sessions/s1', '/sessions//text', '/Jobs/a', ''])
      expect(find(path), path).to.equal(null);
  });

  it('takes names that objects have of themselves for segments like others', () => {
    expect(found('/jobs/__proto__')).to.deep.equal(['/jobs/{id}', { id: '__proto__' }]);
    expect(find('__proto__')).to.equal(null);
  });
});
