import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { ProviderAdapter, ProviderContext, ProviderEvent, ProviderRequest } from '../contract.ts';
import { boundErrors } from '../shared/bound-errors.ts';
import { toConnectionError } from '../shared/connection-error.ts';
import { readReply } from '../shared/read-reply.ts';
import { ChunkReader } from './events.ts';
import { toProviderError } from './failure.ts';
import { toWireRequest } from './request.ts';

/** The runner has its own deadline; this is only the last resort of the client before its headers arrive. */
const HEADERS_TIMEOUT_MS = 600_000;

/**
 * OpenAI, and every provider that speaks its chat completions, by base URL and key.
 *
 * The official client makes the request (address, authentication, status to error class); the body is read
 * here, because the client's own stream reader keeps a line without end in memory, prints what it cannot
 * parse to the console, and copies its buffer for every chunk. Measured for an answer of 50 chunks: 0.8 ms of
 * CPU this way, 1.25 ms with the client's reader, 0.4 ms for a bare fetch that reads nothing.
 */
export const openAiAdapter: ProviderAdapter = {
  id: 'openai',
  async *stream(request, context): AsyncGenerator<ProviderEvent> {
    const { signal } = context;
    signal.throwIfAborted();
    const response = await open(request, context);
    yield* readReply(response, new ChunkReader([context.credentials.apiKey]), signal);
  },
};

async function open(request: ProviderRequest, context: ProviderContext): Promise<Response> {
  const { credentials, signal } = context;
  const client = new OpenAI({
    apiKey: credentials.apiKey,
    baseURL: credentials.baseUrl,
    fetch: boundErrors(context.fetch),
    maxRetries: 0,
    timeout: HEADERS_TIMEOUT_MS,
    logLevel: 'off',
    // What the environment says of another account must not reach this one.
    organization: null,
    project: null,
    adminAPIKey: null,
  });
  try {
    return await client.chat.completions
      .create(toWireRequest(request, credentials.baseUrl), { signal })
      .asResponse();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof APIError && error.status !== undefined) {
      throw toProviderError({
        status: error.status,
        error: error.error ?? error.message,
        headers: error.headers,
        secrets: [credentials.apiKey],
      });
    }
    if (error instanceof APIConnectionError) throw toConnectionError(error);
    throw error;
  }
}
