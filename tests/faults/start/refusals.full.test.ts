import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, NAMES, useStarts } from './launcher.ts';

const { base, port, pids, start } = useStarts();

describe('a start that cannot succeed', () => {
  it('names an unavailable database and the remedy, and leaves nothing running', async () => {
    const launcher = start({ DATABASE_URL: 'mysql://a:b@127.0.0.1:1/c' });
    await ended(launcher);
    expect(launcher.child.exitCode).toBe(1);
    expect(launcher.output()).toMatch(/could not be prepared.\n→ Start the server/);
    expect(pids()).toEqual(NAMES.map(() => null));
    expect(existsSync(path.join(base(), 'run', 'start.lock'))).toBe(false);
  });

  it('names a port in use', async () => {
    const server = createServer().listen(port(), '127.0.0.1');
    await once(server, 'listening');
    const launcher = start();
    await ended(launcher);
    server.close();
    expect(launcher.output()).toMatch(
      /Another program listens at .*\n→ End it, or choose another port: PORT=\d+/,
    );
  });
});
