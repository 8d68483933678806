import type { CompletionOptions } from '#app/contracts/completion.ts';
import { allowedNames } from '../shared/call-names.ts';
import { functionOf } from '../shared/options/text-tools.ts';
import type { FunctionCallingConfig, FunctionDeclaration, GenerateRequest } from './wire.ts';

/** Tools and how they are chosen. */
export function toTools({
  tools = [],
  tool_choice: choice,
}: CompletionOptions): Pick<GenerateRequest, 'tools' | 'toolConfig'> {
  const allowed = allowedNames(choice);
  const defined = tools.map(toDeclaration).filter(({ name }) => !allowed || allowed.has(name));
  if (defined.length === 0) return {};
  const config = toConfig(choice);
  return {
    tools: [{ functionDeclarations: defined }],
    ...(config ? { toolConfig: { functionCallingConfig: config } } : {}),
  };
}

function toDeclaration(tool: NonNullable<CompletionOptions['tools']>[number]): FunctionDeclaration {
  const { name, description, parameters } = tool.type === 'custom' ? functionOf(tool.custom) : tool.function;
  return {
    name,
    ...(description ? { description } : {}),
    ...(parameters ? { parametersJsonSchema: { ...parameters, type: 'object' } } : {}),
  };
}

function toConfig(choice: CompletionOptions['tool_choice']): FunctionCallingConfig | undefined {
  if (choice === undefined || choice === 'auto') return undefined;
  if (choice === 'none') return { mode: 'NONE' };
  if (choice === 'required') return { mode: 'ANY' };
  if (choice.type === 'function') return { mode: 'ANY', allowedFunctionNames: [choice.function.name] };
  if (choice.type === 'custom') return { mode: 'ANY', allowedFunctionNames: [choice.custom.name] };
  return choice.allowed_tools.mode === 'required' ? { mode: 'ANY' } : undefined;
}
