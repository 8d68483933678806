import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import { OPTION_NAMES, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { countPromptTokens, countTokens, type CountBounds } from '#app/core/catalogue/tokens/count-tokens.ts';
import { estimatePromptTokens, estimateTokens } from '#app/core/catalogue/tokens/estimate-tokens.ts';
import type { CallNeeds } from '#app/core/routing/route.ts';
import { MIN_OUTPUT } from '#app/core/tasks/price.ts';
import type { Videos } from './videos.ts';
import { wantsLongCache, likelyMediaTokens, weighMedia, type Media } from './media-weight.ts';

/** The requirements of a call towards the provider that answers it. */
export interface CallWeight extends CallNeeds {
  /**
   * Tokens of images, videos, files and audio by the default rules: for windows, and when the provider sends
   * no usage.
   */
  mediaTokens: number;
  /** The media, which each model weighs by its own rules. */
  media: Media;
  modalities: Modality[];
  capabilities: Capability[];
  parameters: string[];
  /** Price classes in which tokens may be billed besides the ordinary ones. */
  classes: PriceClass[];
  preferred: { capabilities: Capability[]; outputTokens: number };
}

/**
 * The requirements of a call besides its text.
 * @param videos the call's videos, already measured
 * @throws AppError for a file or audio that cannot be weighed, naming its field
 */
export function weighCall(body: ChatRequest, videos?: Videos): CallWeight {
  const media = weighMedia(body.messages, videos);
  const weight: CallWeight = {
    mediaTokens: likelyMediaTokens(media),
    media,
    modalities: ['text-to-text'],
    capabilities: capabilitiesOf(body),
    parameters: OPTION_NAMES.filter((name) => body[name] !== undefined),
    request: { options: optionsOf(body), messages: body.messages as PromptMessage[], cap: capOf(body) },
    classes: [],
    ...(media.imageAddress !== undefined && { imageAddress: media.imageAddress }),
    preferred: { capabilities: preferredCapabilities(body), outputTokens: capOf(body) ?? MIN_OUTPUT },
  };
  if (media.images.length > 0) add(weight, 'image-to-text', 'imageInput');
  if (media.audioTokens > 0) add(weight, 'audio-to-text', 'audioInput');
  const [largest] = media.videos.toSorted((a, b) => b.bytes - a.bytes);
  if (largest) {
    // The audio track of a video is billed as audio.
    add(weight, 'video-to-text', 'audioInput');
    weight.largestVideo = largest;
  }
  if (media.wantsLongCache || body.tools?.some(wantsLongCache)) weight.classes.push('cacheWriteLong');
  return weight;
}

function add(weight: CallWeight, modality: Modality, priceClass: PriceClass): void {
  weight.modalities.push(modality);
  weight.classes.push(priceClass);
}

function capabilitiesOf(body: ChatRequest): Capability[] {
  const needed: Capability[] = [];
  if (body.tools?.length || body.functions?.length) needed.push('tools');
  if (body.response_format?.type === 'json_schema') needed.push('json_schema');
  return needed;
}

/** Capabilities that a named model may lack, but that an automatically chosen model must have. */
function preferredCapabilities({
  response_format,
  reasoning_effort,
  logprobs,
  n,
}: ChatRequest): Capability[] {
  const preferred: Capability[] = [];
  if (response_format?.type === 'json_object') preferred.push('json_object');
  if (reasoning_effort !== undefined && reasoning_effort !== 'none') preferred.push('reasoning');
  if (logprobs) preferred.push('logprobs');
  if (n !== undefined && n > 1) preferred.push('n');
  return preferred;
}

/** The options of a call, without those that the caller did not set. */
export function optionsOf(body: ChatRequest): CompletionOptions {
  const given = OPTION_NAMES.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  const budget = body.reasoning?.max_tokens;
  const options = Object.fromEntries(given) as CompletionOptions;
  return budget === undefined ? options : { ...options, thinking_budget: budget };
}

/** The max output tokens that the caller set; null when we may choose. */
export function capOf({ max_completion_tokens: cap, max_tokens: older }: ChatRequest): number | null {
  return cap ?? older ?? null;
}

/** Tokens of a call's text by one tokenizer, without margin: messages, tools and the response format. */
export async function countCall(body: ChatRequest, tokenizer: string, bounds?: CountBounds): Promise<number> {
  const messages = body.messages as PromptMessage[];
  const forms = formsOf(body);
  const words = await countPromptTokens(messages, tokenizer, bounds);
  return forms.length === 0 ? words : words + (await countTokens(JSON.stringify(forms), tokenizer, bounds));
}

/** The same count, as close as possible to what the provider bills: for charges, not for holds. */
export async function estimateCall(body: ChatRequest, tokenizer: string): Promise<number> {
  const messages = body.messages as PromptMessage[];
  const words = await estimatePromptTokens(messages, tokenizer);
  const forms = formsOf(body);
  return forms.length === 0 ? words : words + (await estimateTokens(JSON.stringify(forms), tokenizer));
}

/** The tools and the response format. */
const formsOf = ({ tools, functions, response_format: form }: ChatRequest) =>
  [tools, functions, form].filter(Boolean);
