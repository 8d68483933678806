import { z } from 'zod';

/** A whole number that has a default. */
export const whole = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback);

/** Limits by name; 0 turns one off. Windows are in seconds unless the name has another unit. */
export const limitSettings = {
  LIMIT_LOGIN_TRIES: whole(7),
  LIMIT_LOGIN_WINDOW: whole(300, 1),
  LIMIT_REGISTRATIONS: whole(20),
  LIMIT_REGISTRATIONS_WINDOW: whole(3600, 1),
  LIMIT_RESETS: whole(5),
  LIMIT_RESETS_WINDOW: whole(3600, 1),
  LIMIT_DOWNLOADS: whole(5),
  LIMIT_DOWNLOADS_WINDOW: whole(3600, 1),
  LIMIT_IMPORTS: whole(20),
  LIMIT_IMPORTS_WINDOW: whole(86_400, 1),
  LIMIT_REVEALS: whole(30),
  LIMIT_REVEALS_WINDOW: whole(3600, 1),
  LIMIT_CHAT_MESSAGES: whole(300),
  LIMIT_CHAT_MESSAGES_ADDRESS: whole(3000),
  LIMIT_CHAT_WINDOW: whole(60, 1),
  LIMIT_CHAT_CONCURRENT: whole(100),
  /** Links to shared chats that an account creates or updates. */
  LIMIT_SHARES: whole(60),
  LIMIT_SHARES_WINDOW: whole(3600, 1),
  /** Views of shared chats per address. */
  LIMIT_SHARE_VIEWS: whole(300),
  LIMIT_SHARE_VIEWS_WINDOW: whole(60, 1),
  /** Wrong passwords for one link, and from one address for all links. */
  LIMIT_SHARE_TRIES: whole(20),
  LIMIT_SHARE_TRIES_WINDOW: whole(900, 1),
  LIMIT_WRITES: whole(600),
  LIMIT_WRITES_WINDOW: whole(60, 1),
  LIMIT_API_CALLS: whole(30_000),
  LIMIT_API_CALLS_KEY: whole(30_000),
  LIMIT_API_CALLS_ADDRESS: whole(60_000),
  LIMIT_API_WINDOW: whole(60, 1),
  LIMIT_API_CONCURRENT: whole(1500),
  LIMIT_QUOTES: whole(1200),
  LIMIT_QUOTES_ADDRESS: whole(6000),
  LIMIT_QUOTES_WINDOW: whole(60, 1),
  LIMIT_QUOTES_CONCURRENT: whole(32),
  LIMIT_QUOTES_CONCURRENT_PROCESS: whole(256),
  LIMIT_BAN_SCORE: whole(100),
  LIMIT_BAN_WINDOW: whole(3600, 1),
  LIMIT_BAN_MINUTES: whole(120, 1),
  /** Max megabytes of one export of chats that is imported. */
  IMPORT_MAX_MB: whole(1024, 1),
  /** Max megabytes of files per account. */
  LIMIT_FILES_MB: whole(1000),
  LIMIT_STREAMS: whole(100),
  LIMIT_STREAMS_ADDRESS: whole(2000),
  /** Connections per address to one web process; behind trusted proxies, concurrent requests. */
  LIMIT_CONNECTIONS_ADDRESS: whole(5000),
};
