import type { Counts, MessageNote, MessageOmission, SourceNode } from './sources/source.ts';

/** A node with its parent, once the tree is known to be one. */
export interface Link {
  node: SourceNode;
  /** Index of the parent among the nodes; -1 for none. */
  parent: number;
  /** Milliseconds since 1970, never before its parent's. */
  time: number;
}

/** Finds the parents of nodes; each node whose parent is missing or is below it becomes a root. */
export function linkNodes(
  nodes: readonly SourceNode[],
  omitted: Counts<MessageOmission>,
  notes: Counts<MessageNote>,
): Link[] {
  const byId = new Map<string, number>();
  const links: Link[] = [];
  for (const node of nodes) {
    if (byId.has(node.id)) add(omitted, 'duplicate');
    else {
      byId.set(node.id, links.length);
      links.push({ node, parent: -1, time: node.message?.createdAt ?? Number.NEGATIVE_INFINITY });
    }
  }
  for (const link of links) {
    const { parentId } = link.node;
    if (parentId === null) continue;
    link.parent = byId.get(parentId) ?? -1;
    if (link.parent === -1) add(notes, 'orphan');
  }
  cutCycles(links, notes);
  return links;
}

/** Walks up from each node until a node that is known to lead to a root. */
function cutCycles(links: Link[], notes: Counts<MessageNote>): void {
  /** The walk in which a node was reached; 0: not yet. */
  const walks = new Uint32Array(links.length);
  for (let start = 0; start < links.length; start += 1) {
    let at = start;
    while (at !== -1 && walks[at] === 0) {
      walks[at] = start + 1;
      const { parent } = links[at]!;
      if (parent !== -1 && walks[parent] === start + 1) {
        links[at]!.parent = -1;
        add(notes, 'cycle');
        break;
      }
      at = parent;
    }
  }
}

/** The order of the nodes, each after its parent: as given where possible, or by time. Sets the missing times. */
export function sortLinks(links: readonly Link[], isOrdered: boolean): number[] {
  const order: number[] = [];
  const isPlaced = new Uint8Array(links.length);
  const path: number[] = [];
  for (let start = 0; start < links.length; start += 1) {
    for (let at = start; at !== -1 && isPlaced[at] === 0; at = links[at]!.parent) {
      path.push(at);
      isPlaced[at] = 1;
    }
    for (let at = path.pop(); at !== undefined; at = path.pop()) order.push(at);
  }
  const times = new Float64Array(links.length);
  for (const index of order) {
    const link = links[index]!;
    const above = link.parent === -1 ? Number.NEGATIVE_INFINITY : times[link.parent]!;
    times[index] = Math.max(link.time, above);
    if (link.time === Number.NEGATIVE_INFINITY) link.time = above;
  }
  // The sort is stable, so that of two nodes of one time the parent stays first.
  return isOrdered ? order : order.sort((one, other) => compare(times[one]!, times[other]!));
}

/** Infinite times cannot be subtracted. */
const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);

/** The first and the last known time of messages. */
export function timesOf(links: readonly Link[]): number[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of links) {
    if (!Number.isFinite(time)) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return Number.isFinite(first) ? [first, last] : [];
}

/** Counts a reason once more. */
export function add<Reason extends string>(counts: Counts<Reason>, reason: Reason, times = 1): void {
  counts[reason] = (counts[reason] ?? 0) + times;
}
