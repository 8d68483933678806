import type { Endpoint } from '#app/contracts/endpoints.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import type { SendBody } from './send-schema.server.ts';

/** Where an endpoint's bounds are narrower than the widest, which the body was checked against. */
const MOST: Partial<Record<Endpoint, Partial<Record<keyof SendBody, number>>>> = {
  anthropic: { temperature: 1, maxOutputTokens: 4000, max_tokens: 4000 },
};

/** Where an endpoint has other options than most. */
const OPTIONS: Partial<Record<Endpoint, (body: SendBody) => SendParameters>> = {
  anthropic: (body) => ({
    temperature: body.temperature,
    topP: body.topP ?? body.top_p,
    topK: body.topK,
    modelLabel: body.modelLabel || undefined,
  }),
};

const usual = (body: SendBody): SendParameters => ({
  temperature: body.temperature,
  topP: body.top_p,
  presencePenalty: body.presence_penalty,
  frequencyPenalty: body.frequency_penalty,
});

/**
 * The options of an endpoint under our names; what it does not know is not looked at.
 * @throws AppError invalid_request naming the field that is out of its bounds
 */
export function readOptions(endpoint: Endpoint, body: SendBody): SendParameters {
  for (const [field, most] of Object.entries(MOST[endpoint] ?? {})) {
    const value = body[field as keyof SendBody];
    if (typeof value === 'number' && value > most) {
      throw new AppError('invalid_request', { message: `${field} must be at most ${most}.`, param: field });
    }
  }
  const given: SendParameters = {
    ...(OPTIONS[endpoint] ?? usual)(body),
    maxOutputTokens: body.maxOutputTokens ?? body.max_tokens,
    promptPrefix: body.promptPrefix,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
