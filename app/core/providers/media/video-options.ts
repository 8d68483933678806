import { MAX_VIDEO_SECONDS } from '#app/contracts/openai/video-request.ts';
import { parseSize } from '#app/contracts/media/image.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { ProviderError } from '../contract.ts';
import type { VideoRequest } from './contract.ts';
import { videoAdapterFor } from './registry.ts';

/** Values to try for fields with a choice. */
const CHOICES = {
  size: ['1280x720', '720x1280', '1792x1024', '1024x1792', '1920x1080', '1080x1920', '1024x1024'],
  aspectRatio: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21'],
  resolution: ['480p', '512P', '540p', '720p', '768P', '1080p', '1080P', '2K', '4k'],
} as const;

/** Fields that are accepted or not. */
const SWITCHES = { seed: 1, negativePrompt: 'fog' } as const;

const NOTHING = { mimeType: 'image/png', bytes: Buffer.alloc(0) };
/** Listed instead of all resolutions if a model accepts any text: the names that all providers use. */
const COMMON_RESOLUTIONS: readonly string[] = ['480p', '720p', '1080p'];
const ANY = 'any-word';
/** The same for sizes: those in OpenAI's documentation. */
const COMMON_SIZES: readonly string[] = CHOICES.size.slice(0, 4);
const ANY_SIZE = { width: 1234, height: 890 };
/** The same for lengths. */
const COMMON_SECONDS: readonly number[] = [4, 8, 12];

/** Minimal inputs to try: some models make nothing from text alone. */
const STARTS: readonly Partial<VideoRequest>[] = [{}, { firstFrame: NOTHING }, { video: NOTHING }];
const INPUTS = ['firstFrame', 'lastFrame', 'video'] as const;

type Choice = keyof typeof CHOICES;
type Switch = keyof typeof SWITCHES;

/** The options that a video offer accepts; the list of an unsupported field is empty. */
export type VideoOptions = Readonly<Record<Choice, readonly string[]>> & {
  /** Lengths in whole seconds; empty if the length cannot be chosen. */
  seconds: readonly number[];
  /**
   * Accepted values for sound: both if it can be chosen, one if the model always or never has it and accepts
   * that value.
   */
  sound: readonly boolean[];
  takes: readonly Switch[];
  /** Accepted inputs. */
  inputs: readonly (typeof INPUTS)[number][];
};

const known = new Map<string, VideoOptions>();

/**
 * The options that a model accepts over a dialect, found by checking common values with its adapter. A value
 * that is not listed may be accepted too, if any size is.
 * @param model the provider's own name for it
 * @returns null if no adapter makes videos over the dialect
 */
export function videoOptions(dialect: Dialect | null, model: string): VideoOptions | null {
  const name = `${dialect} ${model}`;
  const options = known.get(name) ?? ask(dialect, model);
  if (options) known.set(name, options);
  return options;
}

function ask(dialect: Dialect | null, model: string): VideoOptions | null {
  const maker = videoAdapterFor(dialect);
  if (!maker) return null;
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  const isAccepted = (request: Partial<VideoRequest>): boolean => {
    try {
      adapter.check({ model, prompt: 'A fox', ...request });
      return true;
    } catch (error) {
      if (error instanceof ProviderError) return false;
      throw error;
    }
  };
  const [from = {}] = STARTS.filter(isAccepted);
  const takes = (more: Partial<VideoRequest>) => isAccepted({ ...from, ...more });
  const listed = (field: Choice) =>
    CHOICES[field].filter((value) => takes({ [field]: field === 'size' ? parseSize(value) : value }));
  const lengths = Array.from({ length: MAX_VIDEO_SECONDS }, (_, index) => index + 1);
  return {
    seconds: lengths.every((seconds) => takes({ seconds }))
      ? COMMON_SECONDS
      : lengths.filter((seconds) => takes({ seconds })),
    size: takes({ size: ANY_SIZE }) ? COMMON_SIZES : listed('size'),
    aspectRatio: listed('aspectRatio'),
    resolution: takes({ resolution: ANY }) ? COMMON_RESOLUTIONS : listed('resolution'),
    sound: [true, false].filter((sound) => takes({ sound })),
    takes: (Object.keys(SWITCHES) as Switch[]).filter((field) => takes({ [field]: SWITCHES[field] })),
    inputs: INPUTS.filter(
      (input) => takes({ firstFrame: NOTHING, [input]: NOTHING }) || takes({ [input]: NOTHING }),
    ),
  };
}
