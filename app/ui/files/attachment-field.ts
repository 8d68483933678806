/**
 * The form field for files that are sent with the form itself, because no script has uploaded them before.
 */
export const ATTACHMENT_FIELD = 'picture';
