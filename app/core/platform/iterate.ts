/** The producer behind an iterator. */
export interface Source<Value> {
  /** @returns the next value; undefined after the last one */
  next(): Promise<Value | undefined>;
  /** Releases resources: called once, after the last value or an error, or when the reader leaves. */
  end(): void;
}

/**
 * The iterator between a producer and its reader. Not a generator: each token passes through several of
 * these, and a generator creates more promises per value and waits for a pending `next` before it lets its
 * reader leave.
 */
export function iterate<Value>(source: Source<Value>): AsyncIterableIterator<Value> {
  return new SourceIterator(source);
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

class SourceIterator<Value> implements AsyncIterableIterator<Value> {
  readonly #source: Source<Value>;
  #isOver = false;

  constructor(source: Source<Value>) {
    this.#source = source;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  next(): Promise<IteratorResult<Value>> {
    if (this.#isOver) return Promise.resolve(DONE);
    return this.#source.next().then(this.#pass, this.#fail);
  }

  async return(): Promise<IteratorResult<Value>> {
    this.#end();
    return DONE;
  }

  // Created once instead of per value.
  readonly #pass = (value: Value | undefined): IteratorResult<Value> => {
    // A reader that has left meanwhile gets no more values.
    if (value !== undefined && !this.#isOver) return { done: false, value };
    this.#end();
    return DONE;
  };

  readonly #fail = (error: unknown): never => {
    this.#end();
    throw error;
  };

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.end();
  }
}
