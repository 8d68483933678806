import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LINES = readFileSync('compose.yaml', 'utf8').split('\n');

/** The lines below a key, as far as they are deeper than it, without the spaces before them. */
function below(key: string): string[] {
  const start = LINES.findIndex((line) => line.trimStart().startsWith(`${key}:`));
  const depth = LINES[start]?.search(/\S/) ?? 0;
  const rest = LINES.slice(start + 1);
  const end = rest.findIndex((line) => line !== '' && line.search(/\S/) <= depth);
  return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.trim());
}

// That the commands are those of the launcher is said by process-flags.test.ts, and that such processes are ended when
// their event loop stands still, and replaced, by http/standstill.full.test.ts.
describe.each(['web', 'worker'])('the service %s', (name) => {
  const own = below(name);

  it('is what all services of our image are', () => {
    expect(own).toContain('<<: *parlance');
    expect(own.filter((line) => /^(?:init|restart|entrypoint):/.test(line))).toEqual([]);
  });

  it('has an init as process 1, which nothing inside of a container can end, and is replaced when it ends', () => {
    expect(below('x-parlance')).toEqual(expect.arrayContaining(['init: true', 'restart: unless-stopped']));
  });
});
