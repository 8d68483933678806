import { expect, it } from 'vitest';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { RunAborted } from './run-aborted.ts';
import { RunningReply } from './running-reply.ts';

const candidate = { model: 'm', provider: 'p' } as Candidate;

/** A reply whose provider was called. */
function calledReply({ isSent = true, isTaken = false } = {}): RunningReply {
  const reply = new RunningReply({ attempt: 1 } as Generation);
  reply.startCall(candidate);
  reply.isSent = isSent;
  if (isTaken) reply.acceptCall();
  return reply;
}

const isStopped = ({ abort }: RunningReply) =>
  abort.signal.aborted && (abort.signal.reason as RunAborted).reason === 'stopped';

it.each(['taken', 'usage'] as const)('aborts at once when nothing was sent (until %s)', (until) => {
  const reply = calledReply({ isSent: false });
  reply.leave(until);
  expect(isStopped(reply)).toBe(true);
});

it('aborts at once when its provider has accepted the call', () => {
  const reply = calledReply({ isTaken: true });
  reply.leave('taken');
  expect(isStopped(reply)).toBe(true);
});

it('waits for the provider that was sent the call, and aborts once it accepts', () => {
  const reply = calledReply();
  reply.leave('taken');
  expect(reply.abort.signal.aborted).toBe(false);
  reply.acceptCall();
  expect(isStopped(reply)).toBe(true);
  expect(reply.isTaken, 'so that its prompt is charged').toBe(true);
});

it.each(['taken', 'usage'] as const)('calls no other provider for a reader that left (until %s)', (until) => {
  const reply = calledReply();
  reply.leave(until);
  reply.startCall(null);
  expect(isStopped(reply)).toBe(true);
  expect(reply.isTaken).toBe(false);
});

it('continues until its usage is known', () => {
  const reply = calledReply();
  reply.leave('usage');
  reply.acceptCall();
  expect(reply.abort.signal.aborted).toBe(false);
});
