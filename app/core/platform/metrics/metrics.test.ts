import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { batchSizes, counted, exposition } from './metrics.ts';

/** Lines of the exposition that are no comment, and begin so. */
async function told(start: string): Promise<string[]> {
  return (await exposition(true)).split('\n').filter((line) => line.startsWith(start));
}

it('tells every counter from the start, so that the first event is seen as one', async () => {
  const lines = await told('parlance_');
  for (const name of [
    'parlance_shortfalls_total',
    'parlance_fallbacks_total{path="admit"}',
    'parlance_fallbacks_total{path="settle"}',
    'parlance_fenced_writes_total{to="log"}',
    'parlance_lost_runs_total',
    'parlance_orphaned_orders_total',
    'parlance_time_to_first_token_seconds_count',
  ])
    expect(lines).toContain(`${name} 0`);
});

it('counts, and says what it counts', async () => {
  counted.fallbacks.settle.inc();
  batchSizes('test').observe(3);
  expect(await told('parlance_fallbacks_total{path="settle"}')).toEqual([
    'parlance_fallbacks_total{path="settle"} 1',
  ]);
  expect(await told('parlance_batch_size_sum{batch="test"}')).toEqual([
    'parlance_batch_size_sum{batch="test"} 3',
  ]);
  expect(await told('# HELP parlance_fallbacks_total')).toHaveLength(1);
});

it('tells of the whole installation only who reads it', async () => {
  expect(await exposition(true)).toContain('parlance_old_holds');
  expect(await exposition(false)).not.toContain('parlance_old_holds');
});

it('has every metric that the dashboard shows and the runbook names', async () => {
  const known = new Set(
    Array.from((await exposition(true)).matchAll(/^# HELP (parlance_\w+)/gm), ([, name]) => name),
  );
  for (const place of ['docs/grafana/parlance.json', 'docs/runbook.md']) {
    const named = Array.from(readFileSync(place, 'utf8').matchAll(/\bparlance_[a-z_]+/g), ([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    );
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !known.has(name)).map((name) => `${place}: ${name}`)).toEqual([]);
  }
});
