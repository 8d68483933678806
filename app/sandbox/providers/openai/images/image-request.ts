import { z } from 'zod';
import { invalidRequest, type WireError } from '../errors.ts';

const base = {
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).default(1),
  size: z.enum(['auto', '1024x1024', '1536x1024', '1024x1536']).default('auto'),
  quality: z.enum(['auto', 'low', 'medium', 'high']).default('auto'),
  background: z.enum(['auto', 'transparent', 'opaque']).default('auto'),
  output_format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  output_compression: z.int().min(0).max(100).optional(),
  stream: z.boolean().default(false),
  partial_images: z.int().min(0).max(3).default(0),
};
const request = z.strictObject(base);

export type ImageRequest = z.output<typeof request>;

/** Checks a request as strictly as the original: an unknown field is a 400. */
export function readImageRequest(given: unknown): ImageRequest | WireError {
  const { success, data, error } = request.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  const param = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? null) : String(issue?.path[0] ?? '');
  return invalidRequest(`Invalid value: '${param ?? ''}'. ${issue?.message ?? ''}`, param);
}

const NUMBERS = ['n', 'output_compression', 'partial_images'];

/** The texts of a form as values. */
export function fromForm(form: FormData): {
  fields: Record<string, unknown>;
  images: File[];
  mask: File | null;
} {
  const fields: Record<string, unknown> = {};
  const images: File[] = [];
  let mask: File | null = null;
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      if (name === 'mask') mask = value;
      else if (name === 'image' || name === 'image[]') images.push(value);
      else fields[name] = 'a file';
    } else if (NUMBERS.includes(name)) fields[name] = Number(value);
    else fields[name] = name === 'stream' ? value === 'true' : value;
  }
  return { fields, images, mask };
}
