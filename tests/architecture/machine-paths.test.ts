import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

const PRIVATE_PATH = /(?<![\w.$}\]-])\/(?:home|root|Users|work|tmp|var\/folders)\/[\w.-]+/g;
const SELF = 'tests/architecture/machine-paths.test.ts';

function machinePaths(files: SourceFile[]): string[] {
  return files
    .filter(({ place }) => place !== SELF)
    .flatMap(({ place, text }) => [...text.matchAll(PRIVATE_PATH)].map((match) => `${place}: ${match[0]}`));
}

describe('no file names a folder of a developer’s machine', () => {
  it('in any text file of the project', () => {
    const files = sourceFiles(
      ['.'],
      /\.(ts|tsx|js|mjs|cjs|json|md|ya?ml|css|html|svg)$|(^|\/)(Dockerfile|\.env\.example|run)$/,
    );
    expect(files.length).toBeGreaterThan(100);
    expect(machinePaths(files)).toEqual([]);
  });

  it('control: finds them in code and texts, ignores URLs and relative paths', () => {
    const bad = ["open('/home/anna/x')", 'see /tmp/run1', '`/Users/anna`', 'file:/root/x'];
    for (const text of bad) expect(machinePaths([{ place: 'x.ts', text }])).toHaveLength(1);
    const good = ['https://example.com/work/1', './tmp/a', 'app/work/x', '${base}/tmp/a'];
    for (const text of good) expect(machinePaths([{ place: 'x.ts', text }])).toEqual([]);
  });
});
