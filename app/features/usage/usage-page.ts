import type { ActivityPage } from '#app/contracts/usage/activity.ts';
import type { Dashboard } from '#app/contracts/usage/dashboard.ts';
import type { Notice, UsageQuery } from './filter/usage-query.ts';

/** Somebody whose calls an administrator can choose. */
export interface Assignee {
  id: string;
  name: string;
  email: string;
}

export interface UsageData {
  /** What is shown, which is what the address asks for where there is such a thing. */
  query: UsageQuery;
  /** What the address asks for and there is not. */
  notices: Notice[];
  /** True where the address says nothing of a filter: the remembered one may take its place. */
  isPlain: boolean;
  /** Of the key that the calls were made with; null where it has none, and without that filter. */
  keyName: string | null;
  /** Whom an administrator can choose among; null for who is none. */
  assignees: Assignee[] | null;
  /** Who looks. */
  ownId: string;
  /** null on the other tab, and where it could not be read. */
  dashboard: Dashboard | null;
  activity: ActivityPage | null;
}
