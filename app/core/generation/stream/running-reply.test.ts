import { expect, it } from 'vitest';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { RunAborted } from './run-aborted.ts';
import { RunningReply } from './running-reply.ts';

const candidate = { model: 'm', provider: 'p' } as Candidate;

/** A reply whose provider was asked. */
function asked({ isSent = true, isTaken = false } = {}): RunningReply {
  const reply = new RunningReply({ attempt: 1 } as Generation);
  reply.ask(candidate);
  reply.isSent = isSent;
  if (isTaken) reply.take();
  return reply;
}

const isStopped = ({ abort }: RunningReply) =>
  abort.signal.aborted && (abort.signal.reason as RunAborted).reason === 'stopped';

it.each(['taken', 'usage'] as const)('ends at once where nothing was sent (until %s)', (until) => {
  const reply = asked({ isSent: false });
  reply.leave(until);
  expect(isStopped(reply)).toBe(true);
});

it('ends at once where its provider has taken it', () => {
  const reply = asked({ isTaken: true });
  reply.leave('taken');
  expect(isStopped(reply)).toBe(true);
});

it('waits for the provider that was sent it, and ends when that takes it', () => {
  const reply = asked();
  reply.leave('taken');
  expect(reply.abort.signal.aborted).toBe(false);
  reply.take();
  expect(isStopped(reply)).toBe(true);
  expect(reply.isTaken, 'so that its prompt is charged').toBe(true);
});

it.each(['taken', 'usage'] as const)('asks nobody else for a reader who left (until %s)', (until) => {
  const reply = asked();
  reply.leave(until);
  reply.ask(null);
  expect(isStopped(reply)).toBe(true);
  expect(reply.isTaken).toBe(false);
});

it('runs on until its usage is known', () => {
  const reply = asked();
  reply.leave('usage');
  reply.take();
  expect(reply.abort.signal.aborted).toBe(false);
});
