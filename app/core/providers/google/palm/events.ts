import type { TokenUsage } from '#app/contracts/money.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { toProviderError } from '#app/core/providers/google/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { tokenCount } from '#app/core/providers/shared/token-count.ts';

interface ReaderOptions {
  /** What must not be in the message of an error. */
  secrets: readonly string[];
  /** The wire does not say that an answer was cut at its cap; its count does. */
  maxOutputTokens: number;
}

/** Reads one answer of PaLM's, which comes whole. */
export class PredictionReader implements WireReader {
  finished = false;
  readonly ended = false;

  constructor(private readonly options: ReaderOptions) {}

  read(data: string, events: ProviderEvent[]): void {
    const answer = parseObject(data);
    const { secrets, maxOutputTokens } = this.options;
    if (answer['error'] !== undefined) throw toProviderError({ status: null, body: answer, secrets });
    const prediction = first(answer['predictions']);
    if (!prediction) throw malformed('the provider sent an answer without a prediction');
    const text = first(prediction['candidates'])?.['content'];
    if (typeof text === 'string' && text !== '') events.push({ type: 'text', text });
    const usage = usageIn(answer['metadata']);
    if (usage) events.push({ type: 'usage', usage });
    const isBlocked = first(prediction['safetyAttributes'])?.['blocked'] === true;
    const isCut = usage !== null && usage.completionTokens >= maxOutputTokens;
    this.finished = true;
    events.push({
      type: 'finish',
      reason: isBlocked ? 'content_filter' : isCut ? 'length' : 'stop',
      choice: 0,
    });
  }
}

/** The first of a list, or the one that stands in its place. */
function first(list: unknown): Record<string, unknown> | undefined {
  const one: unknown = Array.isArray(list) ? list[0] : list;
  return isObject(one) ? one : undefined;
}

function usageIn(metadata: unknown): TokenUsage | null {
  const counts = isObject(metadata) ? metadata['tokenMetadata'] : undefined;
  if (!isObject(counts)) return null;
  const [promptTokens, completionTokens] = [counts['inputTokenCount'], counts['outputTokenCount']].map(
    (count) => tokenCount(isObject(count) ? count['totalTokens'] : undefined),
  );
  if (promptTokens == null || completionTokens == null) return null;
  return { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 };
}
