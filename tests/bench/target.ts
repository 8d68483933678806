import type { Asked } from './asked.ts';

/** What one call asks the double to say. */
export interface Ask {
  tokens: number;
  /** Milliseconds between tokens; 0 as fast as the way takes them. */
  pace: number;
  /** Names the call in the double's record. */
  mark: string;
  /** True waits before the first token until the stage opens the gate. */
  gate?: boolean;
  /** The answer in one piece instead of a stream. */
  whole?: boolean;
}

/** A call as HTTP. */
export interface Call {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** A way to the double that is measured. A new one is a file in `targets/` and a line in `stage.ts`. */
export interface Target {
  name: string;
  /** @param slot tells callers of the same moment apart; below the stage's number of slots */
  call(ask: Ask, slot: number): Call;
  /**
   * The text of the reply after one more event.
   * @param said what it was before
   * @param data the event's data as it came
   * @throws when the event says that the reply failed
   */
  textAfter(said: string, data: string): string;
  /** The text of an answer in one piece; absent for a target that has only streams. */
  textOf?(body: string): string;
  /** The processes that work for it, by name: their time and memory are its cost. */
  processes(): Record<string, number>;
  /** Starts one more worker; absent for a target that has none. `processes` names it beside the others. */
  addWorker?(): Promise<{ processes: Target['processes']; stop(): Promise<void> }>;
  /** How much its stores were asked so far; absent for a target that has none. */
  asked?(): Promise<Asked>;
}

/** The words by which the double knows what to say. */
export function question({ tokens, pace, mark, gate = false }: Ask): string {
  return `Please go on. (${mark}) [[sandbox: length=${tokens} pace=${pace}${gate ? ' gate=crowd' : ''} clock=1]]`;
}

/** The mark in a message that `question` made, or undefined. */
export function markOf(message: string): string | undefined {
  return /\(([^()]*)\) \[\[sandbox:/.exec(message)?.[1];
}
