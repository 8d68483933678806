import type { IncomingHttpHeaders } from 'node:http';
import type { Directive } from './directive.ts';

/** A request as a wire reads it. */
export interface Received {
  method: string;
  /** Below the wire's own place. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  json: Record<string, unknown>;
  /** Of a form: its texts, and its files as `file`. */
  form: Record<string, string> | null;
  files: readonly Buffer[];
}

/** A job that a double has taken. */
export interface Job {
  id: string;
  prompt: string;
  count: number;
  directive: Directive;
  looksLeft: number;
  /** When it was ordered, and when it will have ended; null: when it was looked at often enough. */
  startedAt: number;
  endsAt: number | null;
  /** The whole order, and the files that came with it. */
  fields: object;
  files: readonly Buffer[];
  /** Ours, where the wire has room for one. */
  key: string | null;
  webhook: string | null;
  isCancelled: boolean;
  /** The model, or whatever else of the order is said again. */
  model: string;
  /** Where its results are, one address each. */
  results: string[];
  /** What stands in an answer where results have no address, as base64. */
  picture: string;
}

/** What is asked, in words that all wires share. */
export type Ask =
  | {
      act: 'order';
      prompt: unknown;
      model: string;
      count?: unknown;
      key?: unknown;
      webhook?: unknown;
      fields: object;
    }
  | { act: 'look' | 'result' | 'cancel'; id: string }
  | { act: 'list' }
  | { act: 'none' };

export interface Reply {
  status: number;
  json?: unknown;
  /** Instead of an answer in one piece: a stream of these. */
  events?: readonly { type: string }[];
  headers?: Record<string, string>;
}

export type Stage = 'waiting' | 'done' | 'refused' | 'failed' | 'cancelled';

/** One provider's way to say all that. */
export interface Wire {
  isOpen(headers: IncomingHttpHeaders, key: string): boolean;
  read(received: Received): Ask;
  /** The fields that an order may have; another is a 400. */
  takes: readonly string[];
  /** Whether the address that an order reports to has to say back a word before the order is taken. */
  asksAddress?: boolean;
  /** Of an order; null where the wire answers with the result at once. */
  taken(job: Job, place: string): unknown;
  look(job: Job, stage: Stage, place: string): Reply;
  result?(job: Job, stage: Stage, place: string): Reply;
  cancel?(job: Job, stage: Stage): Reply;
  list?(jobs: readonly Job[]): unknown;
  error(status: number, message: string, param: string | null, isRefusal: boolean): Reply;
}

export const ok = (json: unknown): Reply => ({ status: 200, json });

/** How far a job has come, 0 to 1: by the time, or half at every look. */
export function progressOf({ startedAt, endsAt }: Job): number {
  return endsAt === null ? 0.5 : Math.min(1, (Date.now() - startedAt) / Math.max(1, endsAt - startedAt));
}

/** A picture of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
