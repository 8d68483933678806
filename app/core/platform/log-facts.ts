/** Names whose values never reach a log, wherever they stand in a logged object. */
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

/** What a log may know of an error. Not the whole object: a driver's error carries the statement and its values. */
export function errorFacts(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return stack === undefined ? { name, message } : { name, message, stack };
}

/**
 * What may be logged of an object: itself, or a copy in which secrets are covered. Written here because the log's own
 * redaction copies every line to look into it, which costs more than all else about a line.
 */
export function withoutSecrets<Logged extends object>(logged: Logged, depth = 0): Logged {
  let shown = logged as Record<string, unknown>;
  for (const [name, value] of Object.entries(logged)) {
    const safe = SECRETS.has(name) ? '[redacted]' : inner(value, depth);
    if (safe === value) continue;
    if (shown === logged) shown = (Array.isArray(logged) ? [...logged] : { ...logged }) as typeof shown;
    shown[name] = safe;
  }
  return shown as Logged;
}

/** Errors, and what brings a way of its own to be written, stay as they are. */
function inner(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error || 'toJSON' in value) return value;
  return depth < MAX_DEPTH ? withoutSecrets(value, depth + 1) : '[deep]';
}
