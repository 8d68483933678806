/** A page of messages ends with the one that brings their texts beyond so many bytes, whatever its count allows. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** What a row of `messages` brings to that. */
export const TEXT_BYTES_OF = 'LENGTH(text) + COALESCE(LENGTH(thinking), 0)';
