import { PICO_PER_MICRO } from '#app/contracts/money.ts';
import { DELIVERIES, type Delivery } from '#app/core/generation/record/delivery.ts';
import { holdMicro } from './estimate.ts';
import type { PricedCandidate } from './priced-candidate.ts';

/** Tokens of an answer that are paid for at a time: a long answer takes a few of them, most take one. */
export const STEP_OUTPUT = 4096;

/** What an answer may have before more money is held for it. */
export interface HoldStep {
  outputTokens: number;
  /** Micro-dollars for the prompt and so many tokens, with the dearest of those who may answer. */
  micro: bigint;
  /** What each further token costs at most, in pico-dollars. */
  tokenPico: bigint;
}

/**
 * The first step of an answer whose length its caller left open, so that many may run on the money that the longest
 * of each would take. What cannot be seen while it is made is held for as a whole: thoughts that a model keeps to
 * itself, and answers that come in one piece.
 * @param priced never none
 * @returns null where everything is held at once
 */
export function firstStepOf(
  priced: readonly PricedCandidate[],
  { delivery, choices }: { delivery: Delivery; choices: number },
): HoldStep | null {
  const isOpen = priced.every(({ estimate }) => estimate.leastMicro < estimate.wantedMicro);
  const isSeen = DELIVERIES[delivery].isSeen && choices === 1;
  const mayThink = priced.some(({ offer }) => offer.model.capabilities.includes('reasoning'));
  const longest = Math.max(...priced.map(({ estimate }) => estimate.wantedOutput));
  if (!isOpen || !isSeen || mayThink || longest <= STEP_OUTPUT) return null;
  const pico = priced.map(({ estimate }) => ({
    token: estimate.outputPico,
    step: estimate.inputPico + BigInt(Math.min(STEP_OUTPUT, estimate.wantedOutput)) * estimate.outputPico,
  }));
  return {
    outputTokens: STEP_OUTPUT,
    micro: holdMicro(largest(pico.map(({ step }) => step))),
    tokenPico: largest(pico.map(({ token }) => token)),
  };
}

/** Micro-dollars that so many further tokens cost at most. */
export function stepMicro(tokens: number, tokenPico: bigint): bigint {
  return holdMicro(BigInt(tokens) * tokenPico);
}

/** How many further tokens an amount pays for. @param tokenPico not 0 */
export function tokensFor(micro: bigint, tokenPico: bigint): number {
  return Number((micro * PICO_PER_MICRO) / tokenPico);
}

function largest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, one) => (one > most ? one : most));
}
