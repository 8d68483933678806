import type { PromptMessage } from '#app/contracts/completion.ts';
import { readDataUrl } from '#app/core/providers/shared/data-url.ts';
import { refused } from '#app/core/providers/shared/failure.ts';
import { CONTINUE_PROMPT, OMITTED_TURNS } from '#app/core/providers/shared/prompt.ts';
import { asFunctionCall } from '#app/core/providers/shared/text-tools.ts';
import { readArguments } from '#app/core/providers/shared/tool-calls.ts';
import type { ModelRules } from './model-rules.ts';
import { signaturesIn, type Signatures } from './thoughts.ts';
import type { WirePart, WireTurn } from './wire.ts';

type AssistantMessage = Extract<PromptMessage, { role: 'assistant' }>;

type ToolCall = NonNullable<AssistantMessage['tool_calls']>[number];

type TurnMessage = Exclude<PromptMessage, { role: 'system' | 'developer' }>;

interface Conversation {
  system: WirePart[];
  contents: WireTurn[];
}

/**
 * The maker's placeholder for the signature of a call that it has not made itself, or whose signature the
 * client has dropped, as most clients do: it refuses a call without any.
 */
const UNSIGNED = 'skip_thought_signature_validator';

type Part = Exclude<NonNullable<PromptMessage['content']>, string>[number];

type FilePart = Extract<Part, { type: 'file' }>;

const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'];

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];

/** The type of an image at an address, from the extension of its path: the maker requires a type. */
const ENDING = /\.(png|jpe?g|webp|heic|heif)$/i;

/**
 * Converts OpenAI's messages to the maker's format: instructions are separate, wherever they stood;
 * consecutive turns of one role are joined; tool results are a user's, under the names of their tools; the
 * first and last turn are a user's.
 * @throws ProviderError for content that the wire cannot express
 */
export function toConversation(
  prompt: readonly PromptMessage[],
  rules: Pick<ModelRules, 'wantsSignatures'>,
): Conversation {
  const system: WirePart[] = [];
  const turns: WireTurn[] = [];
  const names = new Map<string, string>();
  for (const message of prompt) {
    if (message.role === 'system' || message.role === 'developer') system.push(...toTexts(message.content));
    else append(turns, toTurn(message, names, rules));
  }
  if (turns.length === 0) append(turns, { role: 'user', parts: system.splice(0) });
  if (turns[0]?.role === 'model') turns.unshift({ role: 'user', parts: [{ text: OMITTED_TURNS }] });
  const last = turns.at(-1);
  // The model continues a partial answer. A call that waits for its result is not a partial answer.
  if (last?.role === 'model' && last.parts.at(-1)?.text !== undefined)
    turns.push({ role: 'user', parts: [{ text: CONTINUE_PROMPT }] });
  return { system, contents: turns };
}

function append(turns: WireTurn[], turn: WireTurn): void {
  const last = turns.at(-1);
  if (turn.parts.length === 0) return;
  if (last?.role === turn.role) last.parts.push(...turn.parts);
  else turns.push(turn);
}

/** @param names of the tools called so far, by call id */
function toTurn(
  message: TurnMessage,
  names: Map<string, string>,
  rules: Pick<ModelRules, 'wantsSignatures'>,
): WireTurn {
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: toParts(message.content) };
    case 'assistant': {
      const signatures = signaturesIn(message);
      return {
        role: 'model',
        parts: [
          ...signed([...toTexts(message.content), ...toTexts(message.refusal)], signatures),
          ...toCalls(message.tool_calls ?? [], signatures, { names, rules }),
        ],
      };
    }
    case 'tool': {
      const { tool_call_id: id, content } = message;
      const name = names.get(id);
      if (name === undefined) throw refused(`no call has the id ${id.slice(0, 64)} of this result`);
      const output = toTexts(content).map(({ text }) => text);
      return {
        role: 'user',
        parts: [{ functionResponse: { id, name, response: { output: output.join('\n') } } }],
      };
    }
    default:
      throw refused(`this provider does not take messages of the role ${message.role}; tools took its place`);
  }
}

/** The signature of a text comes with its last piece, or with an empty one. */
function signed(texts: { text: string }[], { text }: Signatures): WirePart[] {
  if (text === null) return texts;
  return [...texts.slice(0, -1), { text: texts.at(-1)?.text ?? '', thoughtSignature: text }];
}

/** Of several parallel calls only the first is signed. */
function toCalls(
  calls: readonly ToolCall[],
  { calls: signatures }: Signatures,
  { names, rules }: { names: Map<string, string>; rules: Pick<ModelRules, 'wantsSignatures'> },
): WirePart[] {
  const isSigned = calls.some(({ id }) => signatures.has(id));
  return calls.map((call, place) => {
    const { id } = call;
    const { name, arguments: json } = asFunctionCall(call);
    const args = readArguments(name, json);
    names.set(id, name);
    const placeholder = !isSigned && place === 0 && rules.wantsSignatures ? UNSIGNED : undefined;
    const thoughtSignature = signatures.get(id) ?? placeholder;
    return {
      functionCall: { id, name, args },
      ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
    };
  });
}

/** The parts of a turn. Empty texts are left out: the maker refuses them. @throws ProviderError */
export function toParts(content: PromptMessage['content']): WirePart[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return toText(content);
  return content.flatMap(toPart);
}

/** Only the texts of a turn. */
function toTexts(content: PromptMessage['content']): { text: string }[] {
  return toParts(content).flatMap(({ text }) => (text === undefined ? [] : [{ text }]));
}

function toPart(part: Part): WirePart[] {
  switch (part.type) {
    case 'text':
      return toText(part.text);
    case 'refusal':
      return toText(part.refusal);
    case 'image_url':
      return [toImage(part.image_url.url)];
    case 'input_audio':
      return [{ inlineData: { mimeType: `audio/${part.input_audio.format}`, data: part.input_audio.data } }];
    case 'file':
      return toDocument(part.file);
  }
}

function toText(text: string): WirePart[] {
  return text.trim() === '' ? [] : [{ text }];
}

function toImage(url: string): WirePart {
  const inline = readDataUrl(url);
  if (!inline) return { fileData: { ...typeAt(url), fileUri: url } };
  if (!IMAGE_TYPES.includes(inline.type))
    throw refused(`this provider does not take images of the type ${inline.type}`);
  return { inlineData: { mimeType: inline.type, data: inline.base64 } };
}

/** A file's name precedes it as text: the wire has no field for it. */
function toDocument({ file_data: file, filename }: FilePart['file']): WirePart[] {
  const inline = readDataUrl(file ?? '');
  if (!inline) throw refused('this provider takes a file with its data, not by an id or an address');
  const { type, base64: data } = inline;
  const isText = type.startsWith('text/');
  if (!isText && type !== 'application/pdf' && !VIDEO_TYPES.includes(type))
    throw refused(`this provider does not take files of the type ${type}`);
  return [...toText(filename ?? ''), { inlineData: { mimeType: isText ? 'text/plain' : type, data } }];
}

function typeAt(url: string): { mimeType?: string } {
  const [, ending] = ENDING.exec(url.split(/[?#]/, 1)[0] ?? '') ?? [];
  if (ending === undefined) return {};
  const name = ending.toLowerCase();
  return { mimeType: `image/${name === 'jpg' ? 'jpeg' : name}` };
}
