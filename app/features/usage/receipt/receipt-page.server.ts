import { readReceipt, type Receipt } from '#app/core/generation/report/receipt.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { contentOf } from './content-call.server.ts';
import { lineData, type ReceiptData } from './receipt-data.ts';

/**
 * The receipt of the caller's own call.
 * @throws Response 404 for an id that is unknown, malformed or of another user
 */
export const loadReceipt = pageLoader({ auth: 'user' }, async ({ user, request, params }) => {
  const { id: userId, name, email } = user;
  const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId: params.generationId ?? '' });
  return {
    texts: await pageTexts(request, 'models', 'receipt'),
    receipt: { ...toData(receipt), owner: { name, email } },
    content: await contentOf({ id: receipt.id, userId }),
  };
});

function toData(receipt: Receipt): Omit<ReceiptData, 'owner'> {
  const { key, price, cost, candidates, routing, offerId, attempts, createdAt } = receipt;
  const text = (micro: bigint | null) => (micro === null ? null : String(micro));
  const since = (time: Date | null) => time && time.getTime() - createdAt.getTime();
  return {
    id: receipt.id,
    kind: receipt.kind,
    state: receipt.state,
    requestId: receipt.requestId,
    askedModel: receipt.askedModel,
    model: receipt.model,
    provider: receipt.provider,
    upstreamModel: receipt.upstreamModel,
    keyLabel: key && { name: key.name, maskedValue: key.maskedValue },
    isStreamed: receipt.isStreamed,
    repeatableUntil: receipt.repeatableUntil?.toISOString() ?? null,
    finishReason: receipt.finishReason,
    errorCode: receipt.errorCode,
    errorDetail: receipt.errorDetail,
    createdAt: createdAt.toISOString(),
    startedAt: receipt.startedAt?.toISOString() ?? null,
    firstTokenAt: receipt.firstTokenAt?.toISOString() ?? null,
    finishedAt: receipt.finishedAt?.toISOString() ?? null,
    firstTokenMs: since(receipt.firstTokenAt),
    latencyMs: since(receipt.finishedAt),
    usage: receipt.usage,
    usageSource: receipt.usageSource,
    chargeReason: receipt.chargeReason,
    price: price && {
      id: price.id,
      validFrom: price.validFrom.toISOString(),
      validUntil: price.validUntil?.toISOString() ?? null,
      source: price.source,
      rules: price.rules.map(({ when = null }) => when),
    },
    ...(cost ? lineData(cost) : { lines: null, sumPico: null }),
    costMicro: text(receipt.costMicro),
    chargedMicro: text(receipt.chargedMicro),
    heldMicro: String(receipt.heldMicro),
    maxOutputTokens: receipt.maxOutputTokens,
    isCapLowered: receipt.isCapLowered,
    leftOut: receipt.leftOut,
    attempts: attempts.map(({ offerId: _offer, part: _part, ...attempt }) => attempt),
    candidates: candidates.map(({ offerId: own, model, provider }) => ({
      model,
      provider,
      isChosen: own !== null && own === offerId,
    })),
    dropped: (routing?.dropped ?? []).map(({ model, provider, reason, detail = null }) => ({
      model,
      provider,
      reason,
      detail,
    })),
    droppedMore: routing?.more ?? 0,
  };
}
