import { ScenarioError, type Scenario } from '../scenario.ts';
import { instanceOf } from '../words/instance.ts';
import type { ChatMessage } from './messages.ts';
import type { ChatRequest } from './chat-request.ts';

/** One tool call. `old` is the form of 2023, of which an answer has at most one. */
export interface Call {
  manner: 'function' | 'custom' | 'old';
  id: string;
  name: string;
  /** Arguments as JSON, or the text for a custom tool. */
  input: string;
}

type Tool = Pick<Call, 'manner' | 'name'> & { parameters: Record<string, unknown> };

/** A provider may call a tool that was not offered. */
const UNASKED: Tool = { manner: 'function', name: 'calculator', parameters: {} };

/**
 * The calls of an answer: those that the request forces, or those of a directive that are not answered yet.
 * Their arguments are valid for the tool's schema.
 * @throws ScenarioError for a tool that was not offered; SchemaError
 */
export function callsFor(
  request: ChatRequest,
  { scenario, question, ids }: { scenario: Scenario; question: string; ids: string },
): Call[] {
  const choice = choiceOf(request);
  const isWanted =
    (scenario.tool !== null || scenario.calls > 0 || scenario.finish === 'tool_calls') &&
    resultsIn(request.messages).length === 0;
  if (choice.mode === 'none' || !(isWanted || choice.mode === 'required')) return [];
  const offered = offeredBy(request).filter(({ name }) => choice.names?.includes(name) ?? true);
  const picked = pick(offered, scenario);
  const isSingle = request.parallel_tool_calls === false || picked[0]?.manner === 'old';
  return picked.slice(0, isSingle ? 1 : undefined).map(({ manner, name, parameters }, index) => ({
    manner,
    name,
    id: `call_${ids}_${index}`,
    input: manner === 'custom' ? question : JSON.stringify(argumentsFor(parameters, question)),
  }));
}

/** The results of tools since the last user message, by tool name. */
export function resultsIn(messages: readonly ChatMessage[]): { name: string; text: string }[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const names = new Map(
    since.flatMap((turn) =>
      turn.role === 'assistant'
        ? (turn.tool_calls ?? []).map((call): [string, string] => [
            call.id,
            call.type === 'function' ? call.function.name : call.custom.name,
          ])
        : [],
    ),
  );
  return since.flatMap((turn) => {
    if (turn.role === 'function') return [{ name: turn.name, text: turn.content ?? '' }];
    if (turn.role !== 'tool') return [];
    const text =
      typeof turn.content === 'string' ? turn.content : turn.content.map((part) => part.text).join('');
    return [{ name: names.get(turn.tool_call_id) ?? 'the tool', text }];
  });
}

/** The tools of a directive in its order: those it names, or so many of all in turn. */
function pick(offered: readonly Tool[], { tool, calls }: Scenario): Tool[] {
  if (tool === null) {
    const count = Math.max(1, calls);
    return Array.from({ length: count }, (_, index) => offered[index % offered.length] ?? UNASKED);
  }
  return tool.split(',').map((name) => {
    const found = offered.find((one) => one.name === name);
    if (!found) throw new ScenarioError(`the sandbox was given no tool ${name}`);
    return found;
  });
}

function offeredBy({ tools = [], functions = [] }: ChatRequest): Tool[] {
  return [
    ...tools.map((tool): Tool =>
      tool.type === 'function'
        ? { manner: 'function', name: tool.function.name, parameters: tool.function.parameters ?? {} }
        : { manner: 'custom', name: tool.custom.name, parameters: {} },
    ),
    ...functions.map(({ name, parameters = {} }): Tool => ({ manner: 'old', name, parameters })),
  ];
}

/** The model's freedom to call tools, and the allowed names; undefined if it may call any. */
function choiceOf(request: ChatRequest): { mode: 'none' | 'auto' | 'required'; names?: string[] } {
  const choice = request.tool_choice ?? request.function_call ?? 'auto';
  if (typeof choice === 'string') return { mode: choice };
  if ('name' in choice) return { mode: 'required', names: [choice.name] };
  if (choice.type !== 'allowed_tools') return { mode: 'required', names: [nameOf(choice)] };
  const { mode, tools } = choice.allowed_tools;
  return { mode, names: tools.map(nameOf) };
}

type NamedChoice =
  | { type: 'function'; function: { name: string } }
  | { type: 'custom'; custom: { name: string } };

function nameOf(choice: NamedChoice): string {
  return choice.type === 'function' ? choice.function.name : choice.custom.name;
}

/** A function without described arguments gets the question as its only one. */
function argumentsFor(parameters: Tool['parameters'], question: string): unknown {
  const made = instanceOf({ type: 'object', ...parameters }, question);
  const isBare = JSON.stringify(made) === '{}' && parameters['additionalProperties'] !== false;
  return isBare ? { input: question } : made;
}
