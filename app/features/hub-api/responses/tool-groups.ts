import { AppError } from '#app/contracts/errors.ts';
import type { OwnTool } from '#app/contracts/openai/responses/tools.ts';

type PlainTool = Exclude<OwnTool, { type: 'namespace' }>;

/** The tools of groups, by the names by which a model knows them. */
export type GroupedNames = Record<string, { namespace: string; name: string }>;

/** More than any provider accepts. */
const MAX_TOOLS = 512;

/**
 * The name of a group's tool for a model, which knows no groups: `mcp__files__` and `read` become
 * `mcp__files__read`.
 */
export function nameInGroup(namespace: string, name: string): string {
  return namespace.endsWith('__') ? namespace + name : `${namespace}__${name}`;
}

/**
 * Tools without groups, for models that do not know groups.
 * @throws AppError invalid_request for too many tools, and for two with the same name for the model
 */
export function withoutGroups(tools: readonly OwnTool[]): PlainTool[] {
  const plain = tools.flatMap((tool): PlainTool[] => {
    if (tool.type !== 'namespace') return [tool];
    return tool.tools.map((inner) => ({
      ...inner,
      name: nameInGroup(tool.name, inner.name),
      description: inner.description ?? tool.description,
    }));
  });
  const hasGroups = tools.some(({ type }) => type === 'namespace');
  if (plain.length > MAX_TOOLS) throw refused(`more than ${MAX_TOOLS} tools in all`);
  if (hasGroups && new Set(plain.map(({ name }) => name)).size < plain.length)
    throw refused('two tools have the same name, that of their namespace before it');
  return plain;
}

/** The tools of groups by the names that a model uses. */
export function groupedNames(tools: readonly OwnTool[]): GroupedNames {
  return Object.fromEntries(
    tools.flatMap((tool) => {
      if (tool.type !== 'namespace') return [];
      const { name: namespace } = tool;
      return tool.tools.map(({ name }) => [nameInGroup(namespace, name), { namespace, name }] as const);
    }),
  );
}

function refused(message: string): AppError {
  return new AppError('invalid_request', { param: 'tools', message: `tools: ${message}.` });
}
