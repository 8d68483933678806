import { deltaText } from '#app/contracts/completion.ts';
import {
  ProviderError,
  type ProviderAdapter,
  type ProviderCredentials,
  type ProviderRequest,
} from '#app/core/providers/contract.ts';
import { credentialsFor } from '#app/core/providers/credentials.ts';
import { adapterFor } from '#app/core/providers/registry.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { claimGeneration } from './claim.ts';
import { concludeRun } from './conclude-run.ts';
import { checkpoint } from './heartbeat.ts';
import { loadPrompt, type Prompt } from './load-prompt.ts';
import type { StreamResult } from './outcome.ts';
import type { Generation } from './row.ts';
import { RunningReply } from './running-reply.ts';
import { watchStream } from './watch-stream.ts';
import type { WorkerContext } from './worker-context.ts';

/**
 * Runs one generation from claim to settle. Returns without a word when somebody else owns it. The run does
 * not depend on any reader. This is the only way to a provider.
 */
export async function runGeneration(
  { generationId, attempt }: { generationId: string; attempt: number },
  worker: WorkerContext,
): Promise<void> {
  const generation = await claimGeneration({ generationId, attempt, workerId: worker.id });
  if (!generation) return;
  const reply = new RunningReply(generation);
  worker.running.add(reply);
  const log = logger().child({ generationId, requestId: generation.requestId, attempt });
  log.info({ model: generation.model, provider: generation.provider }, 'run');
  try {
    const prompt = await loadPrompt(AUTOCOMMIT, generation);
    const result = await stream(reply, prompt, worker);
    await concludeRun(reply, prompt, result, worker);
  } catch (error) {
    // The row stays as it is; its lease runs out and the sweeper closes it.
    log.error({ err: error }, 'run was given up');
  } finally {
    worker.running.delete(reply);
  }
}

async function stream(reply: RunningReply, prompt: Prompt, worker: WorkerContext): Promise<StreamResult> {
  const { RUN_STALL_MS: stallMs, RUN_DEADLINE_MS: deadlineMs } = config();
  const result: StreamResult = { usage: null, finishReason: null, error: null };
  try {
    const { adapter, credentials } = providerOf(reply.generation.provider);
    const request = toRequest(reply.generation, prompt);
    const open = (signal: AbortSignal) => adapter.stream(request, { signal, fetch, credentials });
    for await (const event of watchStream(open, { abort: reply.abort, stallMs, deadlineMs })) {
      if (event.type === 'usage') result.usage = event.usage;
      else if (event.type === 'finish') result.finishReason = event.reason;
      else {
        if (event.type === 'text') reply.addText(event.text);
        else if (event.type === 'thinking') reply.addThinking(event.text);
        // A conversation has one voice: what a model refuses to say is what it says.
        else reply.addText(deltaText(event.delta));
        if (!reply.firstTokenAt) noteFirstToken(reply);
        worker.writer.wake(reply);
      }
    }
  } catch (error) {
    result.error = error;
  }
  return result;
}

/** @throws ProviderError when the operator has taken the provider away since the send was admitted */
function providerOf(provider: string): { adapter: ProviderAdapter; credentials: ProviderCredentials } {
  const adapter = adapterFor(provider);
  const credentials = credentialsFor(provider, config());
  if (!adapter || !credentials) throw new ProviderError('provider_unavailable', `${provider} is not set up`);
  return { adapter, credentials };
}

/** Stored at once: from now on the reply has begun and no second attempt may replace it. */
function noteFirstToken(reply: RunningReply): void {
  reply.firstTokenAt = new Date();
  checkpoint([reply]).catch((error: Error) => logger().warn({ error: error.message }, 'first token'));
}

function toRequest(generation: Generation, prompt: Prompt): ProviderRequest {
  const { temperature, topP, frequencyPenalty, presencePenalty } = generation.parameters;
  return {
    model: generation.upstreamModel,
    messages: prompt.messages,
    maxOutputTokens: generation.maxOutputTokens,
    delivery: 'stream',
    options: {
      temperature,
      top_p: topP,
      frequency_penalty: frequencyPenalty,
      presence_penalty: presencePenalty,
    },
  };
}
