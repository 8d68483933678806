import { isObject } from '#app/core/providers/shared/json.ts';

/** A provider's description of a refused request or a failed order. */
export interface Complaint {
  /** Its codes, types and names. */
  names: readonly string[];
  message: string;
  /** The invalid field, by the provider's name. */
  param: string | null;
}

const NAME_KEYS = ['code', 'type', 'status', 'name', 'title', 'failureCode'] as const;
const MESSAGE_KEYS = ['message', 'detail', 'details', 'msg', 'failure', 'reason'] as const;
/** Maximum lines of a list of complaints; more would not help. */
const MAX_LINES = 4;
const MAX_CHARACTERS = 4096;
const FIELD = /^(?:- )?([A-Za-z_][\w.[\]]{0,63}):\s/;
/** Path segments that enclose a field's own name. */
const ENCLOSING = new Set(['body', 'input', 'query']);

/**
 * Reads the body of an error response. Providers write them in many ways: `error` as a text or an object,
 * `detail` as a text or a list with locations, `errors` as a list of texts that begin with a field, lists of
 * issues with paths.
 */
export function readComplaint(body: unknown): Complaint {
  const outer = isObject(body) ? body : {};
  const error = outer['error'] ?? outer['detail'] ?? outer['errors'] ?? outer;
  const first: unknown = Array.isArray(error) ? error[0] : error;
  const parts = isObject(first) && first !== outer ? [first, outer] : [outer];
  const lines = linesOf(error);
  const message =
    typeof body === 'string' ? body : (lines[0] ?? firstText(parts, MESSAGE_KEYS) ?? textOf(error) ?? '');
  return {
    names: parts.flatMap((part) => NAME_KEYS.flatMap((key) => nameOf(part[key]))),
    message: message.slice(0, MAX_CHARACTERS),
    param:
      fieldIn([error, outer['issues'], outer['invalid_fields'], ...violations(error)]) ?? fieldAt(message),
  };
}

/** Reads the text of an error response: JSON or plain text; HTML gives no message. */
export function parseComplaint(body: string): Complaint {
  try {
    const json: unknown = JSON.parse(body);
    return readComplaint(Array.isArray(json) ? json[0] : json);
  } catch {
    return { names: [], message: /^\s*</.test(body) ? '' : body.slice(0, MAX_CHARACTERS), param: null };
  }
}

function linesOf(error: unknown): string[] {
  if (!Array.isArray(error)) return [];
  return error.slice(0, MAX_LINES).flatMap((one: unknown) => {
    const message = isObject(one) ? firstText([one], MESSAGE_KEYS) : textOf(one);
    return message ?? [];
  });
}

/** The last name in the first location of a complaint: `["body", "prompt"]`, `input.prompt`. */
function fieldIn(lists: readonly unknown[]): string | null {
  for (const list of lists) {
    const first: unknown = Array.isArray(list) ? list[0] : list;
    if (!isObject(first)) continue;
    const place = first['loc'] ?? first['path'] ?? first['field'] ?? first['param'];
    const names = Array.isArray(place) ? place.slice(0, 16) : [place];
    const name = names.findLast((one) => typeof one === 'string' && one !== '');
    if (typeof name === 'string') return lastName(name);
  }
  return null;
}

/** Google names the fields in the details of an error. */
function violations(error: unknown): unknown[] {
  const details = isObject(error) ? error['details'] : null;
  if (!Array.isArray(details)) return [];
  return details
    .slice(0, MAX_LINES)
    .flatMap((one: unknown) => (isObject(one) ? [one['fieldViolations']] : []));
}

function fieldAt(message: string): string | null {
  const name = FIELD.exec(message.slice(0, 80))?.[1];
  return name === undefined ? null : lastName(name);
}

function lastName(place: string): string {
  const names = place.slice(0, 128).split('.');
  return names.findLast((name) => name !== '' && !ENCLOSING.has(name)) ?? place.slice(0, 64);
}

function firstText(parts: readonly Record<string, unknown>[], keys: readonly string[]): string | undefined {
  for (const part of parts) {
    for (const key of keys) {
      const text = textOf(part[key]);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** A code may be a number. */
function nameOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  const text = textOf(value);
  return text === undefined ? [] : [text.slice(0, 128)];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
