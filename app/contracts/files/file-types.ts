/** Most bytes of a file that a person brings: 10 MB. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;

/** Most bytes of a picture that is to stand for a video: 1 MB. */
export const POSTER_MAX_BYTES = 1024 * 1024;

/** Most files of one message. */
export const MESSAGE_FILES_MOST = 10;

/** Most files of one prompt of the playground: each goes to each of its pairs. */
export const PROMPT_FILES_MOST = 4;

/** What is kept, by its type. */
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
