import type { ProviderAdapter, ProviderCredentials } from '#app/core/providers/contract.ts';
import { snapshotLimit } from '#app/core/providers/shared/answer.ts';
import { withConnectionErrors } from '#app/core/providers/shared/failure.ts';
import { readReply } from '#app/core/providers/shared/read-reply.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import { keyAt } from '#app/core/providers/shared/operator-key.ts';
import { maxTranscriptTokens } from '#app/core/providers/shared/prompt.ts';
import type { Provider, ProviderSettings } from '#app/core/providers/provider.ts';
import { UpdateReader } from './events.ts';
import { toProviderError } from './failure.ts';
import { createConversation, headersWith, toQuestion, toQuestionText, type Conversation } from './request.ts';
import { openSocket } from './socket.ts';

/**
 * Bing's chat as it was until October 2024, by the address of a compatible server and a cookie: creates a
 * conversation by HTTP and asks one question in it over a socket. The service stores nothing for us; the next
 * question creates another conversation.
 */
export const bingAdapter: ProviderAdapter = {
  id: 'bing',
  stream(request, { signal, credentials, onSent, onAccepted }) {
    const { apiKey: cookie, baseUrl } = credentials;
    const secrets = secretsIn(cookie);
    const open = async () => {
      const words = toQuestionText(request);
      const conversation = await createConversation({ signal, credentials }, secrets);
      secrets.push(conversation.signature);
      const opened = await withConnectionErrors(
        openSocket(socketUrl(credentials, conversation), {
          headers: headersWith(cookie),
          question: toQuestion(words, request.options, conversation),
          signal,
          ...(onSent && { onSent }),
          ...(onAccepted && { onAccepted }),
        }),
        signal,
      );
      if ('status' in opened) throw toProviderError({ ...opened, body: '', secrets });
      return opened;
    };
    const reader = new UpdateReader({ secrets, baseUrl });
    return readReply(open, reader, { signal, limit: snapshotLimit(request) });
  },
};

function socketUrl({ baseUrl, socketUrl: own }: ProviderCredentials, conversation: Conversation): URL {
  const url = own === undefined ? urlBelow(baseUrl, '/sydney/ChatHub') : new URL(own);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  if (conversation.isEncrypted) url.searchParams.set('sec_access_token', conversation.signature);
  return url;
}

/** Shorter cookie values are settings, such as a language: masking them would damage ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** The whole cookie, and each of its values long enough to be a secret. */
function secretsIn(cookie: string): string[] {
  const values = cookie.split(';').map((part) => part.slice(part.indexOf('=') + 1).trim());
  return [cookie, ...values].filter(({ length }) => length >= MIN_SECRET_LENGTH);
}

export const bingProvider: Provider = {
  dialect: 'bing',
  chat: bingAdapter,
  options: { supported: ['toneStyle', 'jailbreak'], hasNoLimit: true },
  tokens: { max: ({ turns }) => maxTranscriptTokens(turns) },
  credentials: serverCredentials,
  ownKey: (value, { settings, address }) =>
    settings.SANDBOX ? keyAt(address, value) : serverCredentials({ ...settings, BING_COOKIE: value }),
};

/** A compatible server at the operator's address, which may work without a cookie. */
function serverCredentials(settings: ProviderSettings): ProviderCredentials | null {
  const { BING_BASE_URL: baseUrl, BING_SOCKET_URL: socketUrl, BING_COOKIE: apiKey = '' } = settings;
  if (!baseUrl || apiKey === USER_PROVIDED) return null;
  return { apiKey, baseUrl, ...(socketUrl && { socketUrl }) };
}
