import type { ChatCompletionMessageToolCall } from 'openai/resources/chat/completions';
import type { CompletionLogprobs, ReasoningDetail, ToolCallPiece } from '#app/contracts/completion.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import type { CompletionAnswer } from '#app/contracts/openai/answers/completion-answer.ts';
import { toWireUsage } from '../wire-usage.ts';

type WholeChoice = CompletionAnswer['choices'][number];

/** How many choices an answer has: a provider that knows no others gives one, whatever was asked for. */
export function choicesOf({ finishReasons }: ReplyEnd): number {
  return finishReasons?.length ?? 1;
}

/** Puts the entries of a call together to the answer that a client without `stream` gets. */
export class CompletionBuilder {
  readonly #choices = new Map<number, Draft>();

  constructor(private readonly hidesThoughts = false) {}

  add(entry: LogEntry): void {
    if (entry.type === 'text') this.#draft(0).content += entry.text;
    else if (entry.type === 'thinking') {
      if (!this.hidesThoughts) this.#draft(0).thinking += entry.text;
    } else if (entry.type === 'delta') {
      const draft = this.#draft(entry.choice);
      const {
        content = '',
        refusal = '',
        tool_calls: calls = [],
        reasoning_details: details = [],
      } = entry.delta;
      draft.content += content;
      draft.refusal += refusal;
      for (const call of calls) addCall(draft.calls, call);
      if (!this.hidesThoughts) draft.details.push(...details);
      if (entry.logprobs) draft.logprobs = joinLogprobs(draft.logprobs, entry.logprobs);
    }
  }

  build(
    facts: Pick<CompletionAnswer, 'id' | 'created' | 'model' | 'provider'>,
    end: ReplyEnd,
  ): CompletionAnswer {
    const { id, created, model, provider } = facts;
    return {
      id,
      object: 'chat.completion',
      created,
      model,
      provider,
      // A whole answer of OpenAI has both keys, and OpenRouter's client refuses one without the fingerprint.
      system_fingerprint: null,
      service_tier: null,
      choices: Array.from({ length: choicesOf(end) }, (_, index) => ({
        index,
        message: toMessage(this.#draft(index)),
        logprobs: this.#draft(index).logprobs,
        finish_reason: end.finishReasons?.[index] ?? end.finishReason,
      })),
      usage: toWireUsage(end),
    };
  }

  #draft(choice: number): Draft {
    let draft = this.#choices.get(choice);
    if (!draft) {
      draft = { content: '', refusal: '', thinking: '', details: [], calls: [], logprobs: null };
      this.#choices.set(choice, draft);
    }
    return draft;
  }
}

interface Draft {
  content: string;
  refusal: string;
  thinking: string;
  details: ReasoningDetail[];
  calls: ChatCompletionMessageToolCall[];
  logprobs: CompletionLogprobs | null;
}

/** A call's first piece names it, later ones only add to what it is called with. */
function addCall(calls: ChatCompletionMessageToolCall[], piece: ToolCallPiece): void {
  const { index, id = '', type = 'function', function: called, custom } = piece;
  const call = (calls[index] ??=
    type === 'custom'
      ? { id, type, custom: { name: custom?.name ?? '', input: '' } }
      : { id, type, function: { name: called?.name ?? '', arguments: '' } });
  if (call.type === 'custom') call.custom.input += custom?.input ?? '';
  else call.function.arguments += called?.arguments ?? '';
}

function joinLogprobs(before: CompletionLogprobs | null, more: CompletionLogprobs): CompletionLogprobs {
  const join = <Item>(one: Item[] | null | undefined, other: Item[] | null) =>
    one || other ? [...(one ?? []), ...(other ?? [])] : null;
  return { content: join(before?.content, more.content), refusal: join(before?.refusal, more.refusal) };
}

function toMessage({ content, refusal, thinking, details, calls }: Draft): WholeChoice['message'] {
  const called = calls.filter(Boolean);
  return {
    role: 'assistant',
    // A message that only calls tools has no content, as OpenAI answers it.
    content: content === '' && (called.length > 0 || refusal !== '') ? null : content,
    refusal: refusal === '' ? null : refusal,
    ...(thinking !== '' && { reasoning_content: thinking, reasoning: thinking }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(called.length > 0 && { tool_calls: called }),
  };
}
