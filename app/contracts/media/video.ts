import type { PixelSize } from '../cost.ts';
import type { ImageInput } from './image.ts';

/** A request to a video model, without its input files. */
export interface VideoOrder {
  prompt: string;
  seconds?: number;
  size?: PixelSize;
  /** `16:9` */
  aspectRatio?: string;
  /** In the maker's terms: `720p`, `1080p`. */
  resolution?: string;
  /** Whether it has sound, if the model offers the choice. */
  sound?: boolean;
  negativePrompt?: string;
  seed?: number;
}

/** An input video, with its measured size. */
export interface VideoInput {
  /** The video itself, or a file of the caller. */
  source: ImageInput['source'];
  size: PixelSize;
  /** Its length. */
  seconds: number;
}

/** The stored request of a video generation. */
export interface VideoRequestRecord {
  order: VideoOrder;
  /** An image that the video begins with. */
  firstFrame?: ImageInput;
  video?: VideoInput;
}

/** The requested form of a video, as a list of jobs shows it; without its prompt. */
export interface RequestedVideo {
  /** null if it was left to the model. */
  seconds: number | null;
  size: PixelSize | null;
}
