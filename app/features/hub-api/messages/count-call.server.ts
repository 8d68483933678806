import { countRequest } from '#app/contracts/anthropic/message-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { countInput } from '#app/core/tasks/chat/token-count.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { MESSAGES_MAX_BYTES } from './messages-call.server.ts';
import { toPrompt } from './to-chat-request.ts';

const SPEC = { counts: 'quote', body: countRequest, maxBytes: MESSAGES_MAX_BYTES } as const;

/**
 * POST /api/v1/messages/count_tokens: how long a prompt is, by our own count and with its margin, as a call of it would
 * be admitted by. Nothing is called, held or charged, and no prompt is too long to be counted.
 */
export const countTokensCall = hubEndpoint(SPEC, async ({ body: request, key, user, context }) => {
  const { body, fields } = toPrompt(request);
  const asked = { body, key, userId: user.id, defaultModel: user.defaultModel, signal: context.closed };
  const tokens = await countInput(asked).catch((error: unknown) => {
    throw error instanceof AppError ? fields.ofCall(error) : error;
  });
  return { input_tokens: tokens };
});
