/** The nodes of the diagram; their labels are texts of the page. */
export const NODES = ['planner', 'researcher', 'writer', 'hub', 'quick', 'large', 'local'] as const;
export type NodeName = (typeof NODES)[number];

/** The calls between nodes: agents call each other and the hub, and the hub calls the models. */
const CALLS: readonly (readonly [from: NodeName, to: NodeName])[] = [
  ['planner', 'researcher'],
  ['planner', 'writer'],
  ['planner', 'hub'],
  ['researcher', 'hub'],
  ['writer', 'hub'],
  ['hub', 'quick'],
  ['hub', 'large'],
  ['hub', 'local'],
];

/** The centers of the nodes, in units of about a pixel. */
interface Layout {
  width: number;
  height: number;
  nodeWidth: number;
  nodeHeight: number;
  places: Record<NodeName, readonly [x: number, y: number]>;
  /** The direction of the calls. */
  flow: 'across' | 'down';
}

export const LAYOUTS: Record<'wide' | 'narrow', Layout> = {
  wide: {
    width: 900,
    height: 330,
    nodeWidth: 136,
    nodeHeight: 52,
    flow: 'across',
    places: {
      planner: [78, 165],
      researcher: [300, 50],
      writer: [300, 280],
      hub: [560, 165],
      quick: [822, 50],
      large: [822, 165],
      local: [822, 280],
    },
  },
  narrow: {
    width: 350,
    height: 470,
    nodeWidth: 104,
    nodeHeight: 50,
    flow: 'down',
    places: {
      planner: [175, 35],
      researcher: [62, 155],
      writer: [288, 155],
      hub: [175, 290],
      quick: [56, 430],
      large: [175, 430],
      local: [294, 430],
    },
  },
};

export interface Line {
  id: string;
  /** The `d` of a path, from the caller to the called node. */
  path: string;
  /** A line between two agents: no money flows there. */
  isHandOver: boolean;
}

/** The lines of a layout; mirrored for right-to-left pages. */
export function linesOf(layout: Layout, isMirrored: boolean): Line[] {
  return CALLS.map(([from, to]) => ({
    id: `${from}-${to}`,
    path: pathBetween(layout, from, to, isMirrored),
    isHandOver: to !== 'hub' && from !== 'hub',
  }));
}

/** The center of a node. */
export function placeOf(
  { places, width }: Layout,
  name: NodeName,
  isMirrored: boolean,
): readonly [number, number] {
  const [x, y] = places[name];
  return [isMirrored ? width - x : x, y];
}

function pathBetween(layout: Layout, from: NodeName, to: NodeName, isMirrored: boolean): string {
  const [x1, y1] = placeOf(layout, from, isMirrored);
  const [x2, y2] = placeOf(layout, to, isMirrored);
  if (layout.flow === 'across') {
    const side = (Math.sign(x2 - x1) * layout.nodeWidth) / 2;
    const [start, end] = [x1 + side, x2 - side];
    const middle = (start + end) / 2;
    return `M${start} ${y1}C${middle} ${y1} ${middle} ${y2} ${end} ${y2}`;
  }
  const [start, end] = [y1 + layout.nodeHeight / 2, y2 - layout.nodeHeight / 2];
  const middle = (start + end) / 2;
  return `M${x1} ${start}C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
}
