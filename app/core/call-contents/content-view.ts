import type { ToolCallPiece } from '#app/contracts/completion.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import type { CallContent } from './call-contents.ts';

/** A tool that the model called. */
export interface ContentCall {
  id: string;
  name: string;
  /** Arguments of a function as JSON, or the input of a custom tool. */
  input: string;
}

/** One choice of an answer. */
export interface ContentChoice {
  content: string;
  reasoning: string;
  refusal: string;
  tool_calls: ContentCall[];
}

/** The answer of a model, assembled from the log of its run. */
export interface ContentOutput {
  choices: ContentChoice[];
  /** Ids of the files that were made; they may be deleted by now. */
  files: string[];
  /** One vector for each input: little-endian float32 as base64. */
  embeddings: string[];
  /** null while the call runs, and for an answer that was too long to be stored; the rest is empty then. */
  state: ReplyEnd['state'] | null;
}

/** The body and the answer of a call for its owner. */
export interface ContentView {
  /** The body in the format of chat completions, embeddings, images or videos. */
  input: Record<string, unknown>;
  output: ContentOutput;
}

export function viewContent({ request, answer }: CallContent): ContentView {
  return { input: JSON.parse(request) as Record<string, unknown>, output: outputOf(answer ?? []) };
}

function outputOf(entries: readonly LogEntry[]): ContentOutput {
  // By number; a map, since the numbers come from outside.
  const choices = new Map<number, ContentChoice & { calls: Map<number, ContentCall> }>();
  const embeddings = new Map<number, string>();
  const files: string[] = [];
  let state: ContentOutput['state'] = null;
  const choiceAt = (index: number) => {
    const known = choices.get(index);
    if (known) return known;
    const choice = { content: '', reasoning: '', refusal: '', tool_calls: [], calls: new Map() };
    choices.set(index, choice);
    return choice;
  };
  for (const entry of entries) {
    if (entry.type === 'text') choiceAt(0).content += entry.text;
    else if (entry.type === 'thinking') choiceAt(0).reasoning += entry.text;
    else if (entry.type === 'delta') {
      const choice = choiceAt(entry.choice);
      choice.content += entry.delta.content ?? '';
      choice.refusal += entry.delta.refusal ?? '';
      for (const piece of entry.delta.tool_calls ?? []) addCall(choice.calls, piece);
    } else if (entry.type === 'piece') files.push(entry.fileId);
    else if (entry.type === 'vector') embeddings.set(entry.index, entry.base64);
    else if (entry.type === 'end') ({ state } = entry);
  }
  return {
    choices: [...choices.values()].map(({ calls, ...choice }) => ({
      ...choice,
      tool_calls: [...calls.values()],
    })),
    files,
    embeddings: [...embeddings.values()],
    state,
  };
}

function addCall(
  calls: Map<number, ContentCall>,
  { index, id, function: called, custom }: ToolCallPiece,
): void {
  const call = calls.get(index) ?? { id: id ?? '', name: called?.name ?? custom?.name ?? '', input: '' };
  call.input += called?.arguments ?? custom?.input ?? '';
  calls.set(index, call);
}
