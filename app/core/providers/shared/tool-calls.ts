import { createHash } from 'node:crypto';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import { refused } from './failure.ts';
import { isObject } from './json.ts';

/** The tool names and call ids that a wire accepts. Both patterns match the whole string. */
export interface CallRules {
  name: RegExp;
  maxName: number;
  id: RegExp;
  maxId: number;
}

type Options = CompletionOptions;

type Tool = NonNullable<Options['tools']>[number];

type Choice = NonNullable<Options['tool_choice']>;

type AssistantMessage = Extract<PromptMessage, { role: 'assistant' }>;

type Call = NonNullable<AssistantMessage['tool_calls']>[number];

interface RequestWithCalls {
  messages: PromptMessage[];
  options: Options;
}

const NAME_HASH = 6;

const ID_HASH = 32;

/** The name of a tool on a wire. An invalid name is cleaned and gets a hash, so that no two names collide. */
export function wireName(name: string, { name: accepted, maxName }: CallRules): string {
  if (name.length <= maxName && accepted.test(name)) return name;
  const clean = name.slice(0, maxName).replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  const begun = /^[a-zA-Z_]/.test(clean) ? clean : `_${clean}`;
  return `${begun.slice(0, maxName - NAME_HASH - 1)}_${hashOf(name, NAME_HASH)}`;
}

/** The id of a call on a wire. An id from another maker may be too long or contain other characters. */
export function wireId(id: string, { id: accepted, maxId }: CallRules): string {
  return id.length <= maxId && accepted.test(id) ? id : hashOf(id, Math.min(ID_HASH, maxId));
}

function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/**
 * Map from tool names on the wire to the caller's names. Names that the wire accepts unchanged have no entry.
 */
export function callerNames({ tools = [] }: Options, rules: CallRules): ReadonlyMap<string, string> {
  return new Map(
    tools.map(nameOf).flatMap((name) => {
      const sent = wireName(name, rules);
      return sent === name ? [] : [[sent, name] as const];
    }),
  );
}

/** Names of the tools that may be called; null if all may. */
export function allowedNames(choice: Options['tool_choice']): ReadonlySet<string> | null {
  if (typeof choice !== 'object' || choice.type !== 'allowed_tools') return null;
  const names = choice.allowed_tools.tools.flatMap(({ function: called, custom }) => {
    const named = called ?? custom;
    const name: unknown = typeof named === 'object' && named !== null && 'name' in named ? named.name : null;
    return typeof name === 'string' ? [name] : [];
  });
  return new Set(names);
}

const nameOf = (tool: Tool) => (tool.type === 'custom' ? tool.custom.name : tool.function.name);

/** Rewrites the tool names and call ids of a request to ones that a wire accepts. */
export function withWireCalls<Request extends RequestWithCalls>(request: Request, rules: CallRules): Request {
  const { messages, options } = request;
  const { tools, tool_choice: choice } = options;
  return {
    ...request,
    messages: messages.map((message) => withCalls(message, rules)),
    options: {
      ...options,
      ...(tools && { tools: tools.map((tool) => renamed(tool, rules)) }),
      ...(choice && { tool_choice: renamedChoice(choice, rules) }),
    },
  };
}

function withCalls(message: PromptMessage, rules: CallRules): PromptMessage {
  if (message.role === 'tool') return { ...message, tool_call_id: wireId(message.tool_call_id, rules) };
  if (message.role !== 'assistant' || !message.tool_calls) return message;
  const calls = message.tool_calls.map((call): Call => ({
    ...renamed(call, rules),
    id: wireId(call.id, rules),
  }));
  return { ...withDetails(message, rules), tool_calls: calls };
}

/** Signatures refer to their calls by id. */
function withDetails(
  message: AssistantMessage & { reasoning_details?: unknown },
  rules: CallRules,
): AssistantMessage {
  const { reasoning_details: details } = message;
  if (!Array.isArray(details)) return message;
  const renamedDetails = details.map((detail: { id?: unknown }) =>
    typeof detail?.id === 'string' ? { ...detail, id: wireId(detail.id, rules) } : detail,
  );
  return { ...message, reasoning_details: renamedDetails } as AssistantMessage;
}

/** Renames a tool, a call or a choice of one tool. */
function renamed<One extends Tool | Call | Extract<Choice, { type: 'function' | 'custom' }>>(
  one: One,
  rules: CallRules,
): One {
  if (one.type === 'custom')
    return { ...one, custom: { ...one.custom, name: wireName(one.custom.name, rules) } };
  return { ...one, function: { ...one.function, name: wireName(one.function.name, rules) } };
}

function renamedChoice(choice: Choice, rules: CallRules): Choice {
  if (typeof choice === 'string') return choice;
  if (choice.type !== 'allowed_tools') return renamed(choice, rules);
  const { allowed_tools: allowed } = choice;
  const tools = allowed.tools.map((tool) => renamed(tool as unknown as Tool, rules));
  return { ...choice, allowed_tools: { ...allowed, tools: tools as unknown as typeof allowed.tools } };
}

/**
 * The arguments of an earlier call, for a wire that takes them as an object.
 * @throws ProviderError if they are not a JSON object
 */
export function readArguments(name: string, json: string): Record<string, unknown> {
  if (json.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(json);
    if (isObject(input)) return input;
  } catch {
    // Reported below.
  }
  throw refused(`the arguments of the call of ${name.slice(0, 64)} are no JSON object`);
}
