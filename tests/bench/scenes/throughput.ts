import { cpuSeconds } from '#tests/fixtures/process-usage.ts';
import { recordCall, type Recording } from '../record-call.ts';
import type { Metric, Scene, Size, Values } from '../scene.ts';
import type { Stage } from '../stage.ts';
import type { Target } from '../target.ts';
import { checkWhole, readTranscript } from '../transcript.ts';

const CALLERS = 20;
const TOKENS = 50;

export const throughput = throughputOf('throughput', false);
export const wholeThroughput = throughputOf('whole', true);

/** Replies per second for callers that repeat as soon as they have an answer. */
function throughputOf(name: string, whole: boolean): Scene {
  return {
    name,
    rounds: ({ rounds }) => rounds,
    metrics: metricsOf(whole ? 'whole' : 'streamed'),
    measure: (target, stage, size) => measureReplies(target, stage, size, whole),
  };
}

function metricsOf(kind: string): Metric[] {
  return [
    { key: 'rate', label: `${kind} replies of ${TOKENS} tokens a second, ${CALLERS} callers`, digits: 0 },
    { key: 'cpu', label: '  CPU of a reply, all processes, ms', digits: 2 },
    ...['web', 'worker', 'Redis', 'MariaDB'].map((name) => ({
      key: `cpu ${name}`,
      label: `    of that ${name}`,
      digits: 2,
    })),
    { key: 'statements', label: '  SQL statements of a reply', digits: 1 },
    { key: 'commands', label: '  Redis commands of a reply', digits: 1 },
  ];
}

/**
 * Calls a target by all callers after a warm-up, and checks every answer.
 * @param whole unstreamed answers
 * @returns `rate`, `cpu`, `cpu <process>`, `statements`, `commands`; the costs are those of a reply
 */
export async function measureReplies(
  target: Target,
  stage: Stage,
  { warmUp, seconds }: Size,
  whole = false,
): Promise<Values> {
  if (whole && !target.textOf) return {};

  await callFor(target, warmUp, whole);
  const expected = (await stage.tokensOf(TOKENS)).join('');
  const askedBefore = await target.asked?.();
  const usedBefore = cpuOf(target);
  const startedAt = performance.now();
  const recordings = await callFor(target, seconds, whole);
  const took = (performance.now() - startedAt) / 1000;
  const used = cpuOf(target).map(([name, all], at): [string, number] => [name, all - usedBefore[at]![1]]);
  const asked = await target.asked?.();
  const perReply = (amount: number) => amount / recordings.length;
  const check = whole ? checkWhole : readTranscript;
  for (const recording of recordings) check(target, recording, expected);
  return {
    rate: recordings.length / took,
    ...(used.length > 0 && { cpu: perReply(used.reduce((sum, [, seconds]) => sum + seconds, 0) * 1000) }),
    ...Object.fromEntries(used.map(([name, seconds]) => [`cpu ${name}`, perReply(seconds * 1000)])),
    ...(asked && {
      statements: perReply(asked.statements - askedBefore!.statements),
      commands: perReply(asked.commands - askedBefore!.commands),
    }),
  };
}

/** Lets all callers make calls for this number of seconds. */
async function callFor(target: Target, seconds: number, whole: boolean): Promise<Recording[]> {
  const startedAt = performance.now();
  const recordings: Recording[] = [];
  const ask = async (slot: number) => {
    while (performance.now() - startedAt < seconds * 1000) {
      const call = target.call({ tokens: TOKENS, pace: 0, mark: `caller ${slot}`, whole }, slot);
      recordings.push(await recordCall(call));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, slot) => ask(slot)));
  return recordings;
}

/** Seconds of CPU time that each of the target's processes has used so far. */
function cpuOf(target: Target): [string, number][] {
  return Object.entries(target.processes()).map(([name, pid]) => [name, cpuSeconds(pid)]);
}
