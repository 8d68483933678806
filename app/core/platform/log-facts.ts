/** Names whose values are never logged, at any depth of a logged object. */
const SECRETS = new Set([
  'password',
  'confirm_password',
  'token',
  'authorization',
  'cookie',
  'apiKey',
  'value',
]);

const MAX_DEPTH = 8;

/**
 * The loggable part of an error. Not the whole object: a database error carries the statement and its values.
 */
export function errorFacts(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return stack === undefined ? { name, message } : { name, message, stack };
}

/**
 * Returns the logged object itself, or a copy in which secrets are redacted. Own code, because the redaction
 * of pino copies every line to search it, which costs more than everything else about a line.
 */
export function withoutSecrets<Logged extends object>(logged: Logged, depth = 0): Logged {
  let shown = logged as Record<string, unknown>;
  for (const [name, value] of Object.entries(logged)) {
    const safe = SECRETS.has(name) ? '[redacted]' : redactValue(value, depth);
    if (safe === value) continue;
    if (shown === logged) shown = (Array.isArray(logged) ? [...logged] : { ...logged }) as typeof shown;
    shown[name] = safe;
  }
  return shown as Logged;
}

/** Errors and objects with `toJSON` stay as they are. */
function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error || 'toJSON' in value) return value;
  return depth < MAX_DEPTH ? withoutSecrets(value, depth + 1) : '[deep]';
}
