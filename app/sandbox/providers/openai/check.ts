import type { z } from 'zod';
import { invalidRequest, type WireError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * Parses a body as strictly as OpenAI does.
 * @returns the request, or OpenAI's error with its code
 */
export function check<T>(schema: z.ZodType<T>, body: unknown): T | WireError {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  return issue ? complaintOf(deepest(issue), body) : invalidRequest('Invalid request.', null);
}

/** Of several alternatives, the one that matched furthest is the intended one. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors
    .flatMap(([first]) => (first ? [deepest({ ...first, path: [...issue.path, ...first.path] })] : []))
    .toSorted((one, other) => other.path.length - one.path.length);
  const [furthest] = inside;
  return furthest && furthest.path.length > issue.path.length ? furthest : issue;
}

function complaintOf(issue: Issue, body: unknown): WireError {
  const field = issue.path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${String(key)}`))
    .join('');
  const refuse = (message: string, code: string) => invalidRequest(message, field, code);
  if (issue.code === 'unrecognized_keys') {
    const unknown = [field, issue.keys[0]].filter(Boolean).join('.');
    return invalidRequest(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
  }
  if (!field) return invalidRequest('The body must be a JSON object.', null);
  const got = valueAt(body, issue.path);
  if (got === undefined) {
    return refuse(`Missing required parameter: '${field}'.`, 'missing_required_parameter');
  }
  const shown = JSON.stringify(got).slice(0, 80);
  switch (issue.code) {
    case 'invalid_type':
      return refuse(
        `Invalid type for '${field}': expected ${issue.expected}, but got ${typeName(got)} instead.`,
        'invalid_type',
      );
    case 'too_big':
      return refuse(
        `Invalid '${field}': above maximum. Expected at most ${issue.maximum}, but got ${shown} instead.`,
        `${kindOf(issue.origin)}_above_max_${sizeOf(issue.origin)}`,
      );
    case 'too_small':
      return refuse(
        `Invalid '${field}': below minimum. Expected at least ${issue.minimum}, but got ${shown} instead.`,
        `${kindOf(issue.origin)}_below_min_${sizeOf(issue.origin)}`,
      );
    default:
      return refuse(`Invalid value for '${field}': ${shown}. ${issue.message}.`, 'invalid_value');
  }
}

function kindOf(origin: string): string {
  if (origin === 'number') return 'decimal';
  return origin === 'int' ? 'integer' : origin;
}

function sizeOf(origin: string): string {
  return origin === 'array' || origin === 'string' ? 'length' : 'value';
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
