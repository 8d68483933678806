import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { schema } from '#app/core/platform/config-schema.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { sourceFiles, type SourceFile } from './source-files.ts';

const ONLY_PLACE = 'app/core/platform/config.ts';
/** Processes of their own, that no installation with real providers starts. */
const SANDBOX = /^app\/sandbox\/\w+\/index\.ts$/;

function environmentReaders(files: SourceFile[]): string[] {
  return files
    .filter(
      ({ place, text }) =>
        place !== ONLY_PLACE &&
        !SANDBOX.test(place) &&
        /\bprocess\s*(\.|\?\.|\[['"])\s*env\b/.test(withoutComments(text)),
    )
    .map(({ place }) => place);
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
}

/** Names that `.env.example` sets or shows commented out: `NAME=` or `# NAME=`. */
function exampleNames(text: string): string[] {
  return [...text.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '');
}

describe('the environment', () => {
  it('is read in one file', () => {
    const files = sourceFiles(['app', 'worker', 'db'], /\.tsx?$/).filter(
      ({ place }) => !place.includes('.test.'),
    );
    expect(environmentReaders(files)).toEqual([]);
    expect(files.find(({ place }) => place === ONLY_PLACE)?.text).toContain('process.env');
  });

  it('control: finds readers elsewhere, ignores comments', () => {
    const reading = ['process.env.PORT', "process['env']", 'const { PORT } = process.env;'];
    for (const text of reading)
      expect(environmentReaders([{ place: 'app/x.ts', text }])).toEqual(['app/x.ts']);
    expect(
      environmentReaders([{ place: 'app/x.ts', text: '// not process.env\n/** process.env */' }]),
    ).toEqual([]);
  });

  it('is explained in .env.example, every variable and no other', () => {
    const example = readFileSync(path.join(ROOT, '.env.example'), 'utf8');
    expect(exampleNames(example).sort()).toEqual(Object.keys(schema.shape).sort());
    const lines = example.split('\n');
    const unexplained = lines.filter(
      (line, index) => /^(# ?)?[A-Z][A-Z0-9_]*=/.test(line) && !/^(#|[A-Z])/.test(lines[index - 1] ?? ''),
    );
    expect(unexplained, 'each stands under a sentence or in a group that has one').toEqual([]);
  });

  it('control: a missing and a surplus name are found', () => {
    expect(exampleNames('# Words.\nPORT=1\n# HOST=2\n#HOSTS are many')).toEqual(['PORT', 'HOST']);
  });
});
