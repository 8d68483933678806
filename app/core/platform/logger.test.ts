import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { metricOf } from '#tests/fixtures/metric-of.ts';
import { LogLines, startLogger } from './logger.ts';

const LOST = 'parlance_lost_log_lines_total';

/** A disk without space: each write fails with ENOSPC. */
const FULL = '/dev/full';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'log-lines-'));

const file = path.join(folder, 'log');

const opened: number[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const fd of opened.splice(0)) fs.closeSync(fd);
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it('returns from a fatal line on a full disk, and writes one notice', () => {
  const notify = vi.fn<(text: string) => void>();
  const log = startLogger('test', 'info', new LogLines(open(FULL), notify));
  log.fatal('first');
  log.fatal('second');
  expect(notify.mock.calls).toEqual([[expect.stringContaining('ENOSPC')]]);
});

it('drops lines beyond its bound and counts them', async () => {
  const notify = vi.fn<(text: string) => void>();
  const lines = new LogLines(open(FULL), notify);
  const before = await metricOf(LOST);
  for (let count = 0; count < 5; count += 1) lines.write(`${'x'.repeat(400_000)}\n`);
  expect((await metricOf(LOST)) - before).toBe(1);
  // Waits until its write has ended: the next test may get the same descriptor.
  await expect.poll(() => notify.mock.calls.length).toBe(1);
});

it('writes the waiting lines in order once there is space again', () => {
  const lines = new LogLines(open(file), () => undefined);
  failOnce();
  lines.write('first\n');
  lines.flushSync();
  lines.write('second\n');
  lines.flushSync();
  expect(fs.readFileSync(file, 'utf8')).toBe('first\nsecond\n');
});

it('writes its notice with a later write when standard error is on the same full disk', () => {
  const notify = vi.fn<(text: string) => void>().mockImplementationOnce(() => {
    throw new Error('ENOSPC');
  });
  const lines = new LogLines(open(file), notify);
  failOnce();
  for (const line of ['third\n', 'fourth\n', 'fifth\n']) {
    lines.write(line);
    lines.flushSync();
  }
  expect(notify).toHaveBeenCalledTimes(2);
});

it('writes many lines together before its timer fires', async () => {
  const fd = open(file);
  const lines = new LogLines(fd);
  lines.write(`${'long '.repeat(1000)}\n`);
  lines.write('last\n');
  lines.flushSync();
  await expect.poll(() => fs.readFileSync(file, 'utf8')).toMatch(/long \n/);
  expect(fs.readFileSync(file, 'utf8')).toContain('last\n');
});

function logged(write: (log: ReturnType<typeof startLogger>) => void): string {
  const lines: string[] = [];
  write(startLogger('test', 'trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it('redacts secrets from every logger', () => {
  const line = logged((log) =>
    log.info({ password: 'swordfish', user: { token: 'swordfish' } }, 'signed in'),
  );
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('swordfish');
});

/** As the database driver throws it. */
function queryError(): Error {
  const sql = "INSERT INTO messages (text) VALUES ('the nightingale sings')";
  return Object.assign(new Error("Table 'messages' is full"), { code: 'ER_RECORD_FILE_FULL', sql });
}

it('logs message and stack of an error, but not the statement that it carries', () => {
  const line = logged((log) => log.error({ err: queryError() }, 'a run failed'));
  expect(line).toContain("Table 'messages' is full");
  expect(line).toContain('logger.test.ts');
  expect(line).not.toContain('nightingale');
});

it('omits the statement when only the error is logged, and when it is the cause', () => {
  const caused = new Error('no answer', { cause: queryError() });
  const line = logged((log) => {
    log.error(queryError());
    log.error({ generationId: 'g', err: caused }, 'run was given up');
  });
  expect(line).toContain('run was given up');
  expect(line).not.toContain('nightingale');
});

function open(name: string): number {
  const fd = fs.openSync(name, 'a');
  opened.push(fd);
  return fd;
}

/** The disk is full for one write. */
function failOnce(): void {
  vi.spyOn(fs, 'writeSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
}
