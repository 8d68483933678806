import {
  ProviderError,
  type ProviderAdapter,
  type ProviderCredentials,
  type ProviderRequest,
} from '#app/core/providers/contract.ts';
import type { Behaviour } from './behaviour.ts';
import { addEvent } from './add-event.ts';
import { emptyOutput, type Outcome } from './outcome.ts';

export interface Call {
  model: string;
  question: string;
  /** Replaces the single question. */
  messages?: ProviderRequest['messages'];
  delivery?: ProviderRequest['delivery'];
  options?: ProviderRequest['options'];
  credentials: ProviderCredentials;
  leave?: Behaviour['leave'];
}

/** Calls a provider through its adapter and collects all its output. */
export async function callAdapter(
  adapter: ProviderAdapter,
  call: Call,
): Promise<Outcome & { leftAt: number | null }> {
  const outcome: Outcome & { leftAt: number | null } = {
    ...emptyOutput(),
    thinking: '',
    suggestions: [],
    further: [],
    usage: null,
    error: null,
    threwReason: false,
    providerSawLeaveMs: null,
    leftAt: null,
  };
  const leaving = new AbortController();
  const reason = new Error('we left');
  const abort = () => {
    outcome.leftAt = Date.now();
    leaving.abort(reason);
  };
  const timer = typeof call.leave?.at === 'number' ? setTimeout(abort, call.leave.at) : undefined;
  const request: ProviderRequest = {
    model: call.model,
    messages: call.messages ?? [{ role: 'user', content: call.question }],
    maxOutputTokens: 4096,
    delivery: call.delivery ?? 'stream',
    options: call.options ?? {},
  };
  try {
    for await (const event of adapter.stream(request, {
      signal: leaving.signal,
      credentials: call.credentials,
    })) {
      addEvent(outcome, event);
      if (call.leave?.at !== 'first-words' || outcome.text === '') continue;
      if (call.leave.how === 'break') {
        outcome.leftAt = Date.now();
        break;
      }
      if (outcome.leftAt === null) abort();
    }
  } catch (error) {
    outcome.threwReason = error === reason;
    outcome.error = readError(error, reason);
  } finally {
    clearTimeout(timer);
  }
  return outcome;
}

function readError(error: unknown, reason: Error): Outcome['error'] {
  if (error === reason) return null;
  if (!(error instanceof ProviderError)) throw error;
  const { code, retryable, retryAfterMs, param, message } = error;
  return { code, retryable, retryAfterMs, param, message };
}
