import { usualOutputTokens } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { tokenMargin, type CountedFor } from '#app/core/catalogue/tokens/count-tokens.ts';
import { mostOf } from '#app/core/catalogue/tokens/most-tokens.ts';
import { mostPictureTokens, type Picture } from '#app/core/catalogue/tokens/picture-tokens.ts';
import { mostAdded } from '#app/core/catalogue/tokens/tokenizers.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { DroppedOffer, RoutedOffer } from '#app/core/routing/route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { DEFAULT_OUTPUT_CAP, estimateCost } from '#app/core/tasks/price/estimate.ts';
import { mostAddedByWire } from './most-prompt-tokens.ts';
import { fitPrompt, type Branch, type FittedPrompt } from './fit-prompt.ts';
import type { PricedCandidate } from '#app/core/tasks/price/priced-candidate.ts';

interface Place extends Branch, Pick<CountedFor, 'signal'> {
  own: string[];
  /** Pictures of the new message. */
  ownPictures?: readonly FileRecord[];
  at: Date;
}

export interface WeighedSend {
  fitted: FittedPrompt;
  /** The offers whose window the prompt fits into, in the order of the route. */
  priced: PricedCandidate[];
  /** Those that it does not fit into, or that see no pictures. */
  dropped: DroppedOffer[];
}

/**
 * How much of a conversation goes along, and what the answer may cost with each of the offers. The widest window
 * decides: a conversation must not lose turns because another provider of the model happens to be asked. Pictures go
 * along where the model sees.
 * @param offers of one model, never none
 * @throws AppError context_length when the new texts alone do not fit
 */
export async function weighSend(
  send: ChatSend,
  offers: readonly RoutedOffer[],
  { at, own, ownPictures = [], signal, ...branch }: Place,
): Promise<WeighedSend> {
  const cap = send.parameters.maxOutputTokens ?? null;
  const seeing = offers.filter(seesPictures);
  const widest = widestOf(seeing.length > 0 ? seeing : offers);
  const wanted = cap ?? usualCap(send.endpoint, widest.model.id);
  const { tokenizer } = widest.model;
  const margin = tokenMargin(tokenizer);
  // An answer gets at most a quarter of a small window; the rest is for the conversation.
  const reserve = Math.min(wanted, widest.maxOutputTokens, Math.floor(widest.contextTokens / 4));
  const room = Math.floor((widest.contextTokens - reserve) / margin);
  const fitted = await fitPrompt(AUTOCOMMIT, branch, {
    own,
    ownPictures,
    margin,
    weighPicture: seesPictures(widest) ? (size) => pictureTokens(widest, size) : null,
    room,
    tokenizer,
    owner: send.userId,
    signal,
  });
  const { sizes, tokens: seenTokens } = fitted.pictures;
  const wordTokens = Math.ceil(fitted.tokens * margin);
  const promptTokens = wordTokens + seenTokens;
  const able = sizes.length > 0 ? seeing : offers;
  const fitting = able.filter(({ contextTokens }) => contextTokens > promptTokens);
  const tried = fitting.length > 0 ? fitting : [widest];
  const priced = tried.map((offer) => {
    const left = Math.max(1, Math.min(wanted, offer.maxOutputTokens, offer.contextTokens - promptTokens));
    const words = mostOf(fitted.spread, wordTokens, tokenizer);
    const bare = { turns: fitted.turns, tools: 0, hasForm: false };
    const added = mostAdded(tokenizer, bare) + mostAddedByWire(offer, { ...bare, results: 0 });
    // Pictures are billed beside what the window holds by some.
    const seen = sizes.reduce((sum, size) => sum + pictureTokens(offer, size), 0);
    const mostPromptTokens = Math.min(offer.contextTokens, words + added) + seen;
    const classes = sizes.length > 0 ? (['imageInput'] as const) : [];
    const request = { promptTokens, mostPromptTokens, cap, room: left, at, classes };
    return { offer, estimate: estimateCost(offer.price, request) };
  });
  const dropped = offers
    .filter((offer) => !tried.includes(offer))
    .map((offer): DroppedOffer => ({
      model: offer.model.id,
      provider: offer.provider,
      ...(able.includes(offer)
        ? { reason: 'context_too_small' }
        : { reason: 'modality', detail: 'image-to-text' }),
    }));
  return { fitted, priced, dropped };
}

/** Whether whoever serves it takes pictures. */
export function seesPictures({ supports }: Pick<RoutedOffer, 'supports'>): boolean {
  return supports.includes('image-to-text');
}

function widestOf(offers: readonly RoutedOffer[]): RoutedOffer {
  return offers.reduce((most, one) => (one.contextTokens > most.contextTokens ? one : most));
}

function pictureTokens({ model, contextTokens }: RoutedOffer, size: Picture['size']): number {
  return mostPictureTokens({ size, detail: 'auto' }, model.id, contextTokens);
}

/** Of the model that answers: a retired id says nothing of its successor. */
function usualCap(endpoint: string, model: string): number {
  const facts = factsOf(endpoint);
  return (facts && usualOutputTokens(facts, model)) ?? DEFAULT_OUTPUT_CAP;
}
