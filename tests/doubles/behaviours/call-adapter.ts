import { deltaText } from '#app/contracts/completion.ts';
import {
  ProviderError,
  type ProviderAdapter,
  type ProviderCredentials,
} from '#app/core/providers/contract.ts';
import type { Behaviour } from './cases.ts';
import type { Outcome } from './outcome.ts';

export interface Call {
  model: string;
  question: string;
  credentials: ProviderCredentials;
  leave?: Behaviour['leave'];
}

/** Calls a provider through its adapter and collects all that it says. */
export async function callAdapter(
  adapter: ProviderAdapter,
  call: Call,
): Promise<Outcome & { leftAt: number | null }> {
  const outcome: Outcome & { leftAt: number | null } = {
    text: '',
    thinking: '',
    finish: null,
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
  const request = { model: call.model, messages: [{ role: 'user' as const, content: call.question }] };
  try {
    for await (const event of adapter.stream(
      { ...request, maxOutputTokens: 4096, delivery: 'stream', options: {} },
      { signal: leaving.signal, fetch: globalThis.fetch, credentials: call.credentials },
    )) {
      if (event.type === 'usage') outcome.usage = event.usage;
      else if (event.type === 'finish') outcome.finish = event.reason;
      else if (event.type === 'delta') outcome.text += deltaText(event.delta);
      else outcome[event.type] += event.text;
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
  const { code, retryable, retryAfterMs, message } = error;
  return { code, retryable, retryAfterMs, message };
}
