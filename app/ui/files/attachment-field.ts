/**
 * The form field for files that are sent with the form itself, because no script has uploaded them before.
 */
export const ATTACHMENT_FIELD = 'picture';

/** Id of the button that attaches files: the focus moves there when a preview is removed. */
export const ATTACH_ID = 'attach';
