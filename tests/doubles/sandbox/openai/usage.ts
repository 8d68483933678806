import type { Scenario } from '../scenario.ts';
import { countPrompt, countText } from '../tokens.ts';
import type { Choice } from './choice.ts';
import { countMedia } from './media.ts';
import type { ChatRequest } from './validate.ts';

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

/** Usage that no provider can mean: our side must not believe it. */
export const ABSURD_USAGE = { prompt_tokens: -5, completion_tokens: 9e15, total_tokens: null };

/** A usage that agrees with a count of what was received and what is said, in all choices together. */
export function usageOf(request: ChatRequest, scenario: Scenario, choices: readonly Choice[]): WireUsage {
  const media = countMedia(request.messages);
  const prompt = countWords(request) + media.images + media.audio + media.files;
  const cached = Math.min(scenario.cached, prompt);
  const reasoning = sum(choices, ({ thinking, hidden }) => countPieces(thinking) + hidden);
  const completion = reasoning + sum(choices, countSaid);
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

/** Messages, the calls and thoughts in them, tools and the form of the answer. */
function countWords({ messages, tools, functions, response_format: format }: ChatRequest): number {
  const calls = messages.flatMap((turn) => (turn.role === 'assistant' ? (turn.tool_calls ?? []) : []));
  const forms = [...calls, tools, functions, format?.type === 'json_schema' ? format.json_schema : undefined];
  const thoughts = messages.map((turn) => (turn.role === 'assistant' ? (turn.reasoning_content ?? '') : ''));
  return (
    countPrompt(messages) +
    sum(thoughts, countText) +
    sum(forms, (form) => (form ? countText(JSON.stringify(form)) : 0))
  );
}

function countSaid({ text, refusal, calls }: Choice): number {
  return (
    countPieces(text) +
    countPieces(refusal) +
    sum(calls, ({ name, pieces }) => countText(name) + countPieces(pieces))
  );
}

function countPieces(pieces: readonly string[]): number {
  return pieces.length > 0 ? countText(pieces.join('')) : 0;
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}
