import { z } from 'zod';
import { invalidRequest, type WireError } from '../errors.ts';

const request = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  // As text, like the original.
  seconds: z.enum(['1', '2', '4', '6', '8', '10', '12']).default('4'),
  size: z.enum(['720x1280', '1280x720', '1024x1792', '1792x1024']).default('720x1280'),
});

export interface VideoRequest extends z.output<typeof request> {
  picture: Buffer | null;
}

/** Checks a request as strictly as the original: an unknown field is a 400. */
export async function readVideoRequest(given: unknown): Promise<VideoRequest | WireError> {
  const fields: Record<string, unknown> = {};
  let picture: Buffer | null = null;
  if (given instanceof FormData) {
    for (const [name, value] of given) {
      if (typeof value === 'string') fields[name] = value;
      else if (name === 'input_reference') picture = Buffer.from(await value.arrayBuffer());
      else fields[name] = 'a file';
    }
  } else Object.assign(fields, given);
  const { success, data, error } = request.safeParse(fields);
  if (success) return { ...data, picture };
  const [issue] = error.issues;
  const param = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? null) : String(issue?.path[0] ?? '');
  return invalidRequest(`Invalid value: '${param ?? ''}'. ${issue?.message ?? ''}`, param);
}
