import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { providerOf } from '#app/core/providers/list.ts';
import type { AnyMediaAdapter } from '#app/core/providers/provider.ts';
import type { ImageRequest, VideoRequest } from './contract.ts';

/** The image adapter for a dialect. @param dialect an offer's own, or its provider's default */
export function imageAdapterFor(dialect: Dialect | null): AnyMediaAdapter<ImageRequest> | null {
  return providerOf(dialect)?.media?.images ?? null;
}

/** The video adapter for a dialect. @param dialect an offer's own, or its provider's default */
export function videoAdapterFor(dialect: Dialect | null): AnyMediaAdapter<VideoRequest> | null {
  return providerOf(dialect)?.media?.videos ?? null;
}
