import { AppError } from '#app/contracts/errors.ts';
import { PICO_PER_MICRO } from '#app/contracts/money.ts';
import { AppliedRates, type Price, type PriceClass } from '#app/contracts/price.ts';
import { candidateOf, type Candidate, type RoutingRecord } from '#app/core/generation/record/candidate.ts';
import { DELIVERIES, type Delivery, type OrderSummary } from '#app/core/generation/record/columns.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';

/** Max output tokens when neither the caller nor the model sets a limit. */
export const DEFAULT_OUTPUT_CAP = 16_384;

/** Min output tokens that a run must be able to afford, unless the caller wants fewer. */
export const MIN_OUTPUT = 256;

/** The cost that a run may have, before it starts. Tokens, micro-dollars and pico-dollars. */
export interface Estimate {
  promptTokens: number;
  /** The max output tokens that are wanted. */
  wantedOutput: number;
  wantedMicro: bigint;
  minMicro: bigint;
  /**
   * The cost of the prompt at the ordinary rate of its length, plus the fee of the call: the amount shown to
   * users.
   */
  inputMicro: bigint;
  /** The maximum cost of the prompt with the fee of the call, and of one token of every choice. */
  inputPico: bigint;
  outputPico: bigint;
}

/** The facts of a call that decide its cost. */
export interface EstimateRequest {
  /** The prompt by our own count, with the margin of its provider family. */
  promptTokens: number;
  /** The maximum that a provider can bill the prompt as; absent: the same as `promptTokens`. */
  maxPromptTokens?: number;
  /** The caller's own cap, 0 for a call without text output, or null when we may choose. */
  cap: number | null;
  /** Tokens that the model's window leaves for an answer. */
  room: number;
  /** Number of choices; each may be as long as the cap. */
  choices?: number;
  /** When the call is admitted. */
  at: Date;
  /** Price classes in which tokens may be billed besides the ordinary ones: images, a one-hour cache. */
  classes?: readonly PriceClass[];
}

/** Classes billed without a request: providers with a price for it write long prompts into their cache. */
const DEFAULT_INPUT: readonly PriceClass[] = ['input', 'cacheWrite'];

/** An offer that may answer a generation, and its estimated cost there. */
export interface PricedCandidate {
  offer: RoutedOffer;
  estimate: Estimate;
}

/** A request, routed and priced, in the form that its row stores for the worker. */
export interface PricedAsk {
  /** Every offer that may answer it, in the order in which they are tried; never empty. */
  candidates: PricedCandidate[];
  routing: RoutingRecord;
  /** Stored with the row; null when the worker builds it from the conversation. */
  request: object | null;
  delivery: Delivery;
  /** Number of choices in the answer. */
  choices: number;
  /**
   * The facts of the order that its row shows, also after its request is deleted; no text of the order.
   * Absent: nothing.
   */
  asked?: OrderSummary;
  /** True: the provider bills the owner of the key, and nothing is held or charged here. */
  ownKey?: boolean;
}

/** Output tokens of one hold step: a long answer takes a few steps, the typical answer takes one. */
export const STEP_OUTPUT = 4096;

/** The part of an answer that is paid for before more money is held. */
export interface HoldStep {
  outputTokens: number;
  /** Micro-dollars for the prompt and these tokens, with the most expensive of the candidates. */
  micro: bigint;
  /** The maximum cost of each further token, in pico-dollars. */
  tokenPico: bigint;
}

/** Micro-dollars for pico-dollars, rounded up: a hold must never be less than its charge. */
export function holdMicro(pico: bigint): bigint {
  return (pico + PICO_PER_MICRO - 1n) / PICO_PER_MICRO;
}

/**
 * The bounds of a run's cost, by the most expensive of the rules that may apply.
 * @throws AppError price_unknown for a price without rates for the prompt, or for text output
 */
export function estimateCost(price: Price, request: EstimateRequest): Estimate {
  const { promptTokens, cap, room, at, choices = 1, classes = [] } = request;
  const maxTokens = Math.max(promptTokens, request.maxPromptTokens ?? 0);
  const wantedOutput = cap === 0 ? 0 : Math.max(1, Math.min(cap ?? DEFAULT_OUTPUT_CAP, room));
  const minOutput = cap === null ? Math.min(MIN_OUTPUT, wantedOutput) : wantedOutput;
  const likely = new AppliedRates(price, { promptTokens, at }).of('input');
  const possible = possibleRates(price, maxTokens, at);
  const input = highestRate(possible, [
    ...DEFAULT_INPUT,
    ...classes.filter((name) => !name.endsWith('Output')),
  ]);
  const tokenPico =
    cap === 0 ? 0n : highestRate(possible, ['output', ...classes.filter((name) => name.endsWith('Output'))]);
  const fee = highestRate(possible, ['request']) ?? 0n;
  if (!likely || input === null || tokenPico === null)
    throw new AppError('price_unknown', { param: 'model', message: 'The price per token is not known.' });
  const outputPico = tokenPico * BigInt(choices);
  const inputPico = BigInt(maxTokens) * input + fee;
  return {
    promptTokens,
    wantedOutput,
    inputMicro: holdMicro(BigInt(promptTokens) * likely.ratePico + fee),
    wantedMicro: holdMicro(inputPico + BigInt(wantedOutput) * outputPico),
    minMicro: holdMicro(inputPico + BigInt(minOutput) * outputPico),
    inputPico,
    outputPico,
  };
}

/** Output tokens that an offer leaves for an answer of at most `wanted` tokens. */
export function roomAt(
  { maxOutputTokens, contextTokens }: Pick<RoutedOffer, 'maxOutputTokens' | 'contextTokens'>,
  { wanted, promptTokens }: { wanted: number; promptTokens: number },
): number {
  return Math.max(1, Math.min(wanted, maxOutputTokens, contextTokens - promptTokens));
}

/** The max output tokens that a hold pays for. */
export function outputCapFor(estimate: Estimate, heldMicro: bigint): number {
  if (heldMicro >= estimate.wantedMicro || estimate.outputPico === 0n) return estimate.wantedOutput;
  const output = (heldMicro * PICO_PER_MICRO - estimate.inputPico) / estimate.outputPico;
  return Math.min(estimate.wantedOutput, Number(output));
}

/** The rates at the counted length and at each shorter one where another rule begins: counts are inexact. */
function possibleRates(price: Price, promptTokens: number, at: Date): AppliedRates[] {
  const steps = price.rules.flatMap(({ when }) => when?.promptTokensAbove ?? []);
  const lengths = [promptTokens, ...steps.filter((step) => step < promptTokens)];
  return lengths.map((length) => new AppliedRates(price, { promptTokens: length, at }));
}

function highestRate(possible: readonly AppliedRates[], classes: readonly PriceClass[]): bigint | null {
  let highest: bigint | null = null;
  for (const rates of possible) {
    for (const name of classes) {
      const rate = rates.of(name)?.ratePico;
      if (rate !== undefined && (highest === null || rate > highest)) highest = rate;
    }
  }
  return highest;
}

/** The same tokens without cost here: the provider bills the owner of the key. */
export function freeEstimate(estimate: Estimate): Estimate {
  return { ...estimate, inputMicro: 0n, minMicro: 0n, wantedMicro: 0n };
}

/** The offer with these fields added to the list of fields that the answer reports as left out. */
export function leavingOut(offer: RoutedOffer, ignored: readonly string[]): RoutedOffer {
  return ignored.length === 0 ? offer : { ...offer, leftOut: [...ignored, ...offer.leftOut] };
}

/** The hold must pay for the most expensive of the candidates. @param priced never empty */
export function highestEstimate(priced: readonly PricedCandidate[]): Estimate {
  return priced
    .map(({ estimate }) => estimate)
    .reduce((highest, one) => (one.wantedMicro > highest.wantedMicro ? one : highest));
}

/** The candidate as the generation's row stores it. */
export function toCandidate({ offer, estimate }: PricedCandidate): Candidate {
  return candidateOf(offer, { maxOutputTokens: estimate.wantedOutput, leftOut: offer.leftOut });
}

/**
 * The first hold step of an answer without a max length, so that many answers can run on the money that the
 * longest possible one would take. Output that is not visible while it is created is held for in full: hidden
 * reasoning, and answers that arrive in one piece.
 * @param priced never empty
 * @returns null when everything is held at once
 */
export function firstStepOf(
  priced: readonly PricedCandidate[],
  { delivery, choices }: { delivery: Delivery; choices: number },
): HoldStep | null {
  const isOpen = priced.every(({ estimate }) => estimate.minMicro < estimate.wantedMicro);
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

/** The maximum cost of this many further tokens, in micro-dollars. */
export function stepMicro(tokens: number, tokenPico: bigint): bigint {
  return holdMicro(BigInt(tokens) * tokenPico);
}

/** Number of further tokens that an amount pays for. @param tokenPico not 0 */
export function tokensFor(micro: bigint, tokenPico: bigint): number {
  return Number((micro * PICO_PER_MICRO) / tokenPico);
}

function largest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((highest, one) => (one > highest ? one : highest));
}
