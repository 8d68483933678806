import type { IncomingHttpHeaders } from 'node:http';
import type { Directive } from './directive.ts';

/** A request as parsed for a wire. */
export interface Received {
  method: string;
  /** Below the wire's own path. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  json: Record<string, unknown>;
  /** For a form: its texts, and its files as `file`. */
  form: Record<string, string> | null;
  files: readonly Buffer[];
}

/** A job that a double has accepted. */
export interface Job {
  id: string;
  prompt: string;
  count: number;
  directive: Directive;
  looksLeft: number;
  /** When it was ordered, and when it will have ended; null: once it was polled often enough. */
  startedAt: number;
  endsAt: number | null;
  /** The whole order, and the files that came with it. */
  fields: object;
  files: readonly Buffer[];
  /** Our key, if the wire supports one. */
  key: string | null;
  webhook: string | null;
  isCancelled: boolean;
  /** The model, or another part of the order that answers repeat. */
  model: string;
  /** The addresses of its results. */
  results: string[];
  /** The result in an answer without addresses, as base64. */
  picture: string;
}

/** A request in the common form of all wires. */
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
  /** Instead of an unstreamed answer: a stream of these. */
  events?: readonly { type: string }[];
  headers?: Record<string, string>;
}

export type Stage = 'waiting' | 'done' | 'refused' | 'failed' | 'cancelled';

/** The implementation of one provider's wire. */
export interface Wire {
  isOpen(headers: IncomingHttpHeaders, key: string): boolean;
  read(received: Received): Ask;
  /** The allowed fields of an order; another is a 400. */
  takes: readonly string[];
  /** Whether the webhook address of an order has to return a challenge before the order is accepted. */
  asksAddress?: boolean;
  /** For an order; null if the wire answers with the result at once. */
  taken(job: Job, place: string): unknown;
  look(job: Job, stage: Stage, place: string): Reply;
  result?(job: Job, stage: Stage, place: string): Reply;
  cancel?(job: Job, stage: Stage): Reply;
  list?(jobs: readonly Job[]): unknown;
  error(status: number, message: string, param: string | null, isRefusal: boolean): Reply;
}

export const ok = (json: unknown): Reply => ({ status: 200, json });

/** The progress of a job, 0 to 1: by time, or half at every poll. */
export function progressOf({ startedAt, endsAt }: Job): number {
  return endsAt === null ? 0.5 : Math.min(1, (Date.now() - startedAt) / Math.max(1, endsAt - startedAt));
}

/** An image of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
