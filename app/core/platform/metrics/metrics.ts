import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { FINAL_STATES } from '#app/contracts/generation.ts';

/** Metrics of this process; each process exposes its own. */
const own = new Registry();
/**
 * Metrics of the whole installation, read from database and Redis: the same in every process that exposes
 * them.
 */
const shared = new Registry();

const counter = (name: string, help: string) => new Counter({ name, help, registers: [own] });

/**
 * All values of a label exist from the start: Prometheus misses the first event of a counter that appears
 * with it.
 */
function counters<Label extends string, Value extends string>(
  name: string,
  help: string,
  label: Label,
  values: readonly Value[],
) {
  const made = new Counter({ name, help, labelNames: [label], registers: [own] });
  const byValue = values.map((value) => [value, made.labels(value)] as const);
  for (const [, one] of byValue) one.inc(0);
  return Object.fromEntries(byValue) as Record<Value, Counter.Internal>;
}

/**
 * Counters with two labels of few values each. The counters of the pairs in `from` exist from the start,
 * those of other pairs from their first event.
 */
function countersByTwo<One extends string, Two extends string>(
  name: string,
  help: string,
  labels: readonly [One, Two],
  from: readonly (readonly [string, string])[],
) {
  const made = new Counter<One | Two>({ name, help, labelNames: labels, registers: [own] });
  const known = new Map<string, Map<string, Counter.Internal>>();
  const counterOf = (one: string, two: string): Counter.Internal => {
    let byTwo = known.get(one);
    if (!byTwo) known.set(one, (byTwo = new Map<string, Counter.Internal>()));
    let counter = byTwo.get(two);
    if (!counter) byTwo.set(two, (counter = made.labels(one, two)));
    return counter;
  };
  for (const [one, two] of from) counterOf(one, two).inc(0);
  return counterOf;
}

/** A histogram by the task of a run. */
function timesByTask(name: string, help: string, buckets: number[]) {
  const made = new Histogram({ name, help, labelNames: ['task'], buckets, registers: [own] });
  for (const task of TASKS) made.zero({ task });
  return Object.fromEntries(TASKS.map((task) => [task, made.labels(task)])) as Record<
    RunTask,
    Histogram.Internal<'task'>
  >;
}

/** The tasks of runs as labels; a test compares them with the table of tasks. */
export const TASKS = ['chat', 'embedding', 'image', 'video', 'other'] as const;
export type RunTask = (typeof TASKS)[number];

/** The label of a task: all tasks of newer versions share one. */
export function taskLabel(task: string): RunTask {
  return TASKS.find((known) => known === task) ?? 'other';
}

/** Classes of requests as labels, instead of paths, which any caller can invent. */
export const ROUTE_CLASSES = [
  'chat',
  'embeddings',
  'images',
  'videos',
  'hub',
  'ask',
  'events',
  'api',
  'files',
  'assets',
  'probes',
  'pages',
] as const;
export type RouteClass = (typeof ROUTE_CLASSES)[number];

const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [shared] });

const batchSize = new Histogram({
  name: 'parlance_batch_size',
  help: 'Callers that shared a transaction, by what they wanted.',
  labelNames: ['batch'],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
  registers: [own],
});

/** The histogram of a batcher's batch sizes. */
export function batchSizes(batch: string): Histogram.Internal<'batch'> {
  return batchSize.labels(batch);
}

/** Counted where the event happens; costs an addition. */
export const counted = {
  timeToFirstToken: new Histogram({
    name: 'parlance_time_to_first_token_seconds',
    help: 'From the admission of a run to its first word.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers: [own],
  }),
  requests: countersByTwo(
    'parlance_requests_total',
    'Requests by what they were for and the status of their answer; `left`: the client went before there was one.',
    ['route', 'status'],
    ROUTE_CLASSES.flatMap((route) => ['200', '500', '503'].map((status) => [route, status] as const)),
  ),
  queueTime: timesByTask(
    'parlance_queue_seconds',
    'From the admission of a run to its worker.',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  ),
  streamTime: timesByTask(
    'parlance_stream_seconds',
    'From the first word of a run to its end.',
    [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
  ),
  runs: countersByTwo(
    'parlance_runs_total',
    'Runs that have ended, by how.',
    ['task', 'outcome'],
    TASKS.flatMap((task) => FINAL_STATES.map((state) => [task, state] as const)),
  ),
  providerCalls: countersByTwo(
    'parlance_provider_calls_total',
    'Calls to providers by operator keys: `answered`, `left` before an answer, or the class of the error.',
    ['provider', 'result'],
    [],
  ),
  chargedMicro: counters(
    'parlance_charged_microdollars_total',
    'Money that ended runs were charged, in millionths of a dollar.',
    'task',
    TASKS,
  ),
  waivedMicro: counters(
    'parlance_waived_microdollars_total',
    'Money that ended runs cost beyond their charge, in millionths of a dollar: the operator bears it.',
    'task',
    TASKS,
  ),
  shortfalls: counter('parlance_shortfalls_total', 'Runs that cost more than was held for them.'),
  shortfallMicro: counter(
    'parlance_shortfall_microdollars_total',
    'What they cost beyond it, in millionths of a dollar: the operator bears it.',
  ),
  expiredLots: counter('parlance_expired_lots_total', 'Bookings of credit that has expired.'),
  expiredMicro: counter('parlance_expired_microdollars_total', 'What they took, in millionths of a dollar.'),
  fallbacks: counters(
    'parlance_fallbacks_total',
    'Batches that were written optimistically in vain, and again with locks.',
    'path',
    ['admit', 'settle'],
  ),
  fencedWrites: counters(
    'parlance_fenced_writes_total',
    'Writes of a worker that were refused because its run belongs to somebody else.',
    'to',
    ['log', 'checkpoint', 'settle'],
  ),
  resumes: counters(
    'parlance_resumed_answers_total',
    'Answers that were cut, by what became of asking another to go on with them.',
    'outcome',
    ['joined', 'refused', 'failed'],
  ),
  resumedPromptTokens: counter(
    'parlance_resumed_prompt_tokens_total',
    'Tokens of the prompts of those who were asked to go on: the operator bears them.',
  ),
  putOffRuns: counter(
    'parlance_put_off_runs_total',
    'Runs that this worker put off because their account had its share of the places.',
  ),
  lostRuns: counter('parlance_lost_runs_total', 'Runs that this sweeper took from a worker that was lost.'),
  orphanedOrders: counter(
    'parlance_orphaned_orders_total',
    'Orders at a provider of which nobody knows whether they were taken: closed, free, never repeated.',
  ),
  storeFailures: counters(
    'parlance_file_store_failures_total',
    'Operations on the file store that failed after all tries, by the reason.',
    'reason',
    ['unreachable', 'silent', 'failed', 'refused', 'foreign', 'full'],
  ),
  lostLogLines: counter(
    'parlance_lost_log_lines_total',
    'Lines of the log that were dropped because they could not be written.',
  ),
};

const clockOffset = new Gauge({
  name: 'parlance_clock_ahead_milliseconds',
  help: 'By how much the clock of this process is ahead of another; negative where it is behind.',
  labelNames: ['of'],
  registers: [own],
});

/** Set with each comparison of the clocks. */
export const clockAhead = {
  database: clockOffset.labels('database'),
  redis: clockOffset.labels('redis'),
};

/** Set with each check of the cluster's nodes. */
export const clusterTagsAway = new Gauge({
  name: 'parlance_redis_cluster_tags_away',
  help: 'Hash tags of the Redis Cluster (of 64) that this process cannot reach; 0 without a cluster.',
  registers: [own],
});

/** Read on request. */
export const read = {
  queueAge: gauge('parlance_queue_age_seconds', 'Age of the oldest run that waits for a worker; 0 for none.'),
  runs: new Gauge({
    name: 'parlance_runs',
    help: 'Runs that wait, and that are under way.',
    labelNames: ['state'],
    registers: [shared],
  }),
  oldHolds: gauge('parlance_old_holds', 'Holds that are older than ten minutes.'),
  breakers: new Gauge({
    name: 'parlance_breakers',
    help: 'Offers that were called lately, by the state of their circuit breaker.',
    labelNames: ['state'],
    registers: [shared],
  }),
  workers: gauge('parlance_workers', 'Workers that have reported lately.'),
  usageLag: gauge('parlance_usage_lag_seconds', 'How far the roll-ups of usage are behind.'),
  searchBacklog: gauge(
    'parlance_search_backlog',
    'Messages that the index of the search has not taken up yet, counted up to 10,000.',
  ),
  searchDifferences: gauge(
    'parlance_search_differences',
    'Differences between the index of the search and the messages that the newest comparison has repaired.',
  ),
  mismatches: new Gauge({
    name: 'parlance_reconciliation_mismatches',
    help: 'What the newest reconciliation found that differs, by what it compared.',
    labelNames: ['what'],
    registers: [shared],
  }),
  reconciledAt: new Gauge({
    name: 'parlance_reconciliation_timestamp_seconds',
    help: 'When the newest reconciliation compared, by what it compared.',
    labelNames: ['what'],
    registers: [shared],
  }),
};

/**
 * Adds Node's own metrics: event loop delay, garbage collection, memory. Call once, in a process that exposes
 * metrics.
 */
export function measureProcess(): void {
  collectDefaultMetrics({ register: own });
}

/** Content type of `exposition`. */
export const EXPOSITION_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * The metrics of this process in Prometheus' text format. @param isShared adds those of the whole
 * installation
 */
export async function exposition(isShared: boolean): Promise<string> {
  const texts = [own.metrics(), ...(isShared ? [shared.metrics()] : [])];
  return (await Promise.all(texts)).join('\n');
}
