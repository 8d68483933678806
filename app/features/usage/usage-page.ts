import type { ActivityPage, ChatUsagePage } from '#app/contracts/usage/activity.ts';
import type { Dashboard } from '#app/contracts/usage/dashboard.ts';
import type { Notice, UsageQuery } from './filter/usage-query.ts';

/** A user whose calls an administrator can choose. */
export interface Assignee {
  id: string;
  name: string;
  email: string;
}

export interface UsageData {
  /** The query of the address, with its invalid values replaced. */
  query: UsageQuery;
  /** The invalid values of the address. */
  notices: Notice[];
  /** True if the address has no filter: the stored one may replace it. */
  isPlain: boolean;
  /** The name of the key in the filter; null if it has none, or without that filter. */
  keyName: string | null;
  /** The users that an administrator can choose from; null for other users. */
  assignees: Assignee[] | null;
  /** The id of the viewer. */
  ownId: string;
  /** null on the other tabs, and if it could not be read. */
  dashboard: Dashboard | null;
  activity: ActivityPage | null;
  /** Always the viewer's own: titles of other users' chats are private. */
  chats: ChatUsagePage | null;
}
