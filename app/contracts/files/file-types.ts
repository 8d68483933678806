/** Maximum size of an uploaded file: 10 MB. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum size of a video's poster image: 1 MB. */
export const POSTER_MAX_BYTES = 1024 * 1024;

/** Maximum number of files per message. */
export const MAX_MESSAGE_FILES = 10;

/** Maximum number of files per playground prompt; each is sent to each pair of the prompt. */
export const MAX_PROMPT_FILES = 4;

/** The accepted file types and their kinds. */
export const FILE_KINDS = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/avif': 'image',
  'video/mp4': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
} as const;

export type FileType = keyof typeof FILE_KINDS;
export type FileKind = (typeof FILE_KINDS)[FileType];
