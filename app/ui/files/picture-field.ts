/** The field of pictures that a form brings itself, where no script has uploaded them before. */
export const PICTURE_FIELD = 'picture';
