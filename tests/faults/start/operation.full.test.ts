import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ended, untilPrinted, useStarts, type Launcher } from './launcher.ts';

const first = useStarts();
const second = useStarts();
let launcher: Launcher;

const folder = () => path.join(first.base(), 'monday');
const COUNT = ['--batch', '--skip-column-names', '-e', 'SELECT COUNT(*) FROM offers'];

it('the commands of the runbook find the servers and secrets of npm start', async () => {
  launcher = await first.startReady();
  expect(await first.command('migrate')).toEqual([
    0,
    expect.stringMatching(/^\{"migrated":\[\],"seeded":\{/),
  ]);
  expect(await first.command('database', COUNT)).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
  expect(await first.command('admin', ['failed-jobs'])).toEqual([0, 'No follow-up job was given up.\n']);
  expect(await first.command('backup', [folder()])).toEqual([0, expect.stringContaining('The backup is in')]);
});

it.each([
  ['migrate', ['down'], /no command that takes migrations back/],
  ['migrate', ['up'], /takes no words/],
  ['backup', ['a', 'b'], /One folder can be named/],
  ['restore', [], /One folder of a backup must be named/],
  ['admin', ['find', 'nothing'], /^No generation was begun by nothing/],
])('%s %j ends with 1', async (script, args, message) => {
  expect(await first.command(script, args)).toEqual([1, expect.stringMatching(message)]);
});

it('commands with other secrets than those of npm start are refused', async () => {
  const env = { ENCRYPTION_KEYS: 'k1:other' };
  const refused = [1, expect.stringMatching(/The last npm start had other settings: ENCRYPTION_KEYS\./)];
  expect(await first.command('admin', ['rotate-vault'], env)).toEqual(refused);
  expect(await first.command('backup', [`${folder()}-2`], env)).toEqual(refused);
});

it('nothing is restored while web and worker are running', async () => {
  const restored = await first.command('restore', [folder(), '--replace']);
  expect(restored).toEqual([1, expect.stringMatching(/in use: web, worker\.\n→ End web/)]);
  launcher.child.kill('SIGTERM');
  await once(launcher.child, 'exit');
  expect(await first.command('backup')).toEqual([1, expect.stringMatching(/→ Start the database/)]);
});

it('a backup is restored into another folder, and npm start works with it', async () => {
  const servers = second.run('servers');
  await untilPrinted(servers, /^Ready after/m);
  const early = second.start();
  await ended(early);
  expect(early.output()).toMatch(/^Its servers alone run already \(process \d+\)\./);
  expect(await second.command('restore', [folder()])).toEqual([0, expect.stringContaining('Restored.')]);
  const [, count] = await second.command('database', COUNT);
  expect(Number(count)).toBeGreaterThan(0);
  servers.child.kill('SIGTERM');
  await once(servers.child, 'exit');
  launcher = await second.startReady();
  expect(launcher.output()).toMatch(/✓ database .* up to date/);
  expect(await second.readiness()).toMatchObject({ status: 'ready' });
  expect(await second.leftAfter('SIGTERM', launcher)).toMatchObject({ processes: [] });
});
