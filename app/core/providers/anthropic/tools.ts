import type { MessageCreateParams, Tool, ToolChoice } from '@anthropic-ai/sdk/resources/messages';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import { cacheControlOf } from './parts.ts';

/** A tool must be called before anything else is said. */
export function forcesTool(choice: ToolChoice | undefined): boolean {
  return choice?.type === 'any' || choice?.type === 'tool';
}

/** Tools and how they are chosen. Only functions: the wire has no tools whose input is plain text. */
export function toTools({
  tools = [],
  tool_choice: choice,
  parallel_tool_calls: parallel,
}: CompletionOptions): Pick<MessageCreateParams, 'tools' | 'tool_choice'> {
  const allowed = allowedNames(choice);
  const defined = tools
    .filter((tool) => tool.type === 'function')
    .filter((tool) => !allowed || allowed.has(tool.function.name))
    .map((tool): Tool => {
      const { name, description, parameters, strict } = tool.function;
      return {
        name,
        ...(description ? { description } : {}),
        input_schema: { ...parameters, type: 'object' },
        ...(strict ? { strict } : {}),
        ...cacheControlOf(tool),
      };
    });
  if (defined.length === 0) return {};
  const single = parallel === false;
  const chosen = toChoice(choice) ?? (single ? { type: 'auto' as const } : undefined);
  if (!chosen) return { tools: defined };
  const alone = single && chosen.type !== 'none' ? { disable_parallel_tool_use: true } : {};
  return { tools: defined, tool_choice: { ...chosen, ...alone } };
}

function toChoice(choice: CompletionOptions['tool_choice']): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice === 'none' || choice === 'auto') return { type: choice };
  if (choice === 'required') return { type: 'any' };
  if (choice.type === 'function') return { type: 'tool', name: choice.function.name };
  if (choice.type === 'custom') return { type: 'tool', name: choice.custom.name };
  return { type: choice.allowed_tools.mode === 'required' ? 'any' : 'auto' };
}

/** Names of the functions that may be called; null when all may. */
function allowedNames(choice: CompletionOptions['tool_choice']): ReadonlySet<string> | null {
  if (typeof choice !== 'object' || choice.type !== 'allowed_tools') return null;
  const names = choice.allowed_tools.tools.flatMap(({ function: named }) => {
    const name: unknown = typeof named === 'object' && named !== null && 'name' in named ? named.name : null;
    return typeof name === 'string' ? [name] : [];
  });
  return new Set(names);
}
