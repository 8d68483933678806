/** A conversation of another product. Times are milliseconds since 1970, null if they are not known. */
export interface ImportedConversation {
  id: string;
  /** The id that an export of this application gives it; if the conversation still exists, it is the same one. */
  ownId: string | null;
  /** '' for the first words. */
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  endpoint: string;
  model: string | null;
  /** Each after its parent. */
  messages: readonly ImportedMessage[];
  /** Index of the last message of the shown branch. */
  leaf: number;
}

/** A message in its place in the tree. Times are milliseconds since 1970. */
export interface ImportedMessage {
  id: string;
  /** The id in its export. */
  sourceId: string;
  /** Index of its parent; -1 for a first message. */
  parent: number;
  isCreatedByUser: boolean;
  text: string;
  thinking: string | null;
  sender: string;
  model: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  isEdited: boolean;
  isUnfinished: boolean;
  isCancelled: boolean;
  finishReason: string | null;
}

/**
 * The index of each message's parent; -1 for a first message. Messages that are left out are no parents: what follows
 * them follows the message before them.
 */
export function parentsWithout(
  messages: readonly Pick<ImportedMessage, 'parent'>[],
  leftOut: ReadonlySet<number>,
): number[] {
  // Each message comes after its parent, so the nearest one that stays is known already.
  const nearest: number[] = [];
  return messages.map(({ parent }, index) => {
    const above = parent === -1 ? -1 : nearest[parent]!;
    nearest.push(leftOut.has(index) ? above : index);
    return above;
  });
}

/** The indexes of the branch that ends with a message, its first message first. */
export function branchOf(parents: readonly number[], leaf: number): number[] {
  const upwards = [leaf];
  for (let at = parents[leaf]!; at !== -1; at = parents[at]!) upwards.push(at);
  return upwards.toReversed();
}
