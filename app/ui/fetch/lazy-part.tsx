import { forwardRef, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './load-chunk.ts';

/** Loads each part by its name; false where its script cannot be reached. */
const loads = new Map<string, () => Promise<boolean>>();

const Nothing = () => null;

interface Waiting {
  /** Stands in its place until its script is there; nothing by default. */
  fallback?: ReactNode;
}

/**
 * A component whose script comes when it is shown first. The server has all parts (`loadAllParts`), and a page loads those
 * that it shows before it hydrates (`loadShownParts`): neither meets a Suspense boundary, so no piece of a page hydrates
 * later than the rest, where an update would make React render it anew (#421) and lose what was chosen in it.
 * @param name its own among all parts
 * @param Absent stands in its place where its script cannot be loaded, and shows nothing
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
    // Suspense awaits it.
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
    // It stays as it began: another tree would lose the state of what is in it.
    const [isThere] = useState(Loaded !== undefined);
    const part = <Awaited given={{ ...props, ...(ref && { ref }) } as Props} />;
    return isThere ? part : <Suspense fallback={fallback}>{part}</Suspense>;
  });
}

/** Loads all parts: the server renders each of them at once. */
export async function loadAllParts(): Promise<void> {
  await Promise.all([...loads.values()].map((load) => load()));
}

/**
 * Loads the parts that the server has rendered into this page. One whose script cannot be reached is taken out of it, so
 * that the rest hydrates as it is.
 */
export async function loadShownParts(): Promise<void> {
  const marks = [...document.querySelectorAll<HTMLElement>('template[data-part]')];
  await Promise.all(
    marks.map(async (mark) => {
      const name = mark.dataset['part']!;
      if ((await loads.get(name)?.()) === false) takeOut(mark, name);
    }),
  );
}

/** Removes what stands between the two marks of a part. */
function takeOut(mark: HTMLElement, name: string): void {
  const isEnd = (node: Node) => node instanceof HTMLElement && node.dataset['partEnd'] === name;
  while (mark.nextSibling && !isEnd(mark.nextSibling)) mark.nextSibling.remove();
}
