import { defaultOutputTokens } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import { acceptsInput } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { tokenMargin, type CountedFor } from '#app/core/catalogue/tokens/count-tokens.ts';
import { maxImageTokens } from '#app/core/catalogue/tokens/image-tokens.ts';
import { maxTokensOf } from '#app/core/catalogue/tokens/max-tokens.ts';
import { maxAddedTokens } from '#app/core/catalogue/tokens/tokenizers.ts';
import { maxVideoTokens } from '#app/core/catalogue/tokens/video-tokens.ts';
import { sentImage } from '#app/core/files/media/sent-image.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { VIDEOS } from '#app/core/generation/record/candidate.ts';
import { acceptsVideoSize, maxAddedByDialect } from '#app/core/providers/dialect-options.ts';
import type { DroppedOffer, RoutedOffer } from '#app/core/routing/route.ts';
import {
  DEFAULT_OUTPUT_CAP,
  estimateCost,
  leavingOut,
  roomAt,
  type PricedCandidate,
} from '#app/core/tasks/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { fitPrompt, type Branch, type FittedPrompt } from './fitted-prompt.ts';

interface Place extends Branch, Pick<CountedFor, 'signal'> {
  own: string[];
  /** Images and videos of the new message. */
  ownFiles?: readonly FileRecord[];
  at: Date;
}

export interface WeighedSend {
  fitted: FittedPrompt;
  /** The offers whose window the prompt fits into, in the order of the route. */
  priced: PricedCandidate[];
  /** The offers whose window is too small, or that do not accept its images and videos. */
  dropped: DroppedOffer[];
}

/**
 * Decides how much of a conversation is sent, and what the answer may cost with each of the offers. The
 * widest window decides: a conversation must not lose turns because the route tries another provider of the
 * model first. Images and videos are sent if the model accepts them; a candidate without videos lists them in
 * its `leftOut`.
 * @param offers of one model, never empty
 * @throws AppError context_length when the new texts alone do not fit
 */
export async function weighSend(
  send: ChatSend,
  offers: readonly RoutedOffer[],
  { at, own, ownFiles = [], signal, ...branch }: Place,
): Promise<WeighedSend> {
  const cap = send.parameters.maxOutputTokens ?? null;
  const seeing = offers.filter((offer) => acceptsKind(offer, 'image'));
  const widest = widestOf(seeing.length > 0 ? seeing : offers);
  const wanted = cap ?? defaultCap(send.endpoint, widest.model.id);
  const { tokenizer } = widest.model;
  const margin = tokenMargin(tokenizer);
  // An answer gets at most a quarter of a small window; the rest is for the conversation.
  const reserve = Math.min(wanted, widest.maxOutputTokens, Math.floor(widest.contextTokens / 4));
  const room = Math.floor((widest.contextTokens - reserve) / margin);
  const fitted = await fitPrompt(AUTOCOMMIT, branch, {
    own,
    ownFiles,
    margin,
    weighFile: (file) => (offers.some((offer) => acceptsFile(offer, file)) ? fileTokens(widest, file) : null),
    room,
    tokenizer,
    owner: send.userId,
    signal,
  });
  const { files, tokens: seenTokens, omitsVideos } = fitted.media;
  const wordTokens = Math.ceil(fitted.tokens * margin);
  const promptTokens = wordTokens + seenTokens;
  const accepting = offers.filter((offer) => files.every((file) => acceptsFile(offer, file)));
  const fitting = accepting.filter(({ contextTokens }) => contextTokens > promptTokens);
  const tried = fitting.length > 0 ? fitting : [widestOf(accepting.length > 0 ? accepting : offers)];
  const hasVideos = files.some(({ kind }) => kind === 'video');
  const classes: PriceClass[] =
    files.length === 0 ? [] : hasVideos ? ['imageInput', 'audioInput'] : ['imageInput'];
  const priced = tried.map((offer) => {
    const words = maxTokensOf(fitted.spread, wordTokens, tokenizer);
    const bare = { turns: fitted.turns, tools: 0, hasForm: false };
    const added = maxAddedTokens(tokenizer, bare) + maxAddedByDialect(offer, { ...bare, results: 0 });
    // Some providers bill images in addition to the tokens of the window.
    const imageTokens = files.reduce((sum, file) => sum + fileTokens(offer, file), 0);
    const maxPromptTokens = Math.min(offer.contextTokens, words + added) + imageTokens;
    const room = roomAt(offer, { wanted, promptTokens });
    const request = { promptTokens, maxPromptTokens, cap, room, at, classes };
    return {
      offer: leavingOut(offer, omitsVideos ? [VIDEOS] : []),
      estimate: estimateCost(offer.price, request),
    };
  });
  const dropped = offers
    .filter((offer) => !tried.includes(offer))
    .map((offer): DroppedOffer => ({
      model: offer.model.id,
      provider: offer.provider,
      ...(accepting.includes(offer)
        ? { reason: 'context_too_small' }
        : { reason: 'modality', detail: hasVideos ? 'video-to-text' : 'image-to-text' }),
    }));
  return { fitted, priced, dropped };
}

/** Returns whether a provider accepts images, or videos. */
export function acceptsKind({ supports }: Pick<RoutedOffer, 'supports'>, kind: FileKind): boolean {
  return acceptsInput(supports, kind, 'text');
}

/** Returns whether a provider accepts a stored image or video; a video needs a known duration. */
export function acceptsFile(offer: RoutedOffer, { kind, bytes, seconds }: FileRecord): boolean {
  if (!acceptsKind(offer, kind)) return false;
  return kind === 'image' || (seconds !== null && acceptsVideoSize(offer.provider, bytes));
}

function widestOf(offers: readonly RoutedOffer[]): RoutedOffer {
  return offers.reduce((most, one) => (one.contextTokens > most.contextTokens ? one : most));
}

function fileTokens({ model, contextTokens }: RoutedOffer, file: FileRecord): number {
  if (file.kind === 'video') {
    const { width, height, seconds } = file;
    return maxVideoTokens({ seconds: seconds ?? 0, size: { width, height } }, model.id, contextTokens);
  }
  const { size } = sentImage(file);
  return maxImageTokens({ size, detail: 'auto' }, model.id, contextTokens);
}

/** The default of the model that answers: the options of a retired id do not apply to its successor. */
function defaultCap(endpoint: string, model: string): number {
  const facts = factsOf(endpoint);
  return (facts && defaultOutputTokens(facts, model)) ?? DEFAULT_OUTPUT_CAP;
}
