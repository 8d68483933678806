import type { StoreRequests } from './store-requests.ts';

/** The requested output of one call. */
export interface Ask {
  tokens: number;
  /** Milliseconds between tokens; 0 as fast as the target accepts them. */
  pace: number;
  /** Identifies the call in the double's record. */
  mark: string;
  /** True waits before the first token until the stage opens the gate. */
  gate?: boolean;
  /** An unstreamed answer. */
  whole?: boolean;
}

/** A call as HTTP. */
export interface Call {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** A measured path to the double. A new one is a file in `targets/` and a line in `stage.ts`. */
export interface Target {
  name: string;
  /** @param slot distinguishes concurrent callers; below the stage's number of slots */
  call(ask: Ask, slot: number): Call;
  /**
   * The text of the reply after one more event.
   * @param said the text before it
   * @param data the event's data as received
   * @throws if the event reports that the reply failed
   */
  textAfter(said: string, data: string): string;
  /** The text of an unstreamed answer; absent for a target that only has streams. */
  textOf?(body: string): string;
  /** The processes that work for it, by name: their time and memory are its cost. */
  processes(): Record<string, number>;
  /** A target for messages at the end of a long conversation, and its page; absent for one without conversations. */
  long?: { target: Target; page: { url: string; cookie: string } };
  /** Starts its processes anew; absent for a target that needs it for no scene. */
  restart?(): Promise<void>;
  /**
   * Starts further processes; absent for a target that cannot have more. The returned target has all of them,
   * and spreads its callers over the web processes.
   */
  withMore?(more: { webs: number; workers: number }): Promise<{ target: Target; stop(): Promise<void> }>;
  /** Number of requests to its stores so far; absent for a target without stores. */
  asked?(): Promise<StoreRequests>;
}

/** The message that tells the double its output. */
export function question({ tokens, pace, mark, gate = false }: Ask): string {
  return `Please go on. (${mark}) [[sandbox: length=${tokens} pace=${pace}${gate ? ' gate=crowd' : ''} clock=1]]`;
}

/** The mark in a message that `question` made, or undefined. */
export function markOf(message: string): string | undefined {
  return /\(([^()]*)\) \[\[sandbox:/.exec(message)?.[1];
}
