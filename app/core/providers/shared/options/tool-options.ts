import type { CompletionOptions } from '#app/contracts/completion.ts';

/** How a tool that takes plain text is told to a wire whose tools take objects. */
export const TEXT_INPUT = {
  type: 'object' as const,
  properties: { input: { type: 'string' } },
  required: ['input'],
};

/** Names of the tools whose calls are to come back as plain text. */
export function textToolsOf({ tools = [] }: CompletionOptions): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => (tool.type === 'custom' ? [tool.custom.name] : [])));
}

/** Names of the tools that may be called; null when all may. */
export function allowedNames(choice: CompletionOptions['tool_choice']): ReadonlySet<string> | null {
  if (typeof choice !== 'object' || choice.type !== 'allowed_tools') return null;
  const names = choice.allowed_tools.tools.flatMap(({ function: called, custom }) => {
    const named = called ?? custom;
    const name: unknown = typeof named === 'object' && named !== null && 'name' in named ? named.name : null;
    return typeof name === 'string' ? [name] : [];
  });
  return new Set(names);
}
