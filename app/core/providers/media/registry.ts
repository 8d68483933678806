import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { providerOf } from '#app/core/providers/list.ts';
import { openAiImageTokens } from '#app/core/providers/openai/images/tokens.ts';
import type { AnyMediaAdapter, ImageTokens, ProviderWebhook } from '#app/core/providers/provider.ts';
import type { ImageRequest, VideoRequest } from './contract.ts';

/** The image adapter for a dialect. @param dialect an offer's own, or its provider's default */
export function imageAdapterFor(dialect: Dialect | null): AnyMediaAdapter<ImageRequest> | null {
  return providerOf(dialect)?.media?.images ?? null;
}

/** The video adapter for a dialect. @param dialect an offer's own, or its provider's default */
export function videoAdapterFor(dialect: Dialect | null): AnyMediaAdapter<VideoRequest> | null {
  return providerOf(dialect)?.media?.videos ?? null;
}

/** The table by which the provider of a dialect bills images in tokens; OpenAI's if it has none of its own. */
export function imageTokensOf(dialect: Dialect | null): ImageTokens {
  return providerOf(dialect)?.imageTokens ?? openAiImageTokens;
}

/** The webhooks of the provider that speaks a dialect; null if it sends none. */
export function webhookOf(dialect: Dialect | null): ProviderWebhook | null {
  return providerOf(dialect)?.webhook ?? null;
}
