import { expect } from 'vitest';
import { register } from './support/register.ts';
import { hydrated } from './support/hydration.ts';
import { test } from './support/test.ts';

/** React shows an update that hydration holds up as it is, by client rendering, when it is about this old. */
const HELD_MS = 115;

interface Router {
  subscribe: (tell: () => void) => void;
  navigate: (to: string) => Promise<void>;
}

test.for([
  { what: 'live events that start', goes: false },
  { what: 'a way to another place', goes: true },
])('$what while a page hydrates do not make it render anew', async ({ goes }, { open }) => {
  const page = await open();
  await register(page);
  // The clock of the page stands from the moment in which its events start, but for one step: a busy machine, exactly.
  await page.addInitScript(
    ([held, isGoing]) => {
      const now = performance.now.bind(performance);
      const Channel = globalThis.BroadcastChannel;
      globalThis.BroadcastChannel = class extends Channel {
        constructor(name: string) {
          super(name);
          const begin = now();
          const step = () => (performance.now = () => begin + held);
          performance.now = () => begin;
          setTimeout(() => (performance.now = now), 500);
          if (isGoing) {
            const router = (globalThis as unknown as { __remixRouter: Router }).__remixRouter;
            router.subscribe(step);
            void router.navigate('#there');
          } else queueMicrotask(step);
        }
      };
    },
    [HELD_MS, goes] as const,
  );
  for (let visits = 0; visits < 3; visits += 1) {
    await page.goto('/chat/new');
    await hydrated(page);
    // `open` fails the test for whatever React writes down meanwhile.
    await page.waitForTimeout(1_000);
    expect(new URL(page.url()).hash).toBe(goes ? '#there' : '');
  }
});
