import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Price } from '#app/contracts/price.ts';
import type { Made, Used } from '../task.ts';
import { usageOfSeconds } from './most-usage.ts';
import { resolutionAsked, resolutionMade } from './resolutions.ts';

/** Seconds by which the last frame of a video may stand behind the length that it is sold as. */
const LAST_FRAME_SECONDS = 0.1;

interface Known {
  price: Price;
  /** The seconds that it can be billed as at most: those of a video that does not say how long it is. */
  mostSeconds(): number;
}

/**
 * What was made of an order: the seconds of the video that is there, and no more than were asked for; its resolution as
 * it was asked for, else by its size.
 */
export function usageOf(record: VideoRequestRecord, { files }: Made, { price, mostSeconds }: Known): Used {
  const [file] = files;
  const { seconds: asked = Infinity, resolution, size } = record.order;
  const made = file?.seconds ?? mostSeconds();
  const seconds = Math.min(asked, Math.max(made - LAST_FRAME_SECONDS, LAST_FRAME_SECONDS));
  const real = file && { width: file.width, height: file.height };
  return {
    usage: usageOfSeconds(record, {
      // What is billed is whole seconds, as it stands on the receipt.
      seconds: Math.ceil(seconds),
      resolution: resolution ?? (size ? resolutionAsked(size, price) : real && resolutionMade(real, price)),
    }),
    usageSource: 'counted',
  };
}
