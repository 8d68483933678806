/**
 * Tells screens that something has changed, at most once a frame: text that arrives faster than the screen
 * is drawn is shown together. A hidden tab draws nothing and is told when it is visible again.
 */
export function createScreenUpdates() {
  const followers = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let frame: number | undefined;

  function draw(): void {
    frame = undefined;
    const keys = [...changed];
    changed.clear();
    for (const key of keys) followers.get(key)?.forEach((show) => show());
  }

  return {
    follow(key: string, show: () => void): () => void {
      const shows = followers.get(key) ?? new Set();
      followers.set(key, shows.add(show));
      return () => {
        shows.delete(show);
        if (shows.size === 0) followers.delete(key);
      };
    },
    changed(key: string): void {
      if (!followers.has(key)) return;
      changed.add(key);
      frame ??= requestAnimationFrame(draw);
    },
    stop(): void {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
