import { z } from 'zod';

/** The settings of a client: with its own retries, unless it says otherwise. */
export interface Settings {
  apiKey: string;
  baseURL: string;
  /** Counts the requests. */
  fetch: typeof fetch;
  /** A model with text output, vision and visible reasoning. */
  model: string;
  /** An embedding model. */
  vectors: string;
}

/** The result of a call, as the client reports it. */
export interface ClientResult {
  text: string;
  /** Tokens; null if the client does not report them. */
  usage: { input: number; output: number } | null;
  /** The model's reasoning; null if the client does not read it. */
  thoughts: string | null;
}

/** The schema of structured answers, and of the arguments of tools. */
export const PLACE = z.object({ city: z.string(), days: z.int().min(3) });
export type Place = z.output<typeof PLACE>;

/** The result of every tool. */
export const WEATHER = 'It rains.';

export interface StreamOptions {
  /** Aborted when the reader stops. */
  signal?: AbortSignal;
  /** Called with each piece of the text. */
  onText?(piece: string): void;
}

/**
 * A real client behind a small common interface, each in its own way and types. A method that it does not
 * support is omitted, and is a gap in the table.
 */
export interface Client {
  answer?(prompt: string): Promise<ClientResult>;
  stream?(prompt: string, options?: StreamOptions): Promise<ClientResult>;
  /**
   * Offers a tool `weather` of `PLACE`, and continues until there is an answer.
   * @returns that answer, and the arguments of the tool
   */
  callTools?(prompt: string, isStreamed: boolean): Promise<{ text: string; calls: unknown[] }>;
  /** An answer with the schema `PLACE`. */
  object?(prompt: string): Promise<unknown>;
  streamObject?(prompt: string): Promise<unknown>;
  /** @param picture a `data:` URL */
  see?(prompt: string, picture: string): Promise<ClientResult>;
  embed?(texts: string[]): Promise<number[][]>;
  choices?(prompt: string, count: number): Promise<string[]>;
  models?(): Promise<string[]>;
}

export interface ClientKind {
  /** With its version, as in the table. */
  name: string;
  connect(settings: Settings): Client;
  /** The status of an error of the client's own class; null for anything else. */
  statusOf(thrown: unknown): number | null;
  /**
   * Number of tries when it is told not to retry: a client that does not read `x-should-retry` retries all
   * the same.
   */
  triesOfLimited: number;
  /**
   * It reads the prompt's length from the first event of a stream, which has our own count, and not from the
   * last.
   */
  readsFirstUsage?: true;
}
