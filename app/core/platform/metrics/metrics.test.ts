import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { taskNames } from '#app/core/tasks/table.ts';
import { batchSizes, counted, exposition, TASKS } from './metrics.ts';

/** Lines of the exposition that are not comments and begin with `start`. */
async function linesStartingWith(start: string): Promise<string[]> {
  return (await exposition(true)).split('\n').filter((line) => line.startsWith(start));
}

it('exposes every counter from the start, so that the first event is counted', async () => {
  const lines = await linesStartingWith('parlance_');
  for (const name of [
    'parlance_shortfalls_total',
    'parlance_fallbacks_total{path="admit"}',
    'parlance_fallbacks_total{path="settle"}',
    'parlance_fenced_writes_total{to="log"}',
    'parlance_lost_runs_total',
    'parlance_orphaned_orders_total',
    'parlance_requests_total{route="chat",status="503"}',
    'parlance_runs_total{task="image",outcome="interrupted"}',
    'parlance_waived_microdollars_total{task="chat"}',
    'parlance_queue_seconds_count{task="embedding"}',
    'parlance_time_to_first_token_seconds_count',
  ])
    expect(lines).toContain(`${name} 0`);
});

it('counts, and describes each metric', async () => {
  counted.fallbacks.settle.inc();
  batchSizes('test').observe(3);
  expect(await linesStartingWith('parlance_fallbacks_total{path="settle"}')).toEqual([
    'parlance_fallbacks_total{path="settle"} 1',
  ]);
  expect(await linesStartingWith('parlance_batch_size_sum{batch="test"}')).toEqual([
    'parlance_batch_size_sum{batch="test"} 3',
  ]);
  expect(await linesStartingWith('# HELP parlance_fallbacks_total')).toHaveLength(1);
});

it('includes metrics of the whole installation only when they are read', async () => {
  expect(await exposition(true)).toContain('parlance_old_holds');
  expect(await exposition(false)).not.toContain('parlance_old_holds');
});

const PLACES = ['docs/grafana/parlance.json', 'docs/grafana/alerts.yaml', 'docs/runbook.md'];

/** Our metrics that a file names, without the suffixes that Prometheus adds to histograms. */
const namedIn = (place: string) =>
  Array.from(readFileSync(place, 'utf8').matchAll(/\bparlance_[a-z_]+/g), ([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

const knownMetrics = async () =>
  new Set(Array.from((await exposition(true)).matchAll(/^# HELP (parlance_\w+)/gm), ([, name]) => name!));

it.each(PLACES)('has every metric that %s names', async (place) => {
  const known = await knownMetrics();
  const named = namedIn(place);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('explains every metric in the runbook', async () => {
  const explained = new Set(namedIn('docs/runbook.md'));
  expect([...(await knownMetrics())].filter((name) => !explained.has(name))).toEqual([]);
});

it('has an alert for money, errors and waiting', () => {
  const alarmed = new Set(namedIn('docs/grafana/alerts.yaml'));
  for (const name of [
    'parlance_requests_total',
    'parlance_runs_total',
    'parlance_provider_calls_total',
    'parlance_waived_microdollars_total',
    'parlance_queue_seconds',
  ])
    expect(alarmed).toContain(name);
});

it('links each alert to a section of the runbook', () => {
  const alerts = readFileSync('docs/grafana/alerts.yaml', 'utf8');
  const headings = Array.from(readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm), ([, text]) =>
    text!.toLowerCase().replaceAll(' ', '-'),
  );
  const sections = Array.from(alerts.matchAll(/runbook: ([\w-]+)/g), ([, section]) => section!);
  expect(sections).toHaveLength(alerts.match(/- alert: /g)?.length ?? 0);
  expect(sections.filter((section) => !headings.includes(section))).toEqual([]);
});

it('has a label for every task', () => {
  expect(TASKS).toEqual([...taskNames(), 'other']);
});

it('reuses one counter per pair of labels', async () => {
  counted.requests('chat', '418').inc();
  counted.requests('chat', '418').inc();
  expect(await linesStartingWith('parlance_requests_total{route="chat",status="418"}')).toEqual([
    'parlance_requests_total{route="chat",status="418"} 2',
  ]);
});
