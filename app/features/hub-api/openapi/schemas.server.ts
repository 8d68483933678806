import { z } from 'zod';
import { countAnswer, messageAnswer, messageError, messageEvent } from '#app/contracts/anthropic/answers.ts';
import { countRequest, messageRequest } from '#app/contracts/anthropic/message-request.ts';
import { creditsAnswer, keyAnswer, quoteAnswer } from '#app/contracts/openai/answers/account-answers.ts';
import { completionAnswer, completionChunk } from '#app/contracts/openai/answers/completion-answer.ts';
import { contentAnswer } from '#app/contracts/openai/answers/content-answer.ts';
import { imageAnswer, imageEvent } from '#app/contracts/openai/answers/image-answer.ts';
import {
  modelAnswer,
  modelEndpointsAnswer,
  modelListAnswer,
} from '#app/contracts/openai/answers/model-answer.ts';
import { tariff, wireRates, wireRule } from '#app/contracts/openai/answers/price-answer.ts';
import { receiptAnswer } from '#app/contracts/openai/answers/receipt-answer.ts';
import { usageAnswer } from '#app/contracts/openai/answers/usage-answer.ts';
import {
  videoAnswer,
  videoDeletedAnswer,
  videoListAnswer,
} from '#app/contracts/openai/answers/video-answer.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { completionRequest, textCompletionAnswer } from '#app/contracts/openai/text-completion.ts';
import {
  embeddingAnswer,
  embeddingInput,
  embeddingRequest,
  MAX_INPUTS,
} from '#app/contracts/openai/embedding.ts';
import { imageEditRequest, imageRequest } from '#app/contracts/openai/image-request.ts';
import { message } from '#app/contracts/openai/messages.ts';
import { providerPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { errorAnswer } from '#app/contracts/openai/public-error.ts';
import {
  responseAnswer,
  responseCountAnswer,
  responseDeletedAnswer,
  responseEvent,
  responseInputListAnswer,
  responseOutputItem,
} from '#app/contracts/openai/responses/answer.ts';
import { input, plainItem } from '#app/contracts/openai/responses/input-items.ts';
import {
  CHAT_ONLY_FIELDS,
  responseCountRequest,
  responsesRequest,
} from '#app/contracts/openai/responses/request.ts';
import { videoRequest } from '#app/contracts/openai/video-request.ts';
import {
  newWebhookEndpointAnswer,
  webhookEndpointAnswer,
  webhookEndpointChange,
  webhookEndpointDeletedAnswer,
  webhookEndpointListAnswer,
  webhookEndpointRequest,
  webhookEndpointTestAnswer,
} from '#app/contracts/openai/webhook-endpoint.ts';
import { webhookEvent } from '#app/contracts/webhooks/event.ts';

/** Schemas of requests, by their names in the document. */
const REQUESTS = {
  ChatCompletionRequest: chatRequest,
  ChatMessage: message,
  CompletionRequest: completionRequest,
  EmbeddingRequest: embeddingRequest,
  ImageEditRequest: imageEditRequest,
  ImageRequest: imageRequest,
  MessageCountRequest: countRequest,
  MessageRequest: messageRequest,
  ProviderPreferences: providerPreferences,
  ResponseCountRequest: responseCountRequest,
  ResponseInputItem: plainItem,
  ResponsesRequest: responsesRequest,
  VideoRequest: videoRequest,
  WebhookEndpointChange: webhookEndpointChange,
  WebhookEndpointRequest: webhookEndpointRequest,
};

/** Schemas of answers, by their names in the document. */
const ANSWERS = {
  ChatCompletion: completionAnswer,
  ChatCompletionChunk: completionChunk,
  Credits: creditsAnswer,
  Embeddings: embeddingAnswer,
  Error: errorAnswer,
  Generation: receiptAnswer,
  GenerationContent: contentAnswer,
  ImageEvent: imageEvent,
  Images: imageAnswer,
  Key: keyAnswer,
  Message: messageAnswer,
  MessageError: messageError,
  MessageEvent: messageEvent,
  MessageTokensCount: countAnswer,
  Model: modelAnswer,
  ModelEndpoints: modelEndpointsAnswer,
  ModelList: modelListAnswer,
  NewWebhookEndpoint: newWebhookEndpointAnswer,
  PriceRule: wireRule,
  Quote: quoteAnswer,
  Rates: wireRates,
  Response: responseAnswer,
  ResponseDeleted: responseDeletedAnswer,
  ResponseEvent: responseEvent,
  ResponseInputList: responseInputListAnswer,
  ResponseOutputItem: responseOutputItem,
  ResponseTokensCount: responseCountAnswer,
  Tariff: tariff,
  TextCompletion: textCompletionAnswer,
  Usage: usageAnswer,
  Video: videoAnswer,
  VideoDeleted: videoDeletedAnswer,
  VideoList: videoListAnswer,
  WebhookEndpoint: webhookEndpointAnswer,
  WebhookEndpointDeleted: webhookEndpointDeletedAnswer,
  WebhookEndpointList: webhookEndpointListAnswer,
  WebhookEndpointTest: webhookEndpointTestAnswer,
  WebhookEvent: webhookEvent,
};

export type SchemaName = keyof typeof REQUESTS | keyof typeof ANSWERS;

const POINTER = '#/components/schemas/';

/** A reference to a schema of the document. */
export const schemaRef = (name: SchemaName) => ({ $ref: POINTER + name });

const token = { type: 'integer', minimum: 0 };
/** The contract checks lists of tokens as a whole, so that no schema can be derived from it. */
const EMBEDDING_INPUT = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', minItems: 1, maxItems: MAX_INPUTS, items: { type: 'string', minLength: 1 } },
    { type: 'array', minItems: 1, items: token },
    {
      type: 'array',
      minItems: 1,
      maxItems: MAX_INPUTS,
      items: { type: 'array', minItems: 1, items: token },
    },
  ],
};

/** A text becomes an item before the contract checks it, and a message needs no type. */
const RESPONSE_INPUT = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', minItems: 1, items: schemaRef('ResponseInputItem') },
  ],
};

/** Every schema of the document, derived from the contracts that validate the calls. */
export function documentSchemas(): Record<string, object> {
  return { ...toSchemas(REQUESTS, 'input'), ...toSchemas(ANSWERS, 'output') };
}

function toSchemas(named: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => POINTER + id,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === input) {
        for (const word of ['type', 'items', 'minItems', 'maxItems'] as const) delete jsonSchema[word];
        Object.assign(jsonSchema, RESPONSE_INPUT);
      }
      if (zodSchema === responsesRequest || zodSchema === responseCountRequest)
        for (const name of CHAT_ONLY_FIELDS) delete jsonSchema.properties?.[name];
      if (zodSchema === embeddingInput) Object.assign(jsonSchema, EMBEDDING_INPUT);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...rest }]) => [name, rest]),
  );
}
