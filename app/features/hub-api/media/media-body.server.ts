import type { ApiRequest } from '#app/contracts/api-request.ts';
import { parseJson } from '#app/http/body/read-body.ts';

/** Whether a body is JSON by its content type. */
export function isJson({ headers }: ApiRequest): boolean {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** The bytes of a data: URL with base64. */
export function fromDataUrl(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The values of a form. All of its fields are text: parses those that must be numbers or booleans. */
export function formValues(
  fields: ReadonlyMap<string, string>,
  { numbers, switches }: { numbers: ReadonlySet<string>; switches: ReadonlySet<string> },
): Record<string, unknown> {
  const toValue = (name: string, value: string): unknown => {
    if (numbers.has(name)) return /^\d{1,10}$/.test(value) ? Number(value) : value;
    if (switches.has(name)) return value === 'true' ? true : value === 'false' ? false : value;
    return name === 'provider' ? parseJson(Buffer.from(value)) : value;
  };
  return Object.fromEntries([...fields].map(([name, value]) => [name, toValue(name, value)]));
}
