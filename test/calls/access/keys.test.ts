import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { newKey } from '../../../src/cli/keys.ts';
import { entriesOfFile, entriesOfVariable, parseKeys } from '../../../src/calls/access/key-entries.ts';
import { bearerToken, KeysError, makeKey, openKeys, type Keys } from '../../../src/calls/access/keys.ts';
import { createLog } from '../../../src/log.ts';
import { secret, until } from '../../support/http.ts';

const tools = new Set(['render', 'merge']);
const log = createLog('silent');
const parse = (...entries: string[]): ReturnType<typeof parseKeys> => parseKeys(entries, 'keys', tools);
const open = (variable: string): Keys => openKeys({ variable, file: null, tools: [...tools], log, interval: 20 });

describe('An entry of the keys', () => {
  it('is key, client, tier and attributes', () => {
    const { keys, mistakes } = parse(`svc_live_k1_${secret}:acme:pro:scope=render+merge,rate=120,expires=2027-01-31`);
    expect(mistakes).to.deep.equal([]);
    expect(keys[0]).to.include({ kid: 'k1', client: 'acme', tier: 'pro', rate: 120, expiresAt: Date.UTC(2027, 1, 1) });
    expect(keys[0]?.scope).to.deep.equal(new Set(['render', 'merge']));
  });

  it('restricts nothing when its attributes are empty, a star or a note', () => {
    for (const attributes of ['', '*', 'staging']) {
      const { keys, mistakes } = parse(`svc_live_k1_${secret}:acme:core:${attributes}`);
      expect(mistakes).to.deep.equal([]);
      expect(keys[0]).to.include({ scope: null, rate: null, expiresAt: null });
    }
  });

  it('tells all of its mistakes at once, and none of its secret', () => {
    const { keys, mistakes } = parse(
      `svc_live_k1_${secret}::gold:scope=fly,rate=0,expires=2027-02-30,colour=red,rate=5`,
    );
    expect(keys).to.deep.equal([]);
    const text = mistakes.join('\n');
    for (const said of [
      "client ''",
      "tier 'gold'",
      "'fly'",
      "rate '0'",
      "'2027-02-30'",
      "'colour=red'",
      "'rate=' is there twice",
    ])
      expect(text).to.contain(said);
    expect(text).to.contain('entry 1 (k1)').and.not.contain(secret);
  });

  it('is a mistake when it is not one', () => {
    for (const entry of [
      '',
      'hello',
      `svc_live_k1_${secret}`,
      `svc_live_k_1:acme:core:`,
      `svc_test_k1_${secret}:acme:core:`,
      `svc_live__${secret}:acme:core:`,
      `svc_live_k1_:acme:core:`,
      `svc_live_k1_${secret}:acme:core`,
      `svc_live_k1_sha256=abc:acme:core:`,
      `svc_live_k1_${secret}:acme:core:note,rate=4`,
    ]) {
      if (entry === 'svc_live_k_1:acme:core:')
        expect(parse(entry).mistakes, entry).to.have.length(0); // kid `k`, secret `1`
      else expect(parse(entry).mistakes, entry).to.not.have.length(0);
    }
  });

  it('is read or refused, and never both, whatever the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        `svc_live_k1_${secret}`,
        'acme',
        'core',
        'pro',
        'scope=render',
        'rate=5',
        'expires=2030-01-01',
        '*',
        '',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const { keys, mistakes } = parse(pieces.join(':'));
        expect(keys.length === 1).to.equal(mistakes.length === 0);
      }),
    );
  });

  it('stands in the variable between white space, semicolons, or a comma before the next key', () => {
    const entry = fc
      .tuple(fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/), fc.constantFrom('', 'scope=render,rate=4', '*'))
      .map(([kid, attributes]) => `svc_live_${kid}_${secret}:acme:core:${attributes}`);
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(' ', '\n', ';', ',', ' ; ', '\t\n'),
        (entries, separator) => {
          expect(entriesOfVariable(entries.join(separator))).to.deep.equal(entries);
        },
      ),
    );
  });

  it('stands in the file one a line, between comments', () => {
    expect(entriesOfFile('\uFEFF# keys\n\n  a:b:c:d  \r\n#x\ne:f:g:note # of Monday\n')).to.deep.equal([
      'a:b:c:d',
      'e:f:g:note',
    ]);
  });
});

describe('The keys', () => {
  it('know a key by its secret, or by the digest of its secret', () => {
    const digest = createHash('sha256').update(secret).digest('hex');
    const keys = open(`svc_live_plain_${secret}:acme:core: svc_live_hashed_sha256=${digest.toUpperCase()}:globex:pro:`);
    expect(keys.verify(`svc_live_plain_${secret}`)).to.include({ kid: 'plain', client: 'acme', tier: 'core' });
    expect(keys.verify(`svc_live_hashed_${secret}`)).to.include({ kid: 'hashed', client: 'globex', tier: 'pro' });
    expect(keys.verify(`svc_live_hashed_sha256=${digest}`)).to.equal(null);
  });

  it('know no other', () => {
    const keys = open(`svc_live_k1_${secret}:acme:core:`);
    for (const token of [
      '',
      'x',
      `svc_live_k1_${secret}x`,
      `svc_live_k2_${secret}`,
      `svc_live_k1_`,
      `SVC_LIVE_k1_${secret}`,
      `svc_live_constructor_${secret}`,
    ])
      expect(keys.verify(token), token).to.equal(null);
  });

  it('are good through the day on which they expire, in UTC', () => {
    const keys = open(`svc_live_k1_${secret}:acme:core:expires=2027-01-31`);
    const token = `svc_live_k1_${secret}`;
    expect(keys.verify(token, Date.UTC(2027, 0, 31, 23, 59, 59, 999))).to.not.equal(null);
    expect(keys.verify(token, Date.UTC(2027, 1, 1))).to.equal(null);
  });

  it('stop the start with every mistake, those of the whole set too', () => {
    const twice = `svc_live_k1_${secret}:acme:core: svc_live_k1_${secret}:acme:pro: svc_live_k2_${secret}:acme:gold:`;
    expect(() => open(twice))
      .to.throw(KeysError)
      .with.property('mistakes')
      .with.length(2);
    expect(() => openKeys({ variable: null, file: '/nowhere/keys', tools: [], log, interval: 20 })).to.throw(
      'the file /nowhere/keys can not be read (ENOENT: there is no such file)',
    );
  });

  it('warn of a short secret, by its kid', () => {
    const lines: string[] = [];
    const keys = openKeys({
      variable: 'svc_live_k1_short:acme:core:',
      file: null,
      tools: [],
      log: createLog('info', { write: (line) => void lines.push(line) }),
      interval: 20,
    });
    expect(keys.verify('svc_live_k1_short')).to.not.equal(null);
    expect(lines.join()).to.contain('shorter than 32').and.contain('"kid":"k1"').and.not.contain('_short');
  });
});

describe('The key file', () => {
  const first = `svc_live_one_${secret}`;
  const second = `svc_live_two_${secret}`;
  let folder: string;
  let file: string;
  let keys: Keys;
  let lines: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-keys-'));
    file = join(folder, 'keys');
    lines = [];
    writeFileSync(file, `${first}:acme:core:\n`);
    keys = openKeys({
      variable: null,
      file,
      tools: [...tools],
      log: createLog('info', { write: (line) => void lines.push(line) }),
      interval: 20,
    });
  });
  afterEach(() => {
    keys.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const knows = (token: string) => () => keys.verify(token) !== null;
  const said = (text: string) => () => lines.some((line) => line.includes(text));

  it('is read again when it changes', async () => {
    expect(knows(first)()).to.equal(true);
    writeFileSync(file, `${second}:acme:core:\n`);
    await until(knows(second));
    expect(knows(first)()).to.equal(false);
  });

  it('is read again when another file takes its place, or its link is swapped', async () => {
    writeFileSync(`${file}.new`, `${second}:acme:core:\n`);
    renameSync(`${file}.new`, file);
    await until(knows(second));
    writeFileSync(join(folder, 'target'), `${first}:acme:core:\n`);
    symlinkSync(join(folder, 'target'), `${file}.link`);
    renameSync(`${file}.link`, file);
    await until(knows(first));
  });

  it('keeps the last good keys when it is broken, and says why', async () => {
    writeFileSync(file, `${second}:acme:gold:\n`);
    await until(said("tier 'gold'"));
    expect(knows(first)()).to.equal(true);
    expect(lines.join()).to.not.contain(secret);
  });

  it('keeps the last good keys when it vanishes, and comes back', async () => {
    rmSync(file);
    await until(said('ENOENT'));
    expect(knows(first)()).to.equal(true);
    writeFileSync(file, `${second}:acme:core:\n`);
    await until(knows(second));
  });

  it('revokes every key when it is empty', async () => {
    writeFileSync(file, '# nobody\n');
    await until(() => !knows(first)());
  });
});

describe('A bearer token', () => {
  it('is what follows the scheme, in whatever case that is written', () => {
    expect(bearerToken('Bearer abc')).to.equal('abc');
    expect(bearerToken('bearer   abc ')).to.equal('abc');
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'abc'])
      expect(bearerToken(header)).to.equal(null);
  });
});

describe('A new key', () => {
  it('is good in both of its forms', () => {
    const { kid, key, hashedKey } = makeKey();
    expect(open(`${key}:acme:core:`).verify(key)).to.include({ kid });
    expect(open(`${hashedKey}:acme:core:`).verify(key)).to.include({ kid });
  });

  it('is printed with both of its entries', () => {
    const printed = newKey(
      ['--client', 'acme', '--tier', 'pro', '--scope', 'render+merge', '--rate', '120', '--expires', '2027-01-31'],
      [...tools],
    );
    const [key = '', hashed = '', plain = ''] = printed
      .split('\n')
      .filter((line) => line.startsWith('  svc_live_'))
      .map((line) => line.trim());
    expect(open(hashed).verify(key)).to.include({ client: 'acme', tier: 'pro', rate: 120 });
    expect(open(plain).verify(key)).to.include({ client: 'acme', tier: 'pro', rate: 120 });
    expect(printed).to.contain('SERVICE_API_KEYS_FILE=keys.txt npm start').and.contain(`export KEY=${key}\n`);
  });

  it('is not made for a wrong tier, scope or client', () => {
    expect(() => newKey(['--client', 'acme', '--expires', '2026-01-31'], [...tools])).to.throw(
      '2026-01-31 is in the past',
    );
    expect(() => newKey(['--client', 'a b', '--tier', 'gold', '--scope', 'fly'], [...tools]))
      .to.throw(KeysError)
      .with.property('mistakes')
      .with.length(3);
  });
});
