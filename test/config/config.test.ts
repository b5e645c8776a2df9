import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { settingsHelp, settingsPage } from '../../src/config/settings-text.ts';

function mistakesIn(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

describe('The settings', () => {
  it('have defaults that start a service', () => {
    const config = readConfig({});
    expect(config).to.include({
      port: 8080,
      bodyLimit: 64 * 1024 * 1024,
      requestTimeout: 60_000,
      sessionsEnabled: false,
      trustProxy: false,
      problemBase: 'https://colophon.dev/problems/',
    });
    expect(config.workerCount).to.be.at.least(1);
    expect(config.approvalRequired).to.deep.equal(['ai-certify']);
    expect(config.networkAllow).to.deep.equal([]);
  });

  it('listen on loopback until there are keys', () => {
    expect(readConfig({}).host).to.equal('127.0.0.1');
    expect(readConfig({ SERVICE_API_KEYS: 'x' }).host).to.equal('0.0.0.0');
    expect(readConfig({ SERVICE_API_KEYS_FILE: '/keys' }).host).to.equal('0.0.0.0');
    expect(readConfig({ SERVICE_API_KEYS: 'x', SERVICE_HOST: '::1' }).host).to.equal('::1');
    expect(readConfig({ SERVICE_ROLE: 'worker' }).host).to.equal('0.0.0.0'); // its probes come from elsewhere
  });

  it('are read with their units', () => {
    const config = readConfig({
      SERVICE_REQUEST_TIMEOUT: '500ms',
      SERVICE_GRACE: '5m',
      SERVICE_QUEUE_TIMEOUT: '90',
      SERVICE_BODY_LIMIT: '8MB',
      SERVICE_PAYLOAD_LIMIT_CORE: '1KiB',
      SERVICE_PAYLOAD_LIMIT_PRO: '100',
    });
    expect(config).to.include({
      requestTimeout: 500,
      grace: 300_000,
      queueTimeout: 90_000,
      bodyLimit: 8_000_000,
      payloadLimitCore: 1024,
      payloadLimitPro: 100,
    });
  });

  it('take lists, with or without blanks', () => {
    expect(readConfig({ SERVICE_NETWORK_ALLOW: 'cdn.example.com, *.example.org,' }).networkAllow).to.deep.equal([
      'cdn.example.com',
      '*.example.org',
    ]);
    expect(readConfig({ SERVICE_CORS_ORIGINS: 'https://app.example.com' }).corsOrigins).to.deep.equal([
      'https://app.example.com',
    ]);
  });

  it('take names of tools, or none', () => {
    expect(readConfig({ SERVICE_APPROVAL_REQUIRED: 'sign, ai-certify' }).approvalRequired).to.deep.equal([
      'sign',
      'ai-certify',
    ]);
    expect(readConfig({ SERVICE_APPROVAL_REQUIRED: 'none' }).approvalRequired).to.deep.equal([]);
    for (const wrong of ['Sign', 'sign;redact', '*'])
      expect(mistakesIn({ SERVICE_APPROVAL_REQUIRED: wrong }), wrong).to.have.length(1);
  });

  it('take an empty variable for an unset one, and leave the variables of others alone', () => {
    expect(readConfig({ SERVICE_PORT: '', SERVICE_API_KEYS: '  ', PORT: 'x', PATH: '/bin' })).to.deep.equal(
      readConfig({}),
    );
  });

  it('report every mistake at once', () => {
    const mistakes = mistakesIn({
      SERVICE_PORT: 'eighty',
      SERVICE_REQUEST_TIMEOUT: '0',
      SERVICE_BODY_LIMIT: '3 pounds',
      SERVICE_SESSIONS_ENABLED: 'yes',
      SERVICE_ROLE: 'boss',
      SERVICE_JOB_LEASE: '1s',
      SERVICE_BODY_LIMTI: '1',
    });
    expect(mistakes).to.have.length(7);
    for (const name of ['PORT', 'REQUEST_TIMEOUT', 'BODY_LIMIT', 'SESSIONS_ENABLED', 'ROLE', 'JOB_LEASE', 'BODY_LIMTI'])
      expect(
        mistakes.filter((mistake) => mistake.startsWith(`SERVICE_${name}:`)),
        name,
      ).to.have.length(1);
  });

  it('say which name was meant', () => {
    expect(mistakesIn({ SERVICE_BODY_LIMTI: '1' })).to.deep.equal([
      'SERVICE_BODY_LIMTI: there is no such setting; did you mean SERVICE_BODY_LIMIT?',
    ]);
    expect(mistakesIn({ SERVICE_NOTHING_LIKE_IT: '1' })).to.deep.equal([
      'SERVICE_NOTHING_LIKE_IT: there is no such setting.',
    ]);
  });

  it('do not believe every proxy', () => {
    expect(readConfig({ SERVICE_TRUST_PROXY: '2' }).trustProxy).to.equal(2);
    expect(readConfig({ SERVICE_TRUST_PROXY: 'loopback,10.0.0.0/8,fd00::/8' }).trustProxy).to.deep.equal([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
    for (const wrong of ['true', 'on', '10.0.0.0/33', 'proxy.internal'])
      expect(mistakesIn({ SERVICE_TRUST_PROXY: wrong }), wrong).to.have.length(1);
  });

  it('are all listed, with their defaults, by --help and in the docs', () => {
    const names = Object.keys(readConfig({})).map(
      (key) => `SERVICE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
    );
    for (const name of names) {
      expect(settingsHelp()).to.contain(name);
      expect(settingsPage()).to.contain(`\`${name}\``);
    }
  });

  it('that the deployment files name are settings of the service', () => {
    const known = new Set(settingsHelp().match(/SERVICE_[A-Z_]+/g));
    for (const file of ['deployment.md', 'deployment/compose.yaml', 'deployment/kubernetes.yaml']) {
      const named = new Set(
        readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8').match(/SERVICE_[A-Z_]+[A-Z]/g),
      );
      expect(
        [...named].filter((name) => !known.has(name)),
        file,
      ).to.deep.equal([]);
    }
  });

  it('stand in docs/settings.md as the table in src/config/settings.ts has them', () => {
    expect(readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')).to.equal(settingsPage());
  });
});
