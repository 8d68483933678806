import { expect, it } from 'vitest';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();

it('keeps idle connections longer than load balancers and clients do, so that none uses a closing one', async () => {
  const answer = await fetch(`${web.origin()}/healthz`);
  expect(answer.headers.get('connection')).toBe('keep-alive');
  const seconds = Number(/^timeout=(\d+)$/.exec(answer.headers.get('keep-alive') ?? '')?.[1]);
  // Those of the large clouds wait for 60 seconds.
  expect(seconds).toBeGreaterThan(60);
});

it('without METRICS_TOKEN there are no metrics, also for a client on this machine', async () => {
  expect((await fetch(`${web.origin()}/metrics`)).status).toBe(404);
});
