import {
  functionOf,
  isMakerClientTool,
  isServerTool,
  type ServerTool,
} from '#app/contracts/anthropic/maker-tools.ts';
import { threadsNotStored } from '#app/contracts/anthropic/message-error.ts';
import {
  MESSAGE_FIELDS,
  type CountRequest,
  type MessageRequest,
  type MessageTool,
} from '#app/contracts/anthropic/message-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isUsedInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { ignoredWithin } from '#app/contracts/openai/ignored-fields.ts';
import { effortOfBudget } from '#app/contracts/openai/reasoning.ts';
import { toTurns, unsentIn, type PlacedTurn } from './turns.ts';

/** A request of the Messages dialect in the form of the pipeline. */
interface Translated {
  body: ChatRequest;
  /** The caller's names for the fields of `body`. */
  fields: MessageFields;
}

type OwnTool = Exclude<MessageTool, ServerTool>;

type Thinking = MessageRequest['thinking'];

type Effort = ChatRequest['reasoning_effort'];

/** Names of the dialect, by the pipeline's name for the same field. */
const NAMES: Readonly<Record<string, string>> = {
  max_completion_tokens: 'max_tokens',
  stop: 'stop_sequences',
  reasoning_effort: 'thinking',
  response_format: 'output_config.format',
  parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
};

const TURN = /^messages\[(\d{1,5})\](?:\.content\[(\d{1,6})\])?/;

/** @throws AppError invalid_request for a choice of missing tools, and for a thread */
export function toChatRequest(request: MessageRequest): Translated {
  const { max_tokens, stream, temperature, top_p, top_k, stop_sequences } = request;
  const { body, fields } = toPrompt(request, max_tokens);
  return {
    fields,
    body: {
      ...body,
      max_tokens,
      stream,
      temperature,
      top_p,
      // 0 means no limit.
      top_k: top_k || undefined,
      stop: stop_sequences?.length ? stop_sequences : undefined,
    },
  };
}

/**
 * The prompt of a request, without the options for its answer.
 * @param maxTokens the maximum length of the answer, in tokens; a thinking budget is part of it
 * @throws AppError invalid_request for a choice of missing tools, and for a thread
 */
export function toPrompt(request: CountRequest, maxTokens = 32_000): Translated {
  if (request.thread) throw threadsNotStored();
  const { model, models, provider, thinking, output_config, output_format } = request;
  const turns = toTurns(request);
  const format = output_config?.format ?? output_format;
  const body = {
    ...ignoredOf(request),
    ...Object.fromEntries([...unsentIn(request), ...unsentOf(request)].map((name) => [name, true])),
    model,
    models,
    provider,
    messages: turns.map(({ message }) => message),
    ...toTools(request),
    reasoning_effort: effortOf(thinking, output_config?.effort, maxTokens),
    reasoning: thinking?.type === 'enabled' ? { max_tokens: thinking.budget_tokens } : undefined,
    response_format: format && {
      type: 'json_schema' as const,
      json_schema: { name: 'answer', schema: format.schema, strict: true },
    },
  } satisfies Partial<ChatRequest>;
  return { body: body as ChatRequest, fields: new MessageFields(turns) };
}

/** Fields that no model receives, by name; leaves out those that the pipeline would take for its own. */
function ignoredOf(request: CountRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).filter(([name]) => !MESSAGE_FIELDS.has(name) && !isUsedInChat(name)),
  );
}

const TOOL_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
  'cache_control',
  'display_width_px',
  'display_height_px',
]);

const THINKING_FIELDS: ReadonlySet<string> = new Set(['type', 'budget_tokens']);

/** Makers that show thoughts show them as summaries anyway. */
const SUMMARIZED = 'summarized';

/**
 * Names of tools that a provider would run, and of fields in `tools` and `thinking` that no model receives.
 */
function unsentOf({ tools = [], thinking }: CountRequest): string[] {
  const hosted = tools.filter(isServerTool).map(({ type }) => type);
  const own = tools.filter((tool) => !isServerTool(tool));
  const within = own.flatMap((tool) => ignoredWithin('tools', tool, TOOL_FIELDS));
  const thoughts = ignoredWithin('thinking', thinking, THINKING_FIELDS).filter(
    (name) => name !== 'thinking.display' || thinking?.['display'] !== SUMMARIZED,
  );
  return [...new Set([...hosted, ...within, ...thoughts])];
}

function toTools({
  tools: all = [],
  tool_choice: choice,
}: CountRequest): Pick<ChatRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls'> {
  const tools = all.filter((tool): tool is OwnTool => !isServerTool(tool));
  const hosted = all.find(
    (tool) => isServerTool(tool) && choice?.type === 'tool' && tool.name === choice.name,
  );
  if (hosted) throw unknownTool('tool_choice', `${hosted.type} is run by a provider and not supported here`);
  if (choice?.type === 'tool' && !tools.some(({ name }) => name === choice.name))
    throw unknownTool('tool_choice.name', 'names none of the tools');
  if (choice?.type === 'any' && tools.length === 0) throw unknownTool('tool_choice', 'there are no tools');
  if (tools.length === 0) return { tools: undefined, tool_choice: undefined, parallel_tool_calls: undefined };
  const isAlone = choice !== undefined && choice.type !== 'none' && choice.disable_parallel_tool_use;
  return {
    tools: tools.map(toTool),
    tool_choice: choice && toChoice(choice),
    parallel_tool_calls: isAlone ? false : undefined,
  };
}

function toTool(tool: OwnTool): NonNullable<ChatRequest['tools']>[number] {
  const { name, cache_control } = tool;
  if (isMakerClientTool(tool)) {
    const { description, input_schema: parameters } = functionOf(tool);
    return { type: 'function', function: { name, description, parameters }, cache_control };
  }
  const { description, input_schema: parameters, strict } = tool;
  return { type: 'function', function: { name, description, parameters, strict }, cache_control };
}

function unknownTool(param: string, why: string): AppError {
  return new AppError('invalid_request', { param, message: `${param}: ${why}.` });
}

function toChoice(choice: NonNullable<CountRequest['tool_choice']>): ChatRequest['tool_choice'] {
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.type === 'any' ? 'required' : choice.type;
}

/** The effort of thinking, in the one word that all makers understand. */
function effortOf(thinking: Thinking, effort: Effort, maxTokens: number): Effort {
  if (thinking?.type === 'disabled') return 'none';
  if (effort) return effort;
  if (thinking?.type === 'adaptive') return 'high';
  if (thinking?.type === 'between_tools') return 'low';
  return thinking?.type === 'enabled' ? effortOfBudget(thinking.budget_tokens, maxTokens) : undefined;
}

/** Translates the pipeline's names for the fields of a request back to the caller's. */
export class MessageFields {
  readonly #turns: readonly Pick<PlacedTurn, 'place' | 'parts'>[];

  constructor(turns: readonly Pick<PlacedTurn, 'place' | 'parts'>[]) {
    this.#turns = turns;
  }

  /** Renames the field of an error about the request as the pipeline received it. */
  ofCall(error: AppError): AppError {
    const [match = '', turn, part] = TURN.exec(error.param ?? '') ?? [];
    const placed = this.#turns[Number(turn)];
    if (match === '' || !placed) return this.ofRun(error);
    return named(error, (part === undefined ? undefined : placed.parts[Number(part)]) ?? placed.place);
  }

  /**
   * Renames the field of a provider's error. Its indexes of messages are the provider's own and cannot be
   * translated.
   */
  ofRun(error: AppError): AppError {
    const { param } = error;
    if (param === null) return error;
    return named(error, /^messages\b/.test(param) ? 'messages' : this.name(param));
  }

  /** The caller's name for a field other than a message. */
  name(field: string): string {
    const [, option = field, place = ''] = /^(\w+)(\[\d+\])$/.exec(field) ?? [];
    return (NAMES[option] ?? option) + place;
  }
}

function named(error: AppError, param: string): AppError {
  const { code, message, params, retryAfterSeconds, shouldRetry, cause } = error;
  const renamed = message.startsWith(`${error.param}: `)
    ? `${param}${message.slice(error.param!.length)}`
    : message;
  return new AppError(code, { message: renamed, param, params, retryAfterSeconds, shouldRetry, cause });
}
