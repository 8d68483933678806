import type { MessageCreateParams, Tool, ToolChoice } from '@anthropic-ai/sdk/resources/messages';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import { functionOf } from '#app/core/providers/shared/text-tools.ts';
import { allowedNames } from '#app/core/providers/shared/tool-calls.ts';
import { cacheControlOf } from './messages.ts';

/** Whether a tool must be called before any text. */
export function forcesTool(choice: ToolChoice | undefined): boolean {
  return choice?.type === 'any' || choice?.type === 'tool';
}

/** Converts the tools and the tool choice. */
export function toTools({
  tools = [],
  tool_choice: choice,
  parallel_tool_calls: parallel,
}: CompletionOptions): Pick<MessageCreateParams, 'tools' | 'tool_choice'> {
  const allowed = allowedNames(choice);
  const defined = tools.map(toTool).filter(({ name }) => !allowed || allowed.has(name));
  if (defined.length === 0) return {};
  const single = parallel === false;
  const chosen = toChoice(choice) ?? (single ? { type: 'auto' as const } : undefined);
  if (!chosen) return { tools: defined };
  const alone = single && chosen.type !== 'none' ? { disable_parallel_tool_use: true } : {};
  return { tools: defined, tool_choice: { ...chosen, ...alone } };
}

function toTool(tool: NonNullable<CompletionOptions['tools']>[number]): Tool {
  const { name, description, parameters } = tool.type === 'custom' ? functionOf(tool.custom) : tool.function;
  const strict = tool.type === 'function' && tool.function.strict;
  return {
    name,
    ...(description ? { description } : {}),
    input_schema: { ...parameters, type: 'object' },
    ...(strict ? { strict } : {}),
    ...cacheControlOf(tool),
  };
}

function toChoice(choice: CompletionOptions['tool_choice']): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice === 'none' || choice === 'auto') return { type: choice };
  if (choice === 'required') return { type: 'any' };
  if (choice.type === 'function') return { type: 'tool', name: choice.function.name };
  if (choice.type === 'custom') return { type: 'tool', name: choice.custom.name };
  return { type: choice.allowed_tools.mode === 'required' ? 'any' : 'auto' };
}
