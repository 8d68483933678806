import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** A path from the root of the project in code marks, and where a link of Markdown leads. */
const NAMED = /`((?:app|worker|db|tests|scripts|docs|public)\/[\w$.@/-]*)`/g;
/** What a command makes, and no commit has. */
const MADE = new Set(['tests/screenshots']);
const LINKED = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g;

function missing(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) => {
    const named = [...text.matchAll(NAMED)].map(([, name = '']) => name);
    const linked = [...text.matchAll(LINKED)].map(([, to = '']) => path.join(path.dirname(place), to));
    return [...named, ...linked]
      .filter((name) => !MADE.has(name) && !existsSync(path.join(ROOT, name)))
      .map((name) => `${place}: ${name}`);
  });
}

describe('every path that a document names exists', () => {
  it('in all of them', () => {
    const files = sourceFiles(['.'], /\.md$/);
    expect(files.length).toBeGreaterThan(20);
    expect(missing(files)).toEqual([]);
  });

  it('control: finds a path and a link that lead nowhere', () => {
    const text = 'see `app/core/gone.ts`, `app/core`, [this](gone.md) and [that](../README.md#words)';
    expect(missing([{ place: 'docs/x.md', text }])).toEqual([
      'docs/x.md: app/core/gone.ts',
      'docs/x.md: docs/gone.md',
    ]);
  });
});
