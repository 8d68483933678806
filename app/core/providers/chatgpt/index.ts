import type { ProviderAdapter } from '#app/core/providers/contract.ts';
import { snapshotLimit } from '#app/core/providers/shared/answer-limit.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import { readReply } from '#app/core/providers/shared/read-reply.ts';
import { SnapshotReader } from './events.ts';
import { toProviderError } from './failure.ts';
import { toConversation } from './request.ts';

/**
 * The website of ChatGPT as it was in 2023, by the address of whoever forwards to it (all of it, with the path of its
 * conversations) and a token. The service keeps nothing for us; the next question begins another conversation.
 */
export const chatgptAdapter: ProviderAdapter = {
  id: 'chatgpt',
  stream(request, context) {
    const { signal, credentials } = context;
    const { apiKey, baseUrl } = credentials;
    const secrets = [apiKey];
    const open = () =>
      openCall(
        {
          url: new URL(baseUrl),
          headers: {
            accept: 'text/event-stream',
            ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
          },
          json: toConversation(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        },
        context,
      );
    return readReply(open, new SnapshotReader(secrets), { signal, limit: snapshotLimit(request) });
  },
};
