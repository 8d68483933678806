interface TreeNode {
  children?: TreeNode[];
}

/** Elements in each other. Browsers flatten what is deeper than 512, and nobody reads what is deeper than this. */
const MAX_DEPTH = 100;

/**
 * Refuses a tree of elements that is too deep for those who walk through it.
 * @throws RangeError (from the returned function)
 */
export function limitDepth() {
  return (tree: TreeNode) => {
    let level: TreeNode[] = tree.children ?? [];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deep');
      level = level.flatMap((node) => node.children ?? []);
    }
  };
}
