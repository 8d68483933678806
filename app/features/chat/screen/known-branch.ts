import type { ViewMessage } from '../messages/view-message.ts';

/**
 * The branch on show as far as it is known, oldest first: the page's messages and, above them, those that
 * were loaded before. A message is shown only when its child is, so a piece of another branch falls away.
 */
export function knownBranch(
  page: readonly ViewMessage[],
  loaded: ReadonlyMap<string, ViewMessage>,
): ViewMessage[] {
  const above: ViewMessage[] = [];
  let parent = page[0] && loaded.get(page[0].parentMessageId);
  while (parent) {
    above.push(parent);
    parent = loaded.get(parent.parentMessageId);
  }
  return [...above.toReversed(), ...page];
}
