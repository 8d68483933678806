import { describe, expect, it } from 'vitest';
import { sideBarState } from './side-bar-state.ts';

describe('the side bar', () => {
  it.each([
    ['auto', true, 'wide'],
    ['auto', false, 'closed'],
    ['true', false, 'open'],
    ['false', true, 'closed'],
  ] as const)('with the preference %s and conversations %s is %s', (chosen, hasConversations, state) => {
    expect(sideBarState(chosen, hasConversations)).toBe(state);
  });
});
