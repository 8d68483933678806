/** The field of the form that brings a picture of oneself. */
export const AVATAR_FIELD = 'avatar';
