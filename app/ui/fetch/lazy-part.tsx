import { forwardRef, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './load-chunk.ts';

/** Loads each part by its name; the result is false if its script cannot be loaded. */
const loads = new Map<string, () => Promise<boolean>>();

const Nothing = () => null;

interface Waiting {
  /** Shown until the script has loaded; nothing by default. */
  fallback?: ReactNode;
}

/**
 * A component whose script is loaded when it is first shown. The server loads all parts (`loadAllParts`), and
 * a page loads the parts that it contains before it hydrates (`loadShownParts`): neither meets a Suspense
 * boundary, so no part of a page hydrates later than the rest. An update before such a late hydration would
 * make React render the part again (#421) and lose its state.
 * @param name unique among all parts
 * @param Absent shown in its place if its script cannot be loaded; by default nothing
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  Absent: ComponentType<Props> = Nothing,
) {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<boolean> | undefined;
  const ready = () => {
    loading ??= loadChunk(load).then((part) => {
      Loaded = part ?? Absent;
      return part !== null;
    });
    return loading;
  };
  loads.set(name, ready);
  function Awaited({ given }: { given: Props }) {
    // Suspense awaits the thrown promise.
    if (!Loaded) throw ready();
    return (
      <>
        <template data-part={name} />
        <Loaded {...given} />
        <template data-part-end={name} />
      </>
    );
  }
  return forwardRef<unknown, Props & Waiting>(function Part({ fallback, ...props }, ref) {
    // Fixed for the lifetime of the component: another tree would lose the state of its children.
    const [isLoaded] = useState(Loaded !== undefined);
    const part = <Awaited given={{ ...props, ...(ref && { ref }) } as Props} />;
    return isLoaded ? part : <Suspense fallback={fallback}>{part}</Suspense>;
  });
}

/** Loads all parts, so that the server renders each of them synchronously. */
export async function loadAllParts(): Promise<void> {
  await Promise.all([...loads.values()].map((load) => load()));
}

/**
 * Loads the parts that the server has rendered into this page. If the script of a part cannot be loaded, the
 * part is removed from the page, so that the rest hydrates normally.
 */
export async function loadShownParts(): Promise<void> {
  const marks = [...document.querySelectorAll<HTMLElement>('template[data-part]')];
  await Promise.all(
    marks.map(async (mark) => {
      const name = mark.dataset['part']!;
      if ((await loads.get(name)?.()) === false) removePart(mark, name);
    }),
  );
}

/** Removes the nodes between the two markers of a part. */
function removePart(mark: HTMLElement, name: string): void {
  const isEnd = (node: Node) => node instanceof HTMLElement && node.dataset['partEnd'] === name;
  while (mark.nextSibling && !isEnd(mark.nextSibling)) mark.nextSibling.remove();
}
