/** The ids that a caller can name, one of each kind. */
export interface Ids {
  conversation: string;
  /** A message of the user. */
  message: string;
  /** The reply to it. */
  reply: string;
  generation: string;
  session: string;
  key: string;
  purchase: string;
  file: string;
  /** An order of a video by the public API. */
  video: string;
  /** A stored background response of the public API. */
  response: string;
  /** A conversation of the playground, its prompt and an answer to it. */
  playground: string;
  prompt: string;
  cell: string;
  import: string;
  /** A webhook, and an event delivered to it. */
  endpoint: string;
  delivery: string;
  preset: string;
  /** A folder of chats. */
  folder: string;
  /** A user's own template. */
  template: string;
  /** A message in the queue of the conversation. */
  queued: string;
  /** A link to a shared chat. */
  share: string;
  /** A chat in the trash. */
  trashed: string;
}
export type IdKind = keyof Ids;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One way to call a route. A value `<kind>` stands for an id of that kind. */
export interface Template {
  method: Method;
  query?: string;
  json?: Record<string, string | boolean | string[] | null>;
  form?: Record<string, string>;
  /** Called with the user's hub key instead of their session. */
  byKey?: true;
  /** Fields whose id is refused by a 400 that names the field, if the contract says so. */
  named400?: string[];
  /** The same if the id is malformed. */
  malformed400?: string[];
}
