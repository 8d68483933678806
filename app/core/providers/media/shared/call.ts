import type { MediaContext, OrderContext } from '#app/core/providers/media/contract.ts';
import { readBounded } from '#app/core/providers/shared/answer.ts';
import { connected } from '#app/core/providers/shared/failure.ts';
import { parseObject } from '#app/core/providers/shared/json.ts';
import { headersOf } from '#app/core/providers/shared/open-call.ts';
import { send, wireJson, type Posted, type Sent } from '#app/core/providers/shared/post-json.ts';
import { parseComplaint, type Complaint } from './complaint.ts';
import { secretsOf, toMediaError, type About } from './failure.ts';

const ERROR_BODY_LIMIT = 64 * 1024;

/** An answer about a job: addresses, and an input that some providers repeat. */
const JOB_LIMIT = 1024 * 1024;

export interface Call {
  method: Sent['method'];
  url: URL;
  /** With the key. */
  headers: Record<string, string>;
  json?: unknown;
  form?: FormData;
  about: About;
  /** Most bytes of an answer. */
  limit?: number;
  /** An answer without a body is one, too. */
  mayBeEmpty?: boolean;
  /** Whether a refusal is one of policy. */
  isRefusal?: (complaint: Complaint) => boolean;
  /** What a status means where the provider uses it for something else. */
  statusOf?: (complaint: Complaint, status: number) => number;
}

/** For writing a request that goes nowhere, to see what its model takes. */
export const UNSENT: OrderContext = {
  signal: new AbortController().signal,
  credentials: { apiKey: 'none', baseUrl: 'https://unsent.invalid' },
  key: 'none',
  webhookUrl: null,
};

/**
 * Calls a provider and gives the JSON object that it answers with.
 * @throws ProviderError for a refusal, a connection that failed and an answer that is no JSON or too long;
 *   or the signal's reason
 */
export async function call(asked: Call, context: MediaContext): Promise<Record<string, unknown>> {
  const { limit = JOB_LIMIT, mayBeEmpty } = asked;
  const { body } = await open(asked, context);
  const text = await connected(readBounded(body, limit), context.signal);
  return mayBeEmpty && text === '' ? {} : parseObject(text);
}

/**
 * Calls a provider and gives its answer as soon as that has begun.
 * @throws ProviderError for a refusal and a connection that failed; or the signal's reason
 */
export async function open(
  { method, url, headers, json, form, about, isRefusal, statusOf }: Call,
  { signal, credentials, onTaken }: MediaContext,
): Promise<Posted> {
  signal.throwIfAborted();
  const { type, body } = form ? await formBody(form) : jsonBody(json);
  const typed = type === undefined ? headers : { 'content-type': type, ...headers };
  const sent = { method, headers: typed, signal, ...(body !== undefined && { body }) };
  const answer = await connected(send(url, sent), signal);
  const { status } = answer;
  if (status >= 200 && status < 300) {
    onTaken?.();
    return answer;
  }
  const complaint = parseComplaint(await connected(readBounded(answer.body, ERROR_BODY_LIMIT), signal));
  throw toMediaError({
    status: statusOf?.(complaint, status) ?? status,
    complaint,
    about,
    secrets: secretsOf(credentials),
    headers: headersOf(answer),
    isRefusal: isRefusal?.(complaint) ?? false,
  });
}

/** What goes along, with its type; a call without words has neither. */
interface Body {
  type?: string;
  body?: string | Buffer;
}

function jsonBody(json: unknown): Body {
  return json === undefined ? {} : { type: 'application/json', body: wireJson(json) };
}

/** The boundary is made by the platform. */
async function formBody(form: FormData): Promise<Body> {
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? 'multipart/form-data',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
