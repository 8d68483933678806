import type { Preferences } from '../preferences/preferences.ts';

/** Id of the side bar, which a page has once. */
export const SIDE_BAR = 'side-bar';

/** Whether the side bar stands beside the content from 768 px on; `wide`: from 1024 px on. */
export type SideBarState = 'open' | 'closed' | 'wide';

/** What a person chose counts; where nothing was chosen it is open on wide screens for who has conversations. */
export function sideBarState(chosen: Preferences['navVisible'], hasConversations: boolean): SideBarState {
  if (chosen === 'auto') return hasConversations ? 'wide' : 'closed';
  return chosen === 'true' ? 'open' : 'closed';
}
