import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import { isObject } from './json.ts';

/** Tools that take plain text, on wires whose tools take objects: each becomes a function with one field. */

type Options = CompletionOptions;
type Tool = NonNullable<Options['tools']>[number];
type TextTool = Extract<Tool, { type: 'custom' }>['custom'];
type Choice = NonNullable<Options['tool_choice']>;
type Call = NonNullable<Extract<PromptMessage, { role: 'assistant' }>['tool_calls']>[number];

const PARAMETERS = {
  type: 'object' as const,
  properties: { input: { type: 'string' } },
  required: ['input'],
};

/** Names of the tools whose calls must be returned as plain text. */
export function textToolsOf({ tools = [] }: Options): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => (tool.type === 'custom' ? [tool.custom.name] : [])));
}

/**
 * The function that replaces a text tool. Nothing enforces its grammar there, so the description states it.
 */
export function functionOf({ name, description, format }: TextTool) {
  const parts = [description, format?.type === 'grammar' && grammarIn(format.grammar)].filter(Boolean);
  return {
    name,
    ...(parts.length > 0 && { description: parts.join('\n\n') }),
    parameters: PARAMETERS,
  };
}

function grammarIn({ syntax, definition }: { syntax: 'lark' | 'regex'; definition: string }): string {
  const kind = syntax === 'lark' ? 'this Lark grammar' : 'this regular expression';
  return `The input must match ${kind}:\n${definition}`;
}

/** A call as a function call, with its arguments as JSON. */
export function asFunctionCall(call: Call): { name: string; arguments: string } {
  if (call.type !== 'custom') return call.function;
  const { name, input } = call.custom;
  return { name, arguments: JSON.stringify({ input }) };
}

/** The option that such a wire cannot honor: it does not enforce grammars. */
export function unenforcedGrammars({ tools = [] }: Options): string[] {
  const hasGrammar = tools.some((tool) => tool.type === 'custom' && tool.custom.format?.type === 'grammar');
  return hasGrammar ? ['tools.format'] : [];
}

/**
 * The text in the arguments of such a function; arguments without one are returned unchanged. @param json the
 * arguments
 */
export function readTextInput(json: string): string {
  try {
    const input: unknown = JSON.parse(json);
    return isObject(input) && typeof input['input'] === 'string' ? input['input'] : json;
  } catch {
    return json;
  }
}

/** Converts all tools, calls and choices of a request to functions. */
export function withFunctionsOnly<Request extends { messages: PromptMessage[]; options: Options }>(
  request: Request,
): Request {
  const { messages, options } = request;
  const { tools, tool_choice: choice } = options;
  return {
    ...request,
    messages: messages.map(withFunctionCalls),
    options: {
      ...options,
      ...(tools && { tools: tools.map(toFunction) }),
      ...(choice && { tool_choice: toFunctionChoice(choice) }),
    },
  };
}

function toFunction(tool: Tool): Tool {
  if (tool.type !== 'custom') return tool;
  const { custom, ...marks } = tool;
  return { ...marks, type: 'function', function: functionOf(custom) };
}

function withFunctionCalls(message: PromptMessage): PromptMessage {
  if (message.role !== 'assistant' || !message.tool_calls) return message;
  return { ...message, tool_calls: message.tool_calls.map(toFunctionCall) };
}

function toFunctionCall(call: Call): Call {
  return call.type === 'custom' ? { id: call.id, type: 'function', function: asFunctionCall(call) } : call;
}

function toFunctionChoice(choice: Choice): Choice {
  if (typeof choice === 'string' || choice.type === 'function') return choice;
  if (choice.type === 'custom') return { type: 'function', function: choice.custom };
  const { allowed_tools: allowed } = choice;
  const tools = allowed.tools.map((tool) =>
    tool['type'] === 'custom' ? { type: 'function', function: tool['custom'] } : tool,
  );
  return { ...choice, allowed_tools: { ...allowed, tools } };
}
