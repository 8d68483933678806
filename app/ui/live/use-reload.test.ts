import { createMemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { reloadWhenIdle } from './use-reload.ts';

/** A page that counts completed loads, and loads nothing when only its address changes. */
function page() {
  const waiting: (() => void)[] = [];
  const read = vi.fn<() => void>();
  const router = createMemoryRouter(
    [
      {
        path: '/',
        loader: async ({ request }) => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          if (request.signal.aborted) throw new Error('broken off');
          read();
          return {};
        },
        shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
          currentUrl.search === nextUrl.search && defaultShouldRevalidate,
        element: null,
      },
    ],
    { initialEntries: ['/?edit=1'], hydrationData: { loaderData: { '0': {} } } },
  );
  const readTo = (times: number) =>
    vi.waitFor(() => {
      waiting.splice(0).forEach((resolve) => resolve());
      expect(read).toHaveBeenCalledTimes(times);
      expect(router.state.revalidation).toBe('idle');
    }, 45_000);
  return { router, read, readTo, waiting };
}

test('loads once more after requests that came during a load', async () => {
  const { router, readTo, waiting } = page();
  const { reload } = reloadWhenIdle(router);
  reload();
  reload();
  reload();
  await readTo(2);
  expect(waiting).toEqual([]);
});

test('repeats a load that a closed form interrupted', async () => {
  const { router, read, readTo } = page();
  const { reload } = reloadWhenIdle(router);
  reload();
  expect(router.state.revalidation).toBe('loading');
  await router.navigate('/', { replace: true });
  expect(read).not.toHaveBeenCalled();
  await readTo(1);
  expect(router.state.location.search).toBe('');
});

test('loads nothing after it was stopped', async () => {
  const { router, readTo, waiting } = page();
  const { reload, stop } = reloadWhenIdle(router);
  reload();
  reload();
  stop();
  await readTo(1);
  expect(waiting).toEqual([]);
});
