import type { PromptMessage } from '#app/contracts/completion.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import { OPTION_NAMES, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { countPromptTokens, countTokens } from '#app/core/catalogue/count-tokens.ts';
import type { CallNeeds } from '#app/core/routing/route.ts';
import { LEAST_OUTPUT } from './estimate.ts';

/** What a picture costs at most, in tokens: the makers' largest tilings, of which a caller's size is not known. */
const IMAGE_TOKENS = 2_500;
const LOW_DETAIL_TOKENS = 300;
/** A page of a document is about 3,000 tokens and seldom under 20 kB. */
const BYTES_PER_FILE_TOKEN = 8;
/** Ten tokens a second of speech, 16 kB a second at the least. */
const BYTES_PER_AUDIO_TOKEN = 1_000;

/** What a call asks of whoever serves it. */
export interface CallWeight extends CallNeeds {
  /** Tokens of pictures, files and speech, at most. */
  mediaTokens: number;
  modalities: Modality[];
  capabilities: Capability[];
  parameters: string[];
  /** Classes of tokens that may be billed beside the ordinary ones. */
  classes: PriceClass[];
  sought: { capabilities: Capability[]; outputTokens: number };
}

/** What a call needs beside its words. */
export function weighCall(body: ChatRequest): CallWeight {
  const parts = body.messages.flatMap((turn) =>
    turn.role === 'user' && typeof turn.content !== 'string' ? turn.content : [],
  );
  const weight: CallWeight = {
    mediaTokens: 0,
    modalities: ['text-to-text'],
    capabilities: capabilitiesOf(body),
    parameters: OPTION_NAMES.filter((name) => body[name] !== undefined),
    classes: [],
    sought: { capabilities: soughtCapabilities(body), outputTokens: capOf(body) ?? LEAST_OUTPUT },
  };
  for (const part of parts) {
    if (part.type === 'image_url') {
      weight.mediaTokens += part.image_url.detail === 'low' ? LOW_DETAIL_TOKENS : IMAGE_TOKENS;
      add(weight, 'image-to-text', 'imageInput');
    } else if (part.type === 'input_audio') {
      weight.mediaTokens += Math.ceil(bytesOf(part.input_audio.data) / BYTES_PER_AUDIO_TOKEN);
      add(weight, 'audio-to-text', 'audioInput');
    } else if (part.type === 'file') {
      weight.mediaTokens += Math.ceil(bytesOf(part.file.file_data ?? '') / BYTES_PER_FILE_TOKEN);
    }
  }
  return weight;
}

function add(weight: CallWeight, modality: Modality, priceClass: PriceClass): void {
  if (!weight.modalities.includes(modality)) weight.modalities.push(modality);
  if (!weight.classes.includes(priceClass)) weight.classes.push(priceClass);
}

/** Bytes of base64 text. */
function bytesOf(base64: string): number {
  return Math.ceil((base64.length * 3) / 4);
}

function capabilitiesOf(body: ChatRequest): Capability[] {
  const needed: Capability[] = [];
  if (body.tools?.length || body.functions?.length) needed.push('tools');
  if (body.response_format?.type === 'json_schema') needed.push('json_schema');
  return needed;
}

/** What a named model is asked without, and nobody's model is chosen without. */
function soughtCapabilities({ response_format, reasoning_effort, logprobs, n }: ChatRequest): Capability[] {
  const sought: Capability[] = [];
  if (response_format?.type === 'json_object') sought.push('json_object');
  if (reasoning_effort !== undefined && reasoning_effort !== 'none') sought.push('reasoning');
  if (logprobs) sought.push('logprobs');
  if (n !== undefined && n > 1) sought.push('n');
  return sought;
}

/** The longest answer that the caller wants, in tokens; null where the house may choose. */
export function capOf({ max_completion_tokens: cap, max_tokens: older }: ChatRequest): number | null {
  return cap ?? older ?? null;
}

/** Tokens of a call's words by one tokenizer, without margin: messages, tools and the form of the answer. */
export async function countCall(body: ChatRequest, tokenizer: string): Promise<number> {
  const messages = body.messages as PromptMessage[];
  const forms = [body.tools, body.functions, body.response_format].filter(Boolean);
  const words = await countPromptTokens(messages, tokenizer);
  return forms.length === 0 ? words : words + (await countTokens(JSON.stringify(forms), tokenizer));
}
