import type { ResponseCountAnswer } from '#app/contracts/openai/responses/answer.ts';
import { responseCountRequest } from '#app/contracts/openai/responses/request.ts';
import { countInput } from '#app/core/tasks/chat/token-count.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { inOurWords } from './in-our-words.ts';
import { readBefore } from './read-before.server.ts';
import { RESPONSES_MAX_BYTES } from './responses-call.server.ts';
import { toChat } from './to-chat.ts';

const SPEC = { counts: 'quote', body: responseCountRequest, maxBytes: RESPONSES_MAX_BYTES } as const;

/**
 * POST /api/v1/responses/input_tokens: the length of a prompt by our own count and with its margin, the same number by
 * which a call of it is admitted. Nothing is called, held or charged.
 */
export const countResponseCall = hubEndpoint(
  SPEC,
  async ({ body, key, user, context }): Promise<ResponseCountAnswer> => {
    try {
      const before = await readBefore(user.id, body);
      const chat = toChat(body, [...before.items, ...before.input]);
      const { defaultModel, id: userId } = user;
      const tokens = await countInput({ body: chat, key, userId, defaultModel, signal: context.closed });
      return { object: 'response.input_tokens', input_tokens: tokens };
    } catch (error) {
      throw inOurWords(error);
    }
  },
);
