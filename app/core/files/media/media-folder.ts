/** The folder of the file store that has pictures and videos of people. */
export const MEDIA_FOLDER = 'media';
