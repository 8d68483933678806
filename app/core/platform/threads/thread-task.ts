/** What a thread is sent: the work, and the place where it says since when it has been at it. */
export interface ThreadTask<Input> {
  input: Input;
  /** One `BigInt64`: milliseconds since 1970, or 0 while it has not begun. */
  began: SharedArrayBuffer;
}

/** Makes the default export of a thread's file: says that it has begun, then works. */
export function threadTask<Input, Output>(work: (input: Input) => Output | Promise<Output>) {
  return ({ input, began }: ThreadTask<Input>): Output | Promise<Output> => {
    Atomics.store(new BigInt64Array(began), 0, BigInt(Date.now()));
    return work(input);
  };
}
