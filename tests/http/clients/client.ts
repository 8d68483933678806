import { z } from 'zod';

/** How a client is set up: with its own ways of repeating, unless it says otherwise. */
export interface Settings {
  apiKey: string;
  baseURL: string;
  /** Counts what is asked. */
  fetch: typeof fetch;
  /** Of a model that answers in words, sees pictures and thinks aloud. */
  model: string;
  /** Of a model that makes vectors. */
  vectors: string;
}

/** What came of a call, as the client tells it. */
export interface Heard {
  text: string;
  /** Tokens; null where the client says nothing of them. */
  usage: { input: number; output: number } | null;
  /** What the model thought; null where the client does not read it. */
  thoughts: string | null;
}

/** What is asked for where an answer has to have a form, and what tools are called with. */
export const PLACE = z.object({ city: z.string(), days: z.int().min(3) });
export type Place = z.output<typeof PLACE>;

/** What every tool answers. */
export const WEATHER = 'It rains.';

export interface StreamOptions {
  /** Aborted when the reader has had enough. */
  signal?: AbortSignal;
  /** Told of each piece of the text. */
  onText?(piece: string): void;
}

/**
 * A real client behind the few things that clients do, each in that client's own way and types. What it does not offer
 * is left out, and is a gap in the table.
 */
export interface Client {
  answer?(prompt: string): Promise<Heard>;
  stream?(prompt: string, options?: StreamOptions): Promise<Heard>;
  /**
   * Offers a tool `weather` of `PLACE`, and goes on until there is an answer.
   * @returns that answer, and what the tool was called with
   */
  callTools?(prompt: string, isStreamed: boolean): Promise<{ text: string; calls: unknown[] }>;
  /** An answer of the form of `PLACE`. */
  object?(prompt: string): Promise<unknown>;
  streamObject?(prompt: string): Promise<unknown>;
  /** @param picture a `data:` URL */
  see?(prompt: string, picture: string): Promise<Heard>;
  embed?(texts: string[]): Promise<number[][]>;
  choices?(prompt: string, count: number): Promise<string[]>;
  models?(): Promise<string[]>;
}

export interface ClientKind {
  /** With its version, as the table has it. */
  name: string;
  connect(settings: Settings): Client;
  /** The status of an error of the client's own class; null for anything else. */
  statusOf(thrown: unknown): number | null;
  /** How often it asks when it is told not to repeat: one that does not read `x-should-retry` repeats all the same. */
  triesOfLimited: number;
  /** It reads from the first event of a stream how long the prompt is, where our own count stands, and not from the last. */
  readsFirstUsage?: true;
}
