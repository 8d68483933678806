import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationEnvironment, rememberInstallation, serversEnvironment } from './installation.mjs';

let base: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'installation-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const SECRETS = { SESSION_SECRET: 's'.repeat(32), JWT_SECRET: 'k1:jwt', ENCRYPTION_KEYS: 'k1:key' };
const OWN = { DATABASE_URL: 'mysql://a:b@db/one', REDIS_URL: 'redis://r/0' };
const PRIVATE = {
  DATABASE_URL: 'mysql://parlance:p@127.0.0.1:3307/parlance',
  REDIS_URL: 'redis://:q@127.0.0.1:6380/0',
};

/** Creates the files of a start with its own private servers and secrets. */
function leaveStart(env: Record<string, string> = {}) {
  const servers = { mariadb: { port: 3307, password: 'p' }, redis: { port: 6380, password: 'q' } };
  writeFileSync(path.join(base, 'services.json'), JSON.stringify(servers));
  writeFileSync(path.join(base, 'secrets.json'), JSON.stringify(SECRETS));
  rememberInstallation(base, { ...PRIVATE, ...SECRETS, ...env });
}

describe('a command beside npm start', () => {
  it('has the servers, secrets and address of the start', () => {
    leaveStart({ PORT: '3100' });
    expect(installationEnvironment(base, {})).toEqual({
      ...PRIVATE,
      ...SECRETS,
      APP_URL: 'http://127.0.0.1:3100',
      DATA_DIR: base,
    });
    leaveStart({ APP_URL: 'https://chat.example' });
    expect(installationEnvironment(base, { REDIS_URL: '' })).toMatchObject({
      APP_URL: 'https://chat.example',
      REDIS_URL: PRIVATE.REDIS_URL,
    });
  });

  it.each(['ENCRYPTION_KEYS', 'SESSION_SECRET', 'S3_BUCKET'])('is refused with another %s', (name) => {
    leaveStart();
    const message = new RegExp(`The last npm start had other settings: ${name}\\.`);
    expect(() => installationEnvironment(base, { [name]: 'other' })).toThrow(message);
  });

  it("is refused without the secret of the start's environment", () => {
    leaveStart({ ENCRYPTION_KEYS: 'k2:given' });
    expect(() => installationEnvironment(base, {})).toThrow(/other settings: ENCRYPTION_KEYS/);
    const env = { ENCRYPTION_KEYS: 'k2:given' };
    expect(installationEnvironment(base, env)).toMatchObject(env);
  });

  it("is refused without the DATABASE_URL of the start's environment", () => {
    leaveStart(OWN);
    expect(() => serversEnvironment(base, {})).toThrow(/had a DATABASE_URL in its environment/);
    expect(installationEnvironment(base, OWN)).toMatchObject({ ...OWN, ...SECRETS });
  });

  it('does not use secrets and Redis of the folder for another database', () => {
    leaveStart();
    const other = { DATABASE_URL: OWN.DATABASE_URL };
    expect(() => installationEnvironment(base, other)).toThrow(
      /not known: SESSION_SECRET, JWT_SECRET, ENCRYPTION_KEYS, REDIS_URL, APP_URL\./,
    );
    const whole = { ...OWN, ...SECRETS, APP_URL: 'https://other.example' };
    expect(installationEnvironment(base, whole)).toEqual({ ...whole, DATA_DIR: base });
  });

  it('writes only sums, readable by their owner only', () => {
    leaveStart({ ENCRYPTION_KEYS: 'k2:given' });
    const file = path.join(base, 'installation.json');
    expect(readFileSync(file, 'utf8')).not.toMatch(/given|parlance:p/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a command in a folder without a start', () => {
  it('is refused, and creates no secrets', () => {
    expect(() => serversEnvironment(base, {})).toThrow('No database is known.');
    expect(() => installationEnvironment(base, OWN)).toThrow(/not known: SESSION_SECRET/);
    expect(existsSync(path.join(base, 'secrets.json'))).toBe(false);
  });

  it('may need fewer settings', () => {
    expect(serversEnvironment(base, OWN)).toEqual({ ...OWN, DATA_DIR: base });
    const env = { ...OWN, ...SECRETS };
    expect(installationEnvironment(base, env, Object.keys(SECRETS))).toMatchObject(env);
  });
});
