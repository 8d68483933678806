import { invalidRequest, type WireError } from './errors.ts';
import type { ChatMessage } from './messages.ts';
import { contentText } from '../tokens.ts';
import type { ChatRequest } from './chat-request.ts';

/** Rules that no schema of a single field expresses. null: no error. */
export function complaintAbout(request: ChatRequest): WireError | null {
  return (
    fieldComplaint(request) ??
    toolComplaint(request) ??
    formatComplaint(request) ??
    turnsComplaint(request.messages)
  );
}

function fieldComplaint(request: ChatRequest): WireError | null {
  if (request.stream_options && !request.stream) {
    return invalidRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    );
  }
  if (typeof request.top_logprobs === 'number' && !request.logprobs) {
    return invalidRequest("'top_logprobs' is only allowed when 'logprobs' is enabled.", 'top_logprobs');
  }
  if (request.max_tokens && request.max_completion_tokens) {
    return invalidRequest(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      'max_tokens',
    );
  }
  // The sandbox's models neither produce speech nor search.
  if (request.audio || request.modalities?.includes('audio')) {
    return invalidRequest('This model does not support audio output.', 'modalities', 'invalid_value');
  }
  return request.web_search_options
    ? invalidRequest('Web search options not supported with this model.', 'web_search_options')
    : null;
}

function toolComplaint({ tools, tool_choice: choice, ...request }: ChatRequest): WireError | null {
  if (!tools) {
    const needy = (['tool_choice', 'parallel_tool_calls'] as const).find((name) =>
      name === 'tool_choice' ? choice !== undefined : request.parallel_tool_calls !== undefined,
    );
    return needy ? invalidRequest(`'${needy}' is only allowed when 'tools' are specified.`, needy) : null;
  }
  if (request.functions) {
    return invalidRequest("'functions' and 'tools' cannot both be specified.", 'functions');
  }
  const names = new Set(tools.map(nameOf));
  const wanted = typeof choice === 'object' ? wantedNames(choice) : [];
  const missing = wanted.find((name) => !names.has(name));
  if (missing !== undefined) {
    return invalidRequest(`Tool choice '${missing}' not found in 'tools' parameter.`, 'tool_choice');
  }
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'function' || !tool.function.strict) continue;
    const param = `tools[${index}].function.parameters`;
    const wrong = strictComplaint(tool.function.parameters, `function '${tool.function.name}'`, param);
    if (wrong) return wrong;
  }
  return null;
}

function nameOf(tool: NonNullable<ChatRequest['tools']>[number]): string {
  return tool.type === 'function' ? tool.function.name : tool.custom.name;
}

function wantedNames(choice: Exclude<NonNullable<ChatRequest['tool_choice']>, string>): string[] {
  if (choice.type === 'allowed_tools') return choice.allowed_tools.tools.flatMap(wantedNames);
  return [choice.type === 'function' ? choice.function.name : choice.custom.name];
}

function formatComplaint({ response_format: format, messages }: ChatRequest): WireError | null {
  if (format?.type === 'json_object' && !messages.some(({ content }) => /json/i.test(contentText(content)))) {
    return invalidRequest(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    );
  }
  if (format?.type !== 'json_schema') return null;
  const { schema, name, strict } = format.json_schema;
  if (!schema) {
    return invalidRequest(
      "Missing required parameter: 'response_format.json_schema.schema'.",
      'response_format.json_schema.schema',
      'missing_required_parameter',
    );
  }
  return strict ? strictComplaint(schema, `response_format '${name}'`, 'response_format') : null;
}

/** Requirements of a strict schema: every property is required, and no others are allowed. */
function strictComplaint(schema: unknown, owner: string, param: string): WireError | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const { properties, required, additionalProperties } = schema as Record<string, unknown>;
  const refuse = (message: string) => invalidRequest(`Invalid schema for ${owner}: ${message}`, param);
  if (typeof properties === 'object' && properties !== null) {
    if (additionalProperties !== false) {
      return refuse("'additionalProperties' is required to be supplied and to be false.");
    }
    const names = Array.isArray(required) ? (required as unknown[]) : [];
    const missing = Object.keys(properties).find((name) => !names.includes(name));
    if (missing !== undefined) {
      return refuse(`'required' is required to include every key in properties. Missing '${missing}'.`);
    }
  }
  for (const inside of Object.values(schema)) {
    const wrong = strictComplaint(inside, owner, param);
    if (wrong) return wrong;
  }
  return null;
}

/** Calls are answered by messages of their own, right after the message that made them, and by no others. */
function turnsComplaint(messages: readonly ChatMessage[]): WireError | null {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) {
        return invalidRequest(
          "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      }
    } else if (open.size > 0) return unanswered(open, index);
    else if (message.role === 'assistant') open = new Set(message.tool_calls?.map(({ id }) => id));
  }
  return open.size > 0 ? unanswered(open, messages.length) : null;
}

function unanswered(open: ReadonlySet<string>, index: number): WireError {
  return invalidRequest(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
    `messages.[${index}].role`,
  );
}
