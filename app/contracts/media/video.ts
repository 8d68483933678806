import type { PixelSize } from '../cost.ts';
import type { ImageInput } from './image.ts';

/** What is asked of a model that makes videos, without what it works on. */
export interface VideoOrder {
  prompt: string;
  seconds?: number;
  size?: PixelSize;
  /** `16:9` */
  aspectRatio?: string;
  /** In the maker's words: `720p`, `1080p`. */
  resolution?: string;
  /** Whether it has sound, where the model lets one choose. */
  sound?: boolean;
  negativePrompt?: string;
  seed?: number;
}

/** A video to work on, as was found when it was looked at. */
export interface VideoInput {
  /** The video itself, or a file of the caller. */
  source: ImageInput['source'];
  size: PixelSize;
  /** Its length. */
  seconds: number;
}

/** What a generation of a video keeps of its request. */
export interface VideoRequestRecord {
  order: VideoOrder;
  /** A picture that it begins with. */
  firstFrame?: ImageInput;
  video?: VideoInput;
}

/** What a list of jobs shows of an order, as it was asked for: none of its words. */
export interface AskedVideo {
  /** null where that was left to the model. */
  seconds: number | null;
  size: PixelSize | null;
}
