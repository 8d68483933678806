import type { PromptMessage } from '#app/contracts/completion.ts';
import { readArguments } from '../shared/call-arguments.ts';
import { GO_ON, LEFT_OUT } from '../shared/prompt/go-on.ts';
import { refused } from '../shared/refused.ts';
import { calledAs } from '../shared/options/text-tools.ts';
import type { ModelRules } from './model-rules.ts';
import { toParts, toTexts } from './parts.ts';
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
 * What the maker takes in place of a signature for a call that it has not made itself, or whose signature the client
 * has dropped, as most do: without any it refuses the call.
 */
const UNSIGNED = 'skip_thought_signature_validator';

/**
 * OpenAI's messages as the maker wants them: instructions apart, wherever they stood; turns of the same side
 * joined; results of tools as a user's, by the names of their tools; a user's turn first and last.
 * @throws ProviderError for what the wire has no words for
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
  if (turns[0]?.role === 'model') turns.unshift({ role: 'user', parts: [{ text: LEFT_OUT }] });
  const last = turns.at(-1);
  // The beginning of an answer is gone on with; a call that waits for its result is no such thing.
  if (last?.role === 'model' && last.parts.at(-1)?.text !== undefined)
    turns.push({ role: 'user', parts: [{ text: GO_ON }] });
  return { system, contents: turns };
}

function append(turns: WireTurn[], turn: WireTurn): void {
  const last = turns.at(-1);
  if (turn.parts.length === 0) return;
  if (last?.role === turn.role) last.parts.push(...turn.parts);
  else turns.push(turn);
}

/** @param names of the tools that were called so far, by the ids of the calls */
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

/** The signature of words comes with their last piece, or with an empty one. */
function signed(texts: { text: string }[], { words }: Signatures): WirePart[] {
  if (words === null) return texts;
  return [...texts.slice(0, -1), { text: texts.at(-1)?.text ?? '', thoughtSignature: words }];
}

/** Of calls that were made at once the first alone is signed. */
function toCalls(
  calls: readonly ToolCall[],
  { calls: signatures }: Signatures,
  { names, rules }: { names: Map<string, string>; rules: Pick<ModelRules, 'wantsSignatures'> },
): WirePart[] {
  const isSigned = calls.some(({ id }) => signatures.has(id));
  return calls.map((call, place) => {
    const { id } = call;
    const { name, arguments: json } = calledAs(call);
    const args = readArguments(name, json);
    names.set(id, name);
    const stand = !isSigned && place === 0 && rules.wantsSignatures ? UNSIGNED : undefined;
    const thoughtSignature = signatures.get(id) ?? stand;
    return {
      functionCall: { id, name, args },
      ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
    };
  });
}
