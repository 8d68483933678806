import { AppError } from '#app/contracts/errors.ts';
import { PICO_PER_MICRO } from '#app/contracts/money.ts';
import { AppliedRates, type Price, type PriceClass } from '#app/contracts/price.ts';
import { candidateOf, type Candidate, type RoutingRecord } from '#app/core/generation/record/candidate.ts';
import { DELIVERIES, type Delivery } from '#app/core/generation/record/columns.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';

/** Longest answer when nobody says otherwise. */
export const DEFAULT_OUTPUT_CAP = 16_384;

/** No run is started that could answer with less, unless the caller wants less. */
export const LEAST_OUTPUT = 256;

/** What a run may cost before it starts. Tokens, micro-dollars and pico-dollars. */
export interface Estimate {
  promptTokens: number;
  /** The longest answer that is wanted. */
  wantedOutput: number;
  wantedMicro: bigint;
  leastMicro: bigint;
  /** What the prompt costs at the ordinary rate of its length, with the call's own fee: what people are shown. */
  inputMicro: bigint;
  /** The most that the prompt and the call's own fee can cost, and the most that a token of every answer can. */
  inputPico: bigint;
  outputPico: bigint;
}

/** What a call asks for, as far as it decides about money. */
export interface EstimateRequest {
  /** The prompt by our own count, with the margin of its provider family. */
  promptTokens: number;
  /** The most that a provider can bill the prompt as; the same where nothing is said. */
  mostPromptTokens?: number;
  /** The caller's own cap, 0 for a call that is not answered in words, or null when we may choose. */
  cap: number | null;
  /** Tokens that the model's window leaves for an answer. */
  room: number;
  /** How many answers are asked for; each may be as long as the cap. */
  choices?: number;
  /** When the call is admitted. */
  at: Date;
  /** Classes in which tokens of this call may be billed beside the ordinary ones: pictures, an hour's cache. */
  classes?: readonly PriceClass[];
}

/** Billed without being asked for: makers with a price for it write long prompts into their cache. */
const USUAL_INPUT: readonly PriceClass[] = ['input', 'cacheWrite'];

/** An offer that may serve a generation, and what that may cost there. */
export interface PricedCandidate {
  offer: RoutedOffer;
  estimate: Estimate;
}

/** A call with everybody who may serve it, in the order in which they are asked, and how they were chosen. */
export interface PricedCall {
  candidates: PricedCandidate[];
  routing: RoutingRecord;
}

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

/** Micro-dollars for pico-dollars, rounded up: what is held must never be less than what is charged. */
export function holdMicro(pico: bigint): bigint {
  return (pico + PICO_PER_MICRO - 1n) / PICO_PER_MICRO;
}

/**
 * The bounds of a run's cost, by the dearest of the rules that may apply.
 * @throws AppError price_unknown for a price without rates for the prompt, or for an answer in words
 */
export function estimateCost(price: Price, request: EstimateRequest): Estimate {
  const { promptTokens, cap, room, at, choices = 1, classes = [] } = request;
  const most = Math.max(promptTokens, request.mostPromptTokens ?? 0);
  const wantedOutput = cap === 0 ? 0 : Math.max(1, Math.min(cap ?? DEFAULT_OUTPUT_CAP, room));
  const leastOutput = cap === null ? Math.min(LEAST_OUTPUT, wantedOutput) : wantedOutput;
  const likely = new AppliedRates(price, { promptTokens, at }).of('input');
  const possible = possibleRates(price, most, at);
  const input = dearest(possible, [...USUAL_INPUT, ...classes.filter((name) => !name.endsWith('Output'))]);
  const tokenPico =
    cap === 0 ? 0n : dearest(possible, ['output', ...classes.filter((name) => name.endsWith('Output'))]);
  const fee = dearest(possible, ['request']) ?? 0n;
  if (!likely || input === null || tokenPico === null)
    throw new AppError('price_unknown', { param: 'model', message: 'The price per token is not known.' });
  const outputPico = tokenPico * BigInt(choices);
  const inputPico = BigInt(most) * input + fee;
  return {
    promptTokens,
    wantedOutput,
    inputMicro: holdMicro(BigInt(promptTokens) * likely.ratePico + fee),
    wantedMicro: holdMicro(inputPico + BigInt(wantedOutput) * outputPico),
    leastMicro: holdMicro(inputPico + BigInt(leastOutput) * outputPico),
    inputPico,
    outputPico,
  };
}

/** The longest answer that a hold pays for. */
export function outputCapFor(estimate: Estimate, heldMicro: bigint): number {
  if (heldMicro >= estimate.wantedMicro || estimate.outputPico === 0n) return estimate.wantedOutput;
  const output = (heldMicro * PICO_PER_MICRO - estimate.inputPico) / estimate.outputPico;
  return Math.min(estimate.wantedOutput, Number(output));
}

/** The rates at the counted length and at each shorter one where another rule begins: a count is no certainty. */
function possibleRates(price: Price, promptTokens: number, at: Date): AppliedRates[] {
  const steps = price.rules.flatMap(({ when }) => when?.promptTokensAbove ?? []);
  const lengths = [promptTokens, ...steps.filter((step) => step < promptTokens)];
  return lengths.map((length) => new AppliedRates(price, { promptTokens: length, at }));
}

function dearest(possible: readonly AppliedRates[], classes: readonly PriceClass[]): bigint | null {
  let most: bigint | null = null;
  for (const rates of possible) {
    for (const name of classes) {
      const rate = rates.of(name)?.ratePico;
      if (rate !== undefined && (most === null || rate > most)) most = rate;
    }
  }
  return most;
}

/** The same tokens, which cost nothing here: they are paid where the key is from. */
export function freeEstimate(estimate: Estimate): Estimate {
  return { ...estimate, inputMicro: 0n, leastMicro: 0n, wantedMicro: 0n };
}

/** An offer whose answer names these fields, too, which reach nobody. */
export function leavingOut(offer: RoutedOffer, ignored: readonly string[]): RoutedOffer {
  return ignored.length === 0 ? offer : { ...offer, leftOut: [...ignored, ...offer.leftOut] };
}

/** What is held must pay for the dearest of those who may answer. @param priced never none */
export function dearestEstimate(priced: readonly PricedCandidate[]): Estimate {
  return priced
    .map(({ estimate }) => estimate)
    .reduce((most, one) => (one.wantedMicro > most.wantedMicro ? one : most));
}

/** A candidate as the generation's row keeps it. */
export function toCandidate({ offer, estimate }: PricedCandidate): Candidate {
  return candidateOf(offer, { maxOutputTokens: estimate.wantedOutput, leftOut: offer.leftOut });
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
