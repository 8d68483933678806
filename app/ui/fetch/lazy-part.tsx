import { forwardRef, type ComponentType } from 'react';
import { loadChunk } from './load-chunk.ts';

const loads = new Map<string, () => Promise<unknown>>();

const Nothing = () => null;

/**
 * A component whose script comes when it is shown first; the server renders it at once. It stands within a Suspense. Unlike
 * React's `lazy` it does not suspend once its script is there: what a page shows at its first byte is loaded before it
 * hydrates (`loadShownParts`), since an update of a boundary that waits makes React render it anew, and what was chosen in
 * it is lost.
 * @param name its own among all parts
 * @param Absent stands in its place where its script cannot be loaded
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  Absent: ComponentType<Props> = Nothing,
) {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<unknown> | undefined;
  const ready = () => {
    loading ??= loadChunk(load).then((part) => (Loaded = part ?? Absent));
    return loading;
  };
  loads.set(name, ready);
  return forwardRef<unknown, Props>(function Part(props, ref) {
    // What Suspense awaits.
    if (!Loaded) throw ready();
    const given = { ...props, ...(ref && { ref }) } as Props;
    return (
      <>
        <template data-part={name} />
        <Loaded {...given} />
      </>
    );
  });
}

/** Loads the parts that the server has rendered into this page. */
export async function loadShownParts(): Promise<void> {
  const marks = document.querySelectorAll<HTMLElement>('template[data-part]');
  await Promise.all([...marks].flatMap(({ dataset }) => loads.get(dataset.part!)?.() ?? []));
}
