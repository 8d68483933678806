import { PICO_PER_MICRO, type TokenPrice } from '#app/contracts/money.ts';

/** Longest answer when nobody says otherwise. */
export const DEFAULT_OUTPUT_CAP = 16_384;
/** No run is started that could answer with less, unless the caller wants less. */
export const LEAST_OUTPUT = 256;

/** What a run may cost before it starts. Tokens and micro-dollars. */
export interface Estimate {
  promptTokens: number;
  /** The longest answer that is wanted. */
  wantedOutput: number;
  wantedMicro: bigint;
  leastMicro: bigint;
  inputMicro: bigint;
}

/** Micro-dollars for pico-dollars, rounded up: what is held must never be less than what is charged. */
function holdMicro(pico: bigint): bigint {
  return (pico + PICO_PER_MICRO - 1n) / PICO_PER_MICRO;
}

/**
 * The bounds of a run's cost.
 * @param promptTokens the prompt by our own count, with the margin of its provider family
 * @param cap the caller's own cap, or null when the house may choose
 * @param room tokens that the model's window leaves for an answer
 */
export function estimateCost(
  price: TokenPrice,
  { promptTokens, cap, room }: { promptTokens: number; cap: number | null; room: number },
): Estimate {
  const wantedOutput = Math.max(1, Math.min(cap ?? DEFAULT_OUTPUT_CAP, room));
  const leastOutput = cap === null ? Math.min(LEAST_OUTPUT, wantedOutput) : wantedOutput;
  const input = BigInt(promptTokens) * price.inputPico;
  return {
    promptTokens,
    wantedOutput,
    inputMicro: holdMicro(input),
    wantedMicro: holdMicro(input + BigInt(wantedOutput) * price.outputPico),
    leastMicro: holdMicro(input + BigInt(leastOutput) * price.outputPico),
  };
}

/** The longest answer that a hold pays for. */
export function outputCapFor(estimate: Estimate, heldMicro: bigint, price: TokenPrice): number {
  if (heldMicro >= estimate.wantedMicro || price.outputPico === 0n) return estimate.wantedOutput;
  const input = BigInt(estimate.promptTokens) * price.inputPico;
  const output = (heldMicro * PICO_PER_MICRO - input) / price.outputPico;
  return Math.min(estimate.wantedOutput, Number(output));
}
