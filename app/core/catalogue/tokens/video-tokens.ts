import type { PixelSize } from '#app/contracts/cost.ts';

/** A video that goes into a model. */
export interface Video {
  seconds: number;
  size: PixelSize;
}

/** The most tokens that a second of a video is billed as. */
type Rule = (size: PixelSize) => number;

/** A frame a second at 258 tokens (70 by default since Gemini 3), 32 for its sound, and the time that stands beside. */
const gemini: Rule = () => 300;

/**
 * Two frames a second. Both makers join frames (two at Qwen, four at Kimi) and bound a joined one: Qwen by 768 squares of
 * 32 pixels, Kimi by 1,024 of 28. A frame is counted by itself here, with the words of its time.
 */
const frames: Rule = ({ width, height }) =>
  2 * (Math.min(MAX_OF_FRAME, Math.ceil(width / 28) * Math.ceil(height / 28)) + 16);
const MAX_OF_FRAME = 1_024;

/** By the id of a model; the first that fits. Source: the makers' pages on videos, autumn 2026. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^(?:google\/gemini|sandbox\/generate)/, gemini],
  [/^/, frames],
];

/** The most that a video can be billed as by a model, in tokens. @param windowTokens of the model */
export function maxVideoTokens({ seconds, size }: Video, modelId: string, windowTokens: number): number {
  const [, rule] = RULES.find(([name]) => name.test(modelId))!;
  // The second in which it ends counts, and its first frame.
  return Math.min(windowTokens, (Math.ceil(seconds) + 1) * rule(size));
}
