import type { ActivityPage } from '#app/contracts/activity.ts';

export const USAGE_PATH = '/usage';

export interface UsageData extends ActivityPage {
  /** True where the address names the newest call that is listed: there may be newer ones. */
  isAnchored: boolean;
}
