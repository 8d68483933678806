import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { ANSWER_HEADERS } from './answer-headers.server.ts';
import { OPERATIONS, toOperationObject } from './operations.server.ts';
import { documentSchemas } from './schemas.server.ts';
import { webhooks } from './webhook-operations.server.ts';

const TAGS = [
  { name: 'Chat', description: 'Chats with models, whole or streamed.' },
  {
    name: 'Messages',
    description: 'Chats in Anthropic’s format, including its errors.',
  },
  { name: 'Responses', description: 'Chats in OpenAI’s newer format: items that are stored and continued.' },
  { name: 'Images', description: 'Images from text and from other images.' },
  {
    name: 'Videos',
    description: 'Videos from text, images, and other videos: create one, then download it.',
  },
  { name: 'Embeddings', description: 'Vectors for text.' },
  { name: 'Models', description: 'Available models, their providers, and their prices.' },
  { name: 'Webhooks', description: 'URLs of yours that are notified when a video ends.' },
  { name: 'Account', description: 'Prices before a request, receipts after it, and your balance.' },
];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies the request, in at most 255 characters: a retry within 24 hours returns the first response and costs ' +
    'nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

let cachedDocument: object | undefined;

/** GET /api/v1/openapi.json: the public API as an OpenAPI 3.1 document. Public: reads no key. */
export const openApiCall = endpoint({ auth: 'none' }, () => {
  return new JsonResponse(readOpenApi(), { headers: { 'cache-control': 'public, max-age=300' } });
});

/**
 * The public API as an OpenAPI 3.1 document, built from the contracts that validate its calls.
 * @returns JSON, the same for the lifetime of the process
 */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: `${config().APP_TITLE} API`,
      version: '1.0.0',
      summary: 'Models from many providers behind one OpenAI-compatible API.',
      description:
        'Official OpenAI clients work unchanged with this base URL and your API key. Amounts of money are dollars as ' +
        'text, or whole millionths of a dollar in fields that end with `_micro`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${appUrl()}/api/v1` }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `sk-par-…`.' },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: Object.fromEntries(ANSWER_HEADERS.map(({ component, header }) => [component, header])),
      schemas: documentSchemas(),
    },
  };
}

function paths(): Record<string, Record<string, object>> {
  const all: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS)
    (all[operation.path] ??= {})[operation.method] = toOperationObject(operation);
  return all;
}

/** The document of `openApiDocument`, built once for each process. */
export function readOpenApi(): object {
  cachedDocument ??= openApiDocument();
  return cachedDocument;
}
