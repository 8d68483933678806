import type { Cost, CostLine } from '#app/contracts/cost.ts';
import type { ChargeReason, FinishReason, GenerationState } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { PriceCondition } from '#app/contracts/price.ts';

/** A line of the charge for the page. Money is pico-dollars as text. */
export type LineData = Pick<CostLine, 'class' | 'count' | 'rule' | 'priceId'> & {
  ratePico: string;
  pico: string;
};

/** The stored content of a call for its receipt. */
export interface ContentData {
  request: string;
  /** null: none is stored. */
  answer: string | null;
}

/** The data of a receipt's page. Times are ISO 8601, money is micro-dollars as text. */
export interface ReceiptData {
  id: string;
  kind: 'api' | 'chat' | 'playground';
  state: GenerationState;
  requestId: string | null;
  askedModel: string;
  model: string;
  provider: string;
  upstreamModel: string;
  keyLabel: { name: string; maskedValue: string } | null;
  isStreamed: boolean;
  /** The time until which a repeat with its Idempotency-Key returns the same answer. */
  repeatableUntil: string | null;
  finishReason: FinishReason | null;
  errorCode: string | null;
  errorDetail: string | null;
  createdAt: string;
  startedAt: string | null;
  firstTokenAt: string | null;
  finishedAt: string | null;
  /** Milliseconds from its admission. */
  firstTokenMs: number | null;
  latencyMs: number | null;
  usage: TokenUsage | null;
  usageSource: 'provider' | 'counted' | 'both' | null;
  chargeReason: ChargeReason | null;
  /** The tariff of the charge. */
  price: {
    id: string;
    validFrom: string;
    validUntil: string | null;
    source: string;
    /** The condition of each of its rules. */
    rules: (PriceCondition | null)[];
  } | null;
  lines: LineData[] | null;
  /** The sum of the lines before rounding; pico-dollars as text. */
  sumPico: string | null;
  costMicro: string | null;
  chargedMicro: string | null;
  heldMicro: string;
  maxOutputTokens: number;
  isCapLowered: boolean;
  leftOut: string[];
  attempts: AttemptData[];
  candidates: { model: string; provider: string; isChosen: boolean }[];
  dropped: { model: string; provider: string | null; reason: string; detail: string | null }[];
  /** The number of further dropped offers that are not listed. */
  droppedMore: number;
  /** The user who made the call. */
  owner: { name: string; email: string };
}

export interface AttemptData {
  provider: string;
  model: string;
  ms: number;
  answered: boolean;
  errorCode: string | null;
  status: number | null;
  /** The attempt continued an answer that another provider had broken off. */
  resumed?: true;
}

/** Lines and sum of a charge without a `bigint`, which JSON does not support. */
export function lineData({ lines, pico }: Cost): Pick<ReceiptData, 'lines' | 'sumPico'> {
  return {
    lines: lines.map((line) => ({ ...line, ratePico: String(line.ratePico), pico: String(line.pico) })),
    sumPico: String(pico),
  };
}
