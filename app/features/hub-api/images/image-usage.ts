import type { ReplyEnd } from '#app/contracts/generation.ts';
import type { ImageUsageAnswer } from '#app/contracts/openai/answers/image-answer.ts';

/** The usage of a call for pictures that ended. */
export function toImageUsage({ usage, costMicro }: ReplyEnd): ImageUsageAnswer {
  const { promptTokens = 0, completionTokens = 0, imageTokens = 0, imageOutputTokens = 0 } = usage ?? {};
  return {
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    input_tokens_details: { text_tokens: promptTokens - imageTokens, image_tokens: imageTokens },
    output_tokens_details: {
      text_tokens: completionTokens - imageOutputTokens,
      image_tokens: imageOutputTokens,
    },
    cost: Number(costMicro) / 1_000_000,
  };
}
