import type { MediaInput } from '../contract.ts';

/** Fields as a form: pictures and videos as files, a list of them as one field each, everything else as text. */
export function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isInput(one))
        form.append(name, new Blob([new Uint8Array(one.bytes)], { type: one.mimeType }), name);
      else form.append(name, String(one));
    }
  }
  return form;
}

function isInput(value: unknown): value is MediaInput {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}
