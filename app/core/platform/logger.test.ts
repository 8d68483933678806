import { expect, it } from 'vitest';
import { startLogger } from './logger.ts';

function logged(write: (log: ReturnType<typeof startLogger>) => void): string {
  const lines: string[] = [];
  write(startLogger('test', 'trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it('never says a secret, whoever logs it', () => {
  const line = logged((log) =>
    log.info({ password: 'swordfish', user: { token: 'swordfish' } }, 'signed in'),
  );
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('swordfish');
});

/** As the driver of the database throws it. */
function queryError(): Error {
  const sql = "INSERT INTO messages (text) VALUES ('the nightingale sings')";
  return Object.assign(new Error("Table 'messages' is full"), { code: 'ER_RECORD_FILE_FULL', sql });
}

it('says what an error is and where it came from, but not the statement that it carries', () => {
  const line = logged((log) => log.error({ err: queryError() }, 'a run failed'));
  expect(line).toContain("Table 'messages' is full");
  expect(line).toContain('logger.test.ts');
  expect(line).not.toContain('nightingale');
});

it('leaves it out where the error is all that is logged, and where it was caused by it', () => {
  const caused = new Error('no answer', { cause: queryError() });
  const line = logged((log) => {
    log.error(queryError());
    log.error({ generationId: 'g', err: caused }, 'run was given up');
  });
  expect(line).toContain('run was given up');
  expect(line).not.toContain('nightingale');
});
