import type {
  CustomTool,
  FunctionTool,
  Response,
  ResponseError,
  ResponseOutputItem,
  Tool,
} from 'openai/resources/responses/responses';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { ReplyEnd } from '#app/contracts/generation.ts';
import type { ResponsesRequest } from '#app/contracts/openai/responses/request.ts';
import { ownTools, type OwnTool } from '#app/contracts/openai/responses/tools.ts';
import type { WireUsage } from '#app/contracts/openai/answers/usage-answer.ts';
import { failureReason } from '../answering/end-error.ts';
import { toWireUsage } from '../wire-usage.ts';
import type { GroupedNames } from './tool-groups.ts';

/** A response on the wire: clients build `output_text` themselves. */
export type ResponseObject = Omit<Response, 'output_text' | 'usage'> & {
  provider: string | null;
  store: boolean;
  usage: ResponseUsage | null;
};

type ResponseUsage = NonNullable<Response['usage']> & { cost: number };

/** Fields of a call that its response repeats. */
export type Echo = Pick<
  ResponseObject,
  | 'background'
  | 'instructions'
  | 'max_output_tokens'
  | 'metadata'
  | 'parallel_tool_calls'
  | 'previous_response_id'
  | 'prompt_cache_key'
  | 'reasoning'
  | 'safety_identifier'
  | 'store'
  | 'temperature'
  | 'text'
  | 'tool_choice'
  | 'tools'
  | 'top_logprobs'
  | 'top_p'
  | 'truncation'
  | 'user'
>;

/** The facts of a response before it has ended. */
export interface ResponseFacts {
  id: string;
  generationId: string;
  /** Seconds since 1970. */
  createdAt: number;
  /** The model that answers; the requested one while none has started. */
  model: string;
  provider: string | null;
  echo: Echo;
  /** Whether thoughts come as summaries; else as reasoning text. */
  isSummarised: boolean;
  /** Whether the client gets signed thoughts, to send them back. */
  hasPackedThoughts: boolean;
  /** Tools of groups, by the names that the model uses. */
  groups: GroupedNames | undefined;
}

/** The fields of a call that its response repeats. @param isStored whether the response can be read again */
export function echoOf(body: ResponsesRequest, isStored: boolean): Echo {
  const { reasoning, text } = body;
  return {
    background: body.background ?? false,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: { effort: reasoning?.effort ?? null, summary: summaryOf(body) },
    safety_identifier: body.safety_identifier ?? null,
    store: isStored,
    temperature: body.temperature ?? null,
    text: {
      format: formatOf(text?.format ?? { type: 'text' }),
      verbosity: text?.verbosity ?? 'medium',
    },
    tool_choice: body.tool_choice ?? 'auto',
    tools: ownTools(body.tools).map(echoOfTool),
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? null,
    truncation: 'disabled',
    user: body.user,
  };
}

function echoOfTool(tool: OwnTool): Tool {
  if (tool.type !== 'namespace') return echoOfOne(tool);
  const { type, name, description, tools } = tool;
  return { type, name, description: description ?? '', tools: tools.map(echoOfOne) };
}

function echoOfOne(tool: Exclude<OwnTool, { type: 'namespace' }>): FunctionTool | CustomTool {
  const { name, description } = tool;
  return tool.type === 'function'
    ? {
        type: tool.type,
        name,
        description: description ?? null,
        parameters: tool.parameters ?? null,
        strict: tool.strict ?? false,
      }
    : {
        type: tool.type,
        name,
        description: description ?? undefined,
        format: tool.format ?? { type: 'text' },
      };
}

/** The kind of summary of thoughts; null for none: thoughts come as reasoning text. */
export function summaryOf({ reasoning }: ResponsesRequest): 'auto' | 'concise' | 'detailed' | null {
  return reasoning?.summary ?? reasoning?.generate_summary ?? null;
}

function formatOf(format: NonNullable<NonNullable<ResponsesRequest['text']>['format']>) {
  if (format.type !== 'json_schema') return format;
  return {
    ...format,
    description: format.description ?? undefined,
    strict: format.strict ?? false,
  };
}

/** A response in progress. */
export function openResponse(
  { id, createdAt, model, provider, echo }: ResponseFacts,
  status: 'queued' | 'in_progress',
): ResponseObject {
  return {
    id,
    object: 'response',
    created_at: createdAt,
    status,
    completed_at: null,
    error: null,
    incomplete_details: null,
    model,
    provider,
    output: [],
    service_tier: null,
    usage: null,
    ...echo,
  };
}

/** A response that has ended. */
export function endedResponse(
  facts: ResponseFacts,
  { output, end, completedAt }: { output: ResponseOutputItem[]; end: ReplyEnd; completedAt: number | null },
): ResponseObject {
  const status = statusOf(end);
  return {
    ...openResponse(facts, 'in_progress'),
    status,
    completed_at: status === 'completed' ? completedAt : null,
    error: status === 'failed' ? errorOf(end) : null,
    incomplete_details: status === 'incomplete' ? incompleteOf(end) : null,
    output,
    usage: end.usage ? toUsage(toWireUsage(end)) : null,
  };
}

type FinalStatus = 'completed' | 'incomplete' | 'failed' | 'cancelled';

/**
 * The status for the end of a run. A run that was stopped, or whose client has disconnected, is cancelled.
 */
export function statusOf({ state, finishReason }: ReplyEnd): FinalStatus {
  if (state === 'stopped') return 'cancelled';
  if (state !== 'done') return 'failed';
  return finishReason === 'length' || finishReason === 'content_filter' ? 'incomplete' : 'completed';
}

/** Whether an answer is complete. */
export const isWhole = (end: ReplyEnd): boolean => statusOf(end) === 'completed';

function incompleteOf({ finishReason }: ReplyEnd): NonNullable<ResponseObject['incomplete_details']> {
  return { reason: finishReason === 'length' ? 'max_output_tokens' : 'content_filter' };
}

const CODES: Partial<Record<ErrorCode, ResponseError['code']>> = {
  provider_rate_limited: 'rate_limit_exceeded',
  provider_rejected: 'invalid_prompt',
  context_length: 'invalid_prompt',
  content_filter: 'invalid_prompt',
};

function errorOf(end: ReplyEnd): ResponseError {
  const code = end.errorCode ?? 'interrupted';
  return {
    code: CODES[code] ?? 'server_error',
    message: failureReason(end) ?? `The model did not answer (${code}).`,
  };
}

function toUsage(usage: WireUsage): ResponseUsage {
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: {
      cached_tokens: prompt.cached_tokens,
      cache_write_tokens: prompt.cache_write_tokens,
    },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: completion.reasoning_tokens },
    total_tokens: usage.total_tokens,
    cost: usage.cost,
  };
}
