import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { chunkedResponse } from './chunked-response.ts';

it('requests no more pieces after its reader has left, even if nothing is written', async () => {
  const connection = { closed: false, write: vi.fn<(piece: string) => void>(), end: vi.fn<() => void>() };
  let made = 0;
  async function* pieces() {
    while (made < 10) {
      made += 1;
      connection.closed = made === 3;
      yield made === 1 ? 'a' : '';
    }
  }
  const onEnd = vi.fn<() => void>();
  const answer = chunkedResponse({ headers: {}, pieces: pieces(), onEnd });
  await answer.writeTo(connection as unknown as ServerResponse);
  expect(made).toBe(3);
  expect(connection.write.mock.calls).toEqual([['a']]);
  expect(connection.end).not.toHaveBeenCalled();
  expect(onEnd).toHaveBeenCalledTimes(1);
});
