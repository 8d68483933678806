import type { Scenario } from '../scenario.ts';
import { countPrompt, TOKENIZERS, type Tokenizer } from '../tokens.ts';
import type { Choice } from './choice.ts';
import { countMedia } from './media.ts';
import type { ChatRequest } from './chat-request.ts';

export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: {
    cached_tokens: number;
    cache_write_tokens: number;
    audio_tokens: number;
    image_tokens: number;
  };
  completion_tokens_details: {
    reasoning_tokens: number;
    audio_tokens: number;
    accepted_prediction_tokens: number;
    rejected_prediction_tokens: number;
  };
}

/** Impossible usage: the adapter must not trust it. */
export const ABSURD_USAGE = { prompt_tokens: -5, completion_tokens: 9e15, total_tokens: null };

/** A usage that matches a count of the received and the sent text, all choices together. */
export function usageOf(request: ChatRequest, scenario: Scenario, choices: readonly Choice[]): WireUsage {
  const { count } = TOKENIZERS[scenario.tokenizer];
  const media = countMedia(request.messages, count);
  const prompt = countWords(request, count) + media.images + media.audio + media.files;
  const cached = Math.min(scenario.cached, prompt);
  // A character of several tokens is one piece of a cut text; it never exceeds a limit.
  const cap = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const thought = ({ thinking, hidden }: Choice) => Math.min(cap, countPieces(thinking, count) + hidden);
  const reasoning = sum(choices, thought);
  const completion = sum(choices, (one) => Math.min(cap, thought(one) + countOutput(one, count)));
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cached,
      cache_write_tokens: Math.min(scenario.written, prompt - cached),
      audio_tokens: media.audio,
      image_tokens: media.images,
    },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** Messages, the calls and reasoning in them, tools and the response format. */
function countWords(
  { messages, tools, functions, response_format: format }: ChatRequest,
  count: Tokenizer['count'],
): number {
  const calls = messages
    .flatMap((turn) => (turn.role === 'assistant' ? (turn.tool_calls ?? []) : []))
    .map((call) =>
      call.type === 'function'
        ? `${call.id}${call.function.name}${call.function.arguments}`
        : `${call.id}${call.custom.name}${call.custom.input}`,
    );
  const forms = [tools, functions, format?.type === 'json_schema' ? format.json_schema : undefined];
  const thoughts = messages.map((turn) => (turn.role === 'assistant' ? (turn.reasoning_content ?? '') : ''));
  return (
    countPrompt(messages, count) +
    sum([...thoughts, ...calls], count) +
    sum(forms, (form) => (form ? count(JSON.stringify(form)) : 0))
  );
}

function countOutput({ text, refusal, calls }: Choice, count: Tokenizer['count']): number {
  return (
    countPieces(text, count) +
    countPieces(refusal, count) +
    sum(calls, ({ name, pieces }) => count(name) + countPieces(pieces, count))
  );
}

/** A text that was cut inside a character has tokens without text. */
function countPieces(pieces: readonly string[], count: Tokenizer['count']): number {
  return pieces.length > 0 ? Math.max(pieces.length, count(pieces.join(''))) : 0;
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}
