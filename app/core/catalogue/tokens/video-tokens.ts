import type { PixelSize } from '#app/contracts/cost.ts';

/** An input video of a model. */
export interface Video {
  seconds: number;
  size: PixelSize;
}

/** Tokens that a second of a video is billed as. */
interface Rule {
  /** The maximum, at the highest rate of its maker's models. */
  max(size: PixelSize): number;
  /** By default. */
  likely(size: PixelSize): number;
}

const squares = ({ width, height }: PixelSize, side: number) =>
  Math.ceil(width / side) * Math.ceil(height / side);

/** A frame per second at 258 tokens (70 by default since Gemini 3), 32 for its audio, and the timestamp. */
const gemini: Rule = { max: () => 300, likely: () => 300 };

/** Two frames per second, each separate, with the text of its timestamp: no maker bills more. */
const eachFrame = (size: PixelSize) => 2 * (Math.min(MAX_OF_FRAME, squares(size, 28)) + 16);
const MAX_OF_FRAME = 1_024;

/** Two frames per second, joined in pairs, a pair limited to 768 squares of 32 pixels. */
const qwen: Rule = { max: eachFrame, likely: (size) => Math.min(768, squares(size, 32)) };

/** Two frames per second, joined in fours, a group limited to 1,024 squares of 28 pixels. */
const kimi: Rule = { max: eachFrame, likely: (size) => Math.min(MAX_OF_FRAME, squares(size, 28)) / 2 };

const other: Rule = { max: eachFrame, likely: gemini.likely };

/** Rules by model id; the first match counts. Source: the makers' pages on videos, autumn 2026. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^(?:google\/gemini|sandbox\/generate)/, gemini],
  [/^qwen\//, qwen],
  [/^moonshotai\//, kimi],
];

const ruleOf = (modelId: string) => RULES.find(([name]) => name.test(modelId))?.[1] ?? other;

/** Max tokens that a model can bill for a video. @param windowTokens of the model */
export function maxVideoTokens({ seconds, size }: Video, modelId: string, windowTokens: number): number {
  return Math.min(windowTokens, Math.ceil(begun(seconds) * ruleOf(modelId).max(size)));
}

/** The tokens that a model is likely to bill for a video. @param modelId null when it is not known */
export function likelyVideoTokens({ seconds, size }: Video, modelId: string | null): number {
  return Math.ceil(begun(seconds) * ruleOf(modelId ?? '').likely(size));
}

/** Counts the second in which the video ends, and its first frame. */
function begun(seconds: number): number {
  return Math.ceil(seconds) + 1;
}
