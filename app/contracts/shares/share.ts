/** The readers who may open a link: anyone who has it, or users of this server who are signed in. */
export const SHARE_LEVELS = ['anyone', 'members'] as const;

export type ShareLevel = (typeof SHARE_LEVELS)[number];

/** The messages of a snapshot: the shown branch, or all branches with a switch at each of them. */
export const SHARE_SCOPES = ['branch', 'all'] as const;

export type ShareScope = (typeof SHARE_SCOPES)[number];

/** Days after which a link can expire; `never` is the alternative. */
export const SHARE_DAYS = [1, 7, 30] as const;

/** The state of a link in the list of its owner. */
export type ShareState = 'active' | 'expired' | 'revoked';

/** How a message of a snapshot ended; `unfinished` also for a reply that was running when it was copied. */
export type SharedMessageState = 'done' | 'unfinished' | 'stopped' | 'failed';

/** Length of the column. */
export const SHARE_TITLE_MAX = 255;

export const SHARE_PASSWORD_MIN = 6;

/** A longer password gains nothing, and hashing it costs more. */
export const SHARE_PASSWORD_MAX = 200;

/** Links of one chat, and of one account, that can exist at a time; revoked ones count until they are deleted. */
export const SHARES_PER_CHAT = 20;

export const SHARES_MAX = 1000;

/** Messages of a snapshot. */
export const SHARE_MESSAGES_MAX = 10_000;

/** Megabytes of text of a snapshot. */
export const SHARE_TEXT_MAX_MB = 64;

const TOKEN = /^[\w-]{22}$/;

/** True for text in the form of a link's token: 128 random bits as base64url. */
export function isShareToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/** Path of a shared page. */
export const sharePath = (token: string) => `/share/${token}`;

/** Path of a file of a shared page: the message's place in the snapshot, and the file's place in the message. */
export const sharedFilePath = (token: string, { place, number }: { place: number; number: number }) =>
  `${sharePath(token)}/files/${place}-${number}`;

/** Path of the page on which the owner of a chat manages its links. */
export const chatSharesPath = (conversationId: string) => `/chat/${conversationId}/share`;

/** Path of the list of all links of a user. */
export const SHARES_PATH = '/settings/shared';
