/** The record of one request. Times are milliseconds since the epoch. */
export interface SeenRequest {
  number: number;
  method: string;
  path: string;
  /** The sandbox provider of the request. */
  provider: string;
  model: string | null;
  /** The parsed body; null if it was no JSON or longer than 64 kB. Never the key. */
  body: unknown;
  at: number;
  /** When the answer was complete, or the sandbox hung up by its directive. */
  answeredAt: number | null;
  status: number | null;
  /** When the client closed the socket before that. */
  closedAt: number | null;
  /** Tokens written before the end, whatever the end was. */
  tokens: number;
  /** The tokens that its provider bills for the whole answer; null if it has not begun to answer. */
  bill: { prompt: number; completion: number } | null;
  /** When each token was passed to the socket, to a hundredth; empty unless the scenario has a clock. */
  writtenAt: number[];
}

const KEPT = 5_000;
const BODY_LIMIT = 65_536;

/** The last requests of one sandbox, oldest first. */
export class Recorder {
  private seen: SeenRequest[] = [];
  private count = 0;

  begin(method: string, path: string, provider: string): SeenRequest {
    this.count += 1;
    const request: SeenRequest = {
      number: this.count,
      method,
      path,
      provider,
      model: null,
      body: null,
      at: Date.now(),
      answeredAt: null,
      status: null,
      closedAt: null,
      tokens: 0,
      bill: null,
      writtenAt: [],
    };
    this.seen.push(request);
    // Rarely, since it moves all records.
    if (this.seen.length >= 2 * KEPT) this.seen = this.seen.slice(-KEPT);
    return request;
  }

  keepBody(request: SeenRequest, raw: string, parsed: unknown): void {
    request.body = raw.length <= BODY_LIMIT ? parsed : null;
  }

  all(): readonly SeenRequest[] {
    return this.seen.slice(-KEPT);
  }

  forget(): void {
    this.seen = [];
  }
}
