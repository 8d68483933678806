import { recordCall, type Recording } from './record-call.ts';
import type { Stage } from './stage.ts';
import type { Target } from './target.ts';

/** Concurrent calls while the streams are being opened, and their time limit. */
const AT_THE_DOOR = 40;
const ENTRY_MS = 50_000;
/** After the last one is open: the work of opening them is done. */
const REST_MS = 1500;

/**
 * Opens streams, no faster than the target accepts them; their marks are `stream 0`, `stream 1`, ...
 * @returns when all of them wait at the double's gate for their first token
 */
export async function openCrowd(
  target: Target,
  stage: Stage,
  { streams, tokens, pace }: { streams: number; tokens: number; pace: number },
): Promise<Promise<Recording>[]> {
  const recordings: Promise<Recording>[] = [];
  const failures: unknown[] = [];
  const open = () => {
    const slot = recordings.length;
    const call = target.call({ tokens, pace, mark: `stream ${slot}`, gate: true }, slot);
    const recording = recordCall(call);
    recording.catch((error: unknown) => failures.push(error));
    recordings.push(recording);
  };
  const late = performance.now() + ENTRY_MS;
  for (let inside = 0; inside < streams; inside = await stage.waiting()) {
    while (recordings.length < Math.min(streams, inside + AT_THE_DOOR)) open();
    if (failures.length > 0) throw failures[0];
    if (performance.now() > late) throw new Error(`${target.name} does not let ${streams} streams in`);
    await pause(100);
  }
  await pause(REST_MS);
  return recordings;
}

/** Resolves after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
