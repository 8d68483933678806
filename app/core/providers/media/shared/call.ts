import type { MediaContext, OrderContext } from '#app/core/providers/media/contract.ts';
import { readBounded } from '#app/core/providers/shared/answer.ts';
import { withConnectionErrors } from '#app/core/providers/shared/failure.ts';
import { parseObject } from '#app/core/providers/shared/json.ts';
import { headersOf } from '#app/core/providers/shared/open-call.ts';
import { send, wireJson, type HttpAnswer, type HttpRequest } from '#app/core/providers/shared/post-json.ts';
import { parseComplaint, type Complaint } from './complaint.ts';
import { secretsOf, toMediaError, type About } from './failure.ts';

const ERROR_BODY_LIMIT = 64 * 1024;

/** Maximum bytes of an answer about a job: addresses, and the input that some providers repeat. */
const JOB_LIMIT = 1024 * 1024;

export interface Call {
  method: HttpRequest['method'];
  url: URL;
  /** Includes the key. */
  headers: Record<string, string>;
  json?: unknown;
  form?: FormData;
  about: About;
  /** Maximum bytes of an answer. */
  limit?: number;
  /** Accepts an answer without a body. */
  mayBeEmpty?: boolean;
  /** Whether an error is a policy refusal. */
  isRefusal?: (complaint: Complaint) => boolean;
  /** Corrects a status that the provider uses with another meaning. */
  statusOf?: (complaint: Complaint, status: number) => number;
}

/** Placeholder context for building a request that is never sent, to check which fields its model accepts. */
export const UNSENT: OrderContext = {
  signal: new AbortController().signal,
  credentials: { apiKey: 'none', baseUrl: 'https://unsent.invalid' },
  key: 'none',
  webhookUrl: null,
};

/**
 * Calls a provider and returns the JSON object of its answer.
 * @throws ProviderError for an error response, a failed connection and an answer that is not JSON or too
 * long; or the signal's reason
 */
export async function call(asked: Call, context: MediaContext): Promise<Record<string, unknown>> {
  const { limit = JOB_LIMIT, mayBeEmpty } = asked;
  const { body } = await open(asked, context);
  const text = await withConnectionErrors(readBounded(body, limit), context.signal);
  return mayBeEmpty && text === '' ? {} : parseObject(text);
}

/**
 * Calls a provider and returns its answer as soon as it begins.
 * @throws ProviderError for an error response and a failed connection; or the signal's reason
 */
export async function open(
  { method, url, headers, json, form, about, isRefusal, statusOf }: Call,
  { signal, credentials, onAccepted }: MediaContext,
): Promise<HttpAnswer> {
  signal.throwIfAborted();
  const { type, body } = form ? await formBody(form) : jsonBody(json);
  const typed = type === undefined ? headers : { 'content-type': type, ...headers };
  const sent = { method, headers: typed, signal, ...(body !== undefined && { body }) };
  const answer = await withConnectionErrors(send(url, sent), signal);
  const { status } = answer;
  if (status >= 200 && status < 300) {
    onAccepted?.();
    return answer;
  }
  const complaint = parseComplaint(
    await withConnectionErrors(readBounded(answer.body, ERROR_BODY_LIMIT), signal),
  );
  throw toMediaError({
    status: statusOf?.(complaint, status) ?? status,
    complaint,
    about,
    secrets: secretsOf(credentials),
    headers: headersOf(answer),
    isRefusal: isRefusal?.(complaint) ?? false,
  });
}

/** A request body with its type; a call without a body has neither. */
interface Body {
  type?: string;
  body?: string | Buffer;
}

function jsonBody(json: unknown): Body {
  return json === undefined ? {} : { type: 'application/json', body: wireJson(json) };
}

/** The platform generates the boundary. */
async function formBody(form: FormData): Promise<Body> {
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? 'multipart/form-data',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
