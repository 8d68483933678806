import type { ProviderAdapter } from '#app/core/providers/contract.ts';
import { toProviderError } from '#app/core/providers/google/failure.ts';
import { answerLimit } from '#app/core/providers/shared/answer-limit.ts';
import { readReply } from '#app/core/providers/shared/read-reply.ts';
import { openWith } from '#app/core/providers/shared/tokens/open-with.ts';
import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import { PredictionReader } from './events.ts';
import { toPrediction } from './request.ts';

/**
 * PaLM's models for chat and for code, which Google serves no more, by the address of whoever does (with what stands
 * before `/models/`) and a token or a service account. Answers are asked for whole: the end of a stream is the end of its
 * body on this wire, so that one that was cut could not be told from one that is complete.
 */
export const palmAdapter: ProviderAdapter = {
  id: 'palm',
  stream(request, context) {
    const { signal, credentials } = context;
    const { model, maxOutputTokens } = request;
    const secrets = [credentials.apiKey];
    const open = () =>
      openWith(
        ({ value }) => ({
          url: urlBelow(credentials.baseUrl, `/models/${encodeURIComponent(model)}:predict`),
          headers: { authorization: `Bearer ${value}` },
          json: toPrediction(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        }),
        secrets,
        context,
      );
    const reader = new PredictionReader({ secrets, maxOutputTokens });
    return readReply(open, reader, { signal, limit: answerLimit(request) });
  },
};
