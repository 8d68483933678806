/** What a JSON route reads of a request: the part of Fetch's `Request` that costs little to make. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}
