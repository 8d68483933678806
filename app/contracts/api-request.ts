/**
 * The part of a request that a JSON route reads: the members of Fetch's `Request` that are cheap to create.
 */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}
