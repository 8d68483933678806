import type { Cost, CostLine } from '#app/contracts/cost.ts';
import type { ChargeReason, FinishReason, GenerationState } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { PriceCondition } from '#app/contracts/price.ts';

/** A line of the charge as the page has it. Money is pico-dollars as text. */
export type LineData = Pick<CostLine, 'class' | 'count' | 'rule' | 'priceId'> & {
  ratePico: string;
  pico: string;
};

/** The stored content of a call as its receipt shows it. */
export interface ContentData {
  request: string;
  /** null: none is stored. */
  answer: string | null;
}

/** A receipt as its page has it. Times are ISO 8601, money is micro-dollars as text. */
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
  /** Until when a repeat with its Idempotency-Key gets the answer again. */
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
  /** The tariff that it was charged by. */
  price: {
    id: string;
    validFrom: string;
    validUntil: string | null;
    source: string;
    /** Under which condition each of its rules counts. */
    rules: (PriceCondition | null)[];
  } | null;
  lines: LineData[] | null;
  /** The sum of the lines, before it was rounded; pico-dollars as text. */
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
  /** How many more were not asked. */
  droppedMore: number;
  /** Who made the call. */
  owner: { name: string; email: string };
}

export interface AttemptData {
  provider: string;
  model: string;
  ms: number;
  answered: boolean;
  errorCode: string | null;
  status: number | null;
  /** It was asked to go on with an answer that another had broken off. */
  resumed?: true;
}

/** Lines and sum of a charge without a `bigint`, which JSON does not know. */
export function lineData({ lines, pico }: Cost): Pick<ReceiptData, 'lines' | 'sumPico'> {
  return {
    lines: lines.map((line) => ({ ...line, ratePico: String(line.ratePico), pico: String(line.pico) })),
    sumPico: String(pico),
  };
}
