import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { keepOptions } from '#app/core/conversations/setup.ts';
import { optionsInForce } from '#app/core/targets/message/conversation.ts';
import { validate } from '#app/http/body/validate.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findOptionedModel } from '../options/find-optioned-model.server.ts';
import { TEXT_BYTES } from './text-bytes.ts';

/**
 * PUT /api/convos/:conversationId/options {model, ...}: what the next messages are sent with, each option under the
 * specification's name; what is not named is not set any more. The answer says what is in force: null is what the model
 * is not told. `new` is the place of a new conversation.
 */
export const optionsCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationId: z.string() }),
    body: z.looseObject({ model: z.string().min(1).max(160) }),
    maxBytes: TEXT_BYTES,
  },
  async ({ user, params, body }) => {
    const { id, endpoint: name, facts } = await findOptionedModel(body.model);
    const options = readOptions(facts, id, validate(optionsSchema(facts, id), body));
    const conversationId = params.conversationId === NEW_CONVERSATION ? null : params.conversationId;
    await keepOptions(AUTOCOMMIT, { userId: user.id, conversationId }, options);
    return {
      endpoint: name,
      model: id,
      ...(await optionsInForce(AUTOCOMMIT, { endpoint: name, model: id, facts }, options)),
    };
  },
);
