import type { Page } from 'playwright';
import { expect } from 'vitest';
import { register, signUp } from './support/register.ts';
import { hydrated } from './support/hydration.ts';
import { test } from './support/test.ts';

/** The number of elements of the page that React has not hydrated yet. */
const foreignElements = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('body :is(a, button, form, input, main, nav, textarea)')].filter(
        (element) => !Object.keys(element).some((key) => key.startsWith('__reactFiber')),
      ).length,
  );

/** React shows an update that hydration delays by client rendering when it is about this old. */
const HELD_MS = 115;

interface Router {
  subscribe: (tell: () => void) => void;
  navigate: (to: string) => Promise<void>;
}

test.for([
  { what: 'live events that start', goes: false },
  { what: 'a way to another place', goes: true },
])('$what while a page hydrates do not make it render again', async ({ goes }, { open }) => {
  const page = await open();
  await register(page);
  // The clock of the page stops at the moment in which its events start, except for one step: an exact
  // simulation of a busy machine.
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
          setTimeout(() => {
            performance.now = now;
            document.documentElement.dataset['clock'] = 'runs';
          }, 500);
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
    // `open` fails the test for React's messages until all of the page is hydrated.
    await page.locator('html[data-clock=runs]').waitFor();
    await expect.poll(() => foreignElements(page)).toBe(0);
    expect(new URL(page.url()).hash).toBe(goes ? '#there' : '');
  }
});

test('a part whose script cannot be loaded is replaced by a notice, and the rest of the page hydrates', async ({
  open,
}) => {
  const page = await open({ expected: [/ERR_FAILED/] });
  // No page is open before: its document could be taken for one of the two below.
  await signUp(page);
  await page.route('**/assets/OptionsPanel*.js', (route) => route.abort());
  // The page reloads once, then continues without the part.
  let documents = 0;
  page.on('domcontentloaded', () => (documents += 1));
  await page.goto('/chat/new?options=1');
  await expect.poll(() => documents).toBe(2);
  await hydrated(page);
  await expect.poll(() => foreignElements(page)).toBe(0);
  expect(await page.locator('#chat-options').count()).toBe(0);
  await page.getByText('This part couldn’t be loaded. What you typed is saved.').waitFor();
  await page.locator('[name=text]').fill('Typed');
});
