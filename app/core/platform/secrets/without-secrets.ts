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

const DEEPEST = 8;

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
  return depth < DEEPEST ? withoutSecrets(value, depth + 1) : '[deep]';
}
