import type { Preferences } from '../preferences/preferences.ts';

/** Id of the side bar, of which a page has one. */
export const SIDE_BAR = 'side-bar';

/** Whether the side bar is beside the content from 768 px on; `wide`: from 1024 px on. */
export type SideBarState = 'open' | 'closed' | 'wide';

/**
 * The state of the side bar: the user's choice; without one it is open on wide screens if there are
 * conversations.
 */
export function sideBarState(chosen: Preferences['navVisible'], hasConversations: boolean): SideBarState {
  if (chosen === 'auto') return hasConversations ? 'wide' : 'closed';
  return chosen === 'true' ? 'open' : 'closed';
}
