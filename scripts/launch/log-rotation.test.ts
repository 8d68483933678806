import {
  appendFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logLimits, rotateLog } from './log-rotation.mjs';

const HOUR_MS = 3_600_000;
const LIMITS = { maxBytes: 10, maxAgeMs: 48 * HOUR_MS };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'logs-'));
  file = path.join(folder, 'web.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = () => readdirSync(folder).sort();
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const rotate = (now: string) => rotateLog(file, LIMITS, new Date(now));

describe('a log', () => {
  it('that is too large is moved, and its writer continues in the same file', async () => {
    const writer = openSync(file, 'a', 0o600);
    writeSync(writer, 'line one\nline two\n');
    await rotate('2099-01-01T10:00:00Z');
    writeSync(writer, 'three\n');
    expect(names()).toEqual(['web.log', 'web.log.2099-01-01T10-00-00.000Z']);
    expect(read('web.log.2099-01-01T10-00-00.000Z')).toBe('line one\nline two\n');
    expect(read('web.log')).toBe('three\n');
    expect(statSync(path.join(folder, names()[1]!)).mode & 0o777).toBe(0o600);
  });

  it('of the allowed size stays for a day', async () => {
    writeFileSync(`${file}.2099-01-01T10-00-00.000Z`, 'older\n');
    writeFileSync(file, 'one\n');
    await rotate('2099-01-02T09:59:59Z');
    expect(read('web.log')).toBe('one\n');
    await rotate('2099-01-02T10:00:00Z');
    expect(read('web.log')).toBe('');
    expect(read('web.log.2099-01-02T10-00-00.000Z')).toBe('one\n');
  });

  it('that is empty or missing is skipped', async () => {
    await rotate('2099-01-01T10:00:00Z');
    writeFileSync(file, '');
    await rotate('2099-01-01T10:00:00Z');
    expect(names()).toEqual(['web.log']);
  });
});

describe('rotated logs', () => {
  it('are deleted when their last line is too old; others stay', async () => {
    for (const name of [
      'web.log.2099-01-01T10-00-00.000Z',
      'web.log.2099-01-03T10-00-00.000Z',
      'web.log.1',
      'web.log.txt',
      'worker.log.2099-01-01T10-00-00.000Z',
    ])
      writeFileSync(path.join(folder, name), 'x');
    writeFileSync(file, '');
    await rotate('2099-01-03T10:00:01Z');
    expect(names()).toEqual([
      'web.log',
      'web.log.2099-01-03T10-00-00.000Z',
      'web.log.txt',
      'worker.log.2099-01-01T10-00-00.000Z',
    ]);
  });

  it('are at most ten files with the log, however fast it grows', async () => {
    for (let minute = 10; minute < 30; minute += 1) {
      appendFileSync(file, `line of minute ${minute}\n`);
      await rotate(`2099-01-01T10:${minute}:00Z`);
    }
    expect(names()).toHaveLength(10);
    expect(names()[1]).toBe('web.log.2099-01-01T10-21-00.000Z');
    expect(read(names()[9]!)).toBe('line of minute 29\n');
  });
});

it('logLimits reads megabytes and days', () => {
  expect(logLimits({})).toEqual({ maxBytes: 20 * 1024 * 1024, maxAgeMs: 14 * 24 * HOUR_MS });
  expect(logLimits({ LOG_MAX_MB: '1', LOG_MAX_DAYS: '2' })).toEqual({
    maxBytes: 1024 * 1024,
    maxAgeMs: 48 * HOUR_MS,
  });
  expect(logLimits({ LOG_MAX_MB: 'many', LOG_MAX_DAYS: '0' })).toEqual(logLimits({}));
});
