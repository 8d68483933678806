import { describe, expect, it, vi } from 'vitest';
import { iterate } from './iterate.ts';

/** A source of these values that counts how often it was ended. */
function sourceOf(values: (string | Error)[]) {
  const end = vi.fn<() => void>();
  const next = async () => {
    const value = values.shift();
    if (value instanceof Error) throw value;
    return value;
  };
  return { source: { next, end }, end };
}

describe('an iterator of a source', () => {
  it('yields the values and ends the source once', async () => {
    const { source, end } = sourceOf(['a', 'b']);
    const values: string[] = [];
    for await (const value of iterate(source)) values.push(value);
    expect(values).toEqual(['a', 'b']);
    expect(end).toHaveBeenCalledOnce();
  });

  it('ends the source when its reader leaves, and yields nothing afterwards', async () => {
    const { source, end } = sourceOf(['a', 'b']);
    const values = iterate(source);
    for await (const value of values) {
      expect(value).toBe('a');
      break;
    }
    expect(end).toHaveBeenCalledOnce();
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });

  it('passes an error on and ends the source', async () => {
    const { source, end } = sourceOf(['a', new Error('cut'), 'b']);
    const values = iterate(source);
    expect(await values.next()).toEqual({ done: false, value: 'a' });
    await expect(values.next()).rejects.toThrow('cut');
    expect(await values.next()).toEqual({ done: true, value: undefined });
    expect(end).toHaveBeenCalledOnce();
  });

  it('lets its reader leave during a pending next; that value is lost', async () => {
    let bring: (value: string) => void = () => undefined;
    const end = vi.fn<() => void>();
    const values = iterate({ next: () => new Promise<string>((resolve) => (bring = resolve)), end });
    const pending = values.next();
    await values.return?.();
    expect(end).toHaveBeenCalledOnce();
    bring('late');
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(end).toHaveBeenCalledOnce();
  });
});
