import { instanceOf } from '../words/instance.ts';
import { answerTo } from '../words/answer.ts';
import { proseOf } from '../words/prose.ts';
import { describeResults } from '../words/results.ts';
import { subjectOf } from '../words/subject.ts';
import type { FinishStyle, Scenario } from '../scenario.ts';
import { TOKENIZERS, type Tokenizer } from '../tokens.ts';
import { callsFor, resultsIn, type Call } from './calls.ts';
import type { ChatRequest } from './chat-request.ts';

/** The planned output of one choice, in pieces of one token each. */
export interface Choice {
  thinking: readonly string[];
  /** Reasoning tokens that are billed and not shown. */
  hidden: number;
  /** Empty if the model refuses. */
  text: readonly string[];
  refusal: readonly string[];
  calls: readonly (Call & { pieces: readonly string[] })[];
  finish: FinishStyle;
  /** The stop sequence at which it was cut. */
  stopSequence: string | null;
}

export interface ChoiceOptions {
  scenario: Scenario;
  /** The user's message without its directives. */
  question: string;
  /** Number of earlier requests with the same message; another try gives a different text. */
  repeat: number;
  /** The seed of call ids. */
  ids: string;
}

/**
 * Plans the output of one choice, cut at a stop sequence and at the limit.
 * @throws ScenarioError, SchemaError
 */
export function composeChoice(request: ChatRequest, options: ChoiceOptions): Choice {
  const { scenario } = options;
  const textPieces = TOKENIZERS[scenario.tokenizer].pieces;
  const isEmpty = scenario.fault === 'empty';
  const calls = isEmpty ? [] : callsFor(request, options);
  const whole = isEmpty ? [] : wordsOf(request, options, calls.length > 0);
  const { pieces, sequence } = untilStop(whole, request.stop, textPieces);
  const budget = new Budget(request.max_completion_tokens ?? request.max_tokens ?? Infinity);
  const hidden = budget.spend(scenario.hidden);
  const thinking = budget.take(scenario.thinking ? textPieces(scenario.thinking) : []);
  const said = budget.take(pieces);
  const made = calls.map((call) => ({ ...call, pieces: budget.take(textPieces(call.input)) }));
  const refuses = scenario.refusal !== null;
  return {
    thinking,
    hidden,
    text: refuses ? [] : said,
    refusal: refuses ? said : [],
    calls: made,
    finish: finishOf(scenario, { isCut: budget.isExceeded, calls: made.length }),
    stopSequence: sequence,
  };
}

/** Tokens that an answer may still have. */
class Budget {
  isExceeded = false;

  constructor(private left: number) {}

  /** @returns the number of tokens in it */
  spend(tokens: number): number {
    const spent = Math.min(tokens, this.left);
    this.isExceeded ||= spent < tokens;
    this.left -= spent;
    return spent;
  }

  take(pieces: readonly string[]): readonly string[] {
    return pieces.slice(0, this.spend(pieces.length));
  }
}

/** A directive's `finish` applies, but answered calls are not made again. */
function finishOf({ finish }: Scenario, { isCut, calls }: { isCut: boolean; calls: number }): FinishStyle {
  if (finish !== null && finish !== 'tool_calls') return finish;
  if (isCut) return 'length';
  return calls > 0 ? 'tool_calls' : 'stop';
}

function wordsOf(
  request: ChatRequest,
  { scenario, question, repeat }: ChoiceOptions,
  calls: boolean,
): readonly string[] {
  const textPieces = TOKENIZERS[scenario.tokenizer].pieces;
  if (scenario.refusal !== null) return textPieces(scenario.refusal);
  if (scenario.length !== null) return exactly(scenario.length, scenario.text, textPieces);
  if (scenario.text !== null) return textPieces(scenario.text);
  if (calls) return [];
  const results = resultsIn(request.messages);
  const format = request.response_format;
  if (format?.type === 'json_schema') {
    return textPieces(JSON.stringify(instanceOf(format.json_schema.schema, subjectOf(question))));
  }
  const goesOn = request.messages.at(-1)?.role === 'assistant';
  const answer = results.length > 0 ? describeResults(results) : answerTo({ user: question, goesOn, repeat });
  return textPieces(format?.type === 'json_object' ? JSON.stringify({ answer }) : answer);
}

function exactly(length: number, text: string | null, textPieces: Tokenizer['pieces']): string[] {
  // Six characters make a token here; the text is cut to the exact number afterwards.
  const pieces = textPieces(text ?? proseOf(length * 6 + 20));
  const wanted: string[] = [];
  while (wanted.length < length && pieces.length > 0) wanted.push(...pieces.slice(0, length - wanted.length));
  return wanted;
}

/** The pieces before the first stop sequence, which is not output itself, and that sequence. */
function untilStop(
  pieces: readonly string[],
  stop: ChatRequest['stop'],
  textPieces: Tokenizer['pieces'],
): { pieces: readonly string[]; sequence: string | null } {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? []);
  if (sequences.length === 0) return { pieces, sequence: null };
  const text = pieces.join('');
  const [first] = sequences
    .map((sequence) => ({ sequence, place: text.indexOf(sequence) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place);
  return first
    ? { pieces: textPieces(text.slice(0, first.place)), sequence: first.sequence }
    : { pieces, sequence: null };
}
