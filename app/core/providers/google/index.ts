import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { textToolsOf } from '#app/core/providers/shared/text-tools.ts';
import { openAuthorized, type CallCredential } from '#app/core/providers/shared/tokens/access-token.ts';
import { callerNames } from '#app/core/providers/shared/tool-calls.ts';
import { CONTINUE_TOKENS } from '#app/core/providers/shared/prompt.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import type { ProviderAdapter, ProviderRequest } from '../contract.ts';
import { compatibleAddress, googleUrl } from './address.ts';
import { googleCredentials, googleOwnKey } from './credentials.ts';
import { readReply } from '../shared/read-reply.ts';
import { AnswerReader } from './events.ts';
import { toProviderError } from './failure.ts';
import { GEMINI_CALLS } from './model-rules.ts';
import { geminiImageTokens, googleImages } from './media/images.ts';
import { googleVideos } from './media/videos.ts';
import { GOOGLE_OPTIONS, omittedByGemini } from './options.ts';
import { toWireRequest } from './request.ts';

/**
 * Google's Gemini API and other providers of it, by base URL (with its version, `/v1beta`) and key; and
 * Vertex AI, with the address of a project in place of the version and a service account in place of the key.
 */
export const googleAdapter: ProviderAdapter = {
  id: 'google',
  stream(request, context) {
    const { signal, credentials } = context;
    const secrets = [credentials.apiKey];
    const reader = new AnswerReader({
      secrets,
      textTools: textToolsOf(request.options),
      names: callerNames(request.options, GEMINI_CALLS),
      isSingle: request.options.parallel_tool_calls === false,
    });
    const open = () =>
      openAuthorized(
        (credential) => ({
          url: addressOf(request, credentials.baseUrl),
          headers: headersFor(credential),
          json: toWireRequest(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        }),
        secrets,
        context,
      );
    return readReply(open, reader, { signal, limit: answerLimit(request) });
  },
};

function headersFor({ kind, value }: CallCredential): Record<string, string> {
  return kind === 'key' ? { 'x-goog-api-key': value } : { authorization: `Bearer ${value}` };
}

function addressOf({ model, delivery }: ProviderRequest, baseUrl: string): URL {
  const method = delivery === 'stream' ? 'streamGenerateContent' : 'generateContent';
  const url = googleUrl(baseUrl, `/models/${encodeURIComponent(model)}:${method}`);
  if (delivery === 'stream') url.searchParams.set('alt', 'sse');
  return url;
}

/** A name has at most 64 letters, each of which may be a token. */
const RESULT_NAME = 96;
const TEXT_TOOL = 48;

export const googleProvider: Provider = {
  dialect: 'google',
  chat: googleAdapter,
  // The same host serves them in OpenAI's format, at an address beside its own.
  embed: { over: 'openai', addressFor: compatibleAddress },
  media: { images: { adapter: googleImages }, videos: { jobs: googleVideos } },
  imageTokens: geminiImageTokens,
  options: { supported: GOOGLE_OPTIONS, omitted: omittedByGemini },
  tokens: {
    // The name of the tool with each result, and the arguments that plain text tools accept.
    max: ({ results, tools }) => CONTINUE_TOKENS + RESULT_NAME * results + TEXT_TOOL * tools,
  },
  credentials: googleCredentials,
  ownKey: googleOwnKey,
};
