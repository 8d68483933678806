/** Stripe's answer: a status and JSON. */
export interface Answer {
  status: number;
  body: object;
}

/** A request to Stripe, as far as it is read here: its fields by their names with brackets. */
export interface StripeRequest {
  method: string;
  path: string;
  fields: URLSearchParams;
  idempotencyKey: string | null;
}

export const answered = (body: object, status = 200): Answer => ({ status, body });

/** An error as Stripe describes it. */
export function refused(
  status: number,
  error: { type: string; code?: string; param?: string; message?: string; [more: string]: unknown },
): Answer {
  return { status, body: { error: { message: 'It was not done.', ...error } } };
}

export const invalid = (param: string, code?: string): Answer =>
  refused(code === 'resource_missing' ? 404 : 400, {
    type: 'invalid_request_error',
    param,
    ...(code !== undefined && { code }),
  });
