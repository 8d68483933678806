import { expect, it } from 'vitest';
import { useApi } from '#tests/setup/api.ts';

const api = useApi({ LOG_LEVEL: 'info' });

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Sends a request with an id of the caller. @returns our id, and the log line of the request */
async function ask(callerId: string) {
  const answer = await fetch(`${api.origin()}/api/config`, { headers: { 'x-request-id': callerId } });
  await answer.body?.cancel();
  const requestId = answer.headers.get('x-request-id') ?? '';
  const find = () =>
    api
      .output()
      .split('\n')
      .find((line) => line.includes(requestId) && line.includes('"request"'));
  await expect.poll(find).toBeTruthy();
  return { requestId, line: JSON.parse(find()!) as Record<string, unknown> };
}

it('the id of a caller is logged beside our own, not instead', async () => {
  const [one, other] = [await ask('my-request-1'), await ask('my-request-1')];
  expect(one.requestId).toMatch(UUID);
  expect(other.requestId).not.toBe(one.requestId);
  expect(one.line).toMatchObject({ requestId: one.requestId, callerId: 'my-request-1' });
});

it('an invalid id is not logged', async () => {
  const { line } = await ask('a "b" {c}');
  expect(line).not.toHaveProperty('callerId');
});
