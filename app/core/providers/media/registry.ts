import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { bflImages } from './bfl/index.ts';
import type { ImageRequest, MediaAdapter, MediaJobAdapter, VideoRequest } from './contract.ts';
import { falImages, falVideos } from './fal/index.ts';
import { googleImages } from './google/images.ts';
import { googleVideos } from './google/videos.ts';
import { klingVideos } from './kling/index.ts';
import { lumaVideos } from './luma/index.ts';
import { minimaxVideos } from './minimax/index.ts';
import { openAiImages } from './openai-images/index.ts';
import { openAiVideos } from './openai-videos/index.ts';
import { replicateImages, replicateVideos } from './replicate/index.ts';
import { runwayVideos } from './runway/index.ts';
import { stabilityImages } from './stability/index.ts';

/** An adapter that answers while its connection is open, or one that works on jobs in the background. */
export type AnyMediaAdapter<Request> =
  | { adapter: MediaAdapter<Request> }
  | { jobs: MediaJobAdapter<Request> };
export type AnyImageAdapter = AnyMediaAdapter<ImageRequest>;
export type AnyVideoAdapter = AnyMediaAdapter<VideoRequest>;

/** Dialect -> image adapter. */
export const IMAGE_ADAPTERS: Readonly<Partial<Record<Dialect, AnyImageAdapter>>> = {
  'openai-images': { adapter: openAiImages },
  google: { adapter: googleImages },
  stability: { adapter: stabilityImages },
  bfl: { jobs: bflImages },
  fal: { jobs: falImages },
  replicate: { jobs: replicateImages },
};

/** The image adapter for a dialect. @param dialect an offer's own, or its provider's default */
export function imageAdapterFor(dialect: Dialect | null): AnyImageAdapter | null {
  return (dialect && IMAGE_ADAPTERS[dialect]) ?? null;
}

/** Dialect -> video adapter. */
export const VIDEO_ADAPTERS: Readonly<Partial<Record<Dialect, AnyVideoAdapter>>> = {
  'openai-videos': { jobs: openAiVideos },
  google: { jobs: googleVideos },
  fal: { jobs: falVideos },
  replicate: { jobs: replicateVideos },
  runway: { jobs: runwayVideos },
  kling: { jobs: klingVideos },
  luma: { jobs: lumaVideos },
  minimax: { jobs: minimaxVideos },
};

/** The video adapter for a dialect. @param dialect an offer's own, or its provider's default */
export function videoAdapterFor(dialect: Dialect | null): AnyVideoAdapter | null {
  return (dialect && VIDEO_ADAPTERS[dialect]) ?? null;
}
