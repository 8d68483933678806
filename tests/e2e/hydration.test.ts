import { register } from './support/register.ts';
import { hydrated } from './support/hydration.ts';
import { test } from './support/test.ts';

/** React shows an update that hydration holds up as it is, by client rendering, when it is about this old. */
const HELD_MS = 115;

test('live events that come while a page hydrates do not make it render anew', async ({ open }) => {
  const page = await open();
  await register(page);
  // The clock of the page stands from the moment in which its events start, but for one step: a busy machine, exactly.
  await page.addInitScript((held) => {
    const now = performance.now.bind(performance);
    const Channel = globalThis.BroadcastChannel;
    globalThis.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        const begin = now();
        performance.now = () => begin;
        queueMicrotask(() => (performance.now = () => begin + held));
        setTimeout(() => (performance.now = now), 500);
      }
    };
  }, HELD_MS);
  for (let visits = 0; visits < 3; visits += 1) {
    await page.goto('/chat/new');
    await hydrated(page);
    // `open` fails the test for whatever React writes down meanwhile.
    await page.waitForTimeout(1_000);
  }
});
