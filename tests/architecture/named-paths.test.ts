import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** A path from the root of the project, in backticks. */
const NAMED = /`((?:app|worker|db|tests|scripts|docs|public)\/[\w$.@/-]*)`/g;
/** The target of a Markdown link: a file, a heading, or both. */
const LINKED = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** Created by a command, and never committed. */
const MADE = new Set(['tests/screenshots']);

function leadingNowhere(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) => {
    const named = [...text.matchAll(NAMED)]
      .map(([, name = '']) => name)
      .filter((name) => !MADE.has(name) && !existsSync(path.join(ROOT, name)));
    const linked = [...text.matchAll(LINKED)]
      .map(([, to = '', heading]) => ({ to: to && path.join(path.dirname(place), to), heading }))
      .filter(({ to, heading }) => {
        if (to && !existsSync(path.join(ROOT, to))) return true;
        if (!heading) return false;
        return !headings(to ? readFileSync(path.join(ROOT, to), 'utf8') : text).has(heading);
      })
      .map(({ to, heading }) => (heading ? `${to}#${heading}` : to));
    return [...named, ...linked].map((name) => `${place}: ${name}`);
  });
}

/** The anchors of a page's headings. */
function headings(text: string): Set<string> {
  const lines = [...text.matchAll(/^#+ (.+)$/gm)].map(([, line = '']) => line);
  return new Set(
    lines.map((line) =>
      line
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('every path, link and heading that a document names exists', () => {
  it('in all of them', () => {
    const files = sourceFiles(['.'], /\.md$/);
    expect(files.length).toBeGreaterThan(20);
    expect(leadingNowhere(files)).toEqual([]);
  });

  it('control: finds dead paths and links', () => {
    const text =
      '# Here\n`app/core/gone.ts`, `app/core`, [a](gone.md), [b](../README.md#gone), [c](../README.md#commands), ' +
      '[d](#here), [e](#there)';
    expect(leadingNowhere([{ place: 'docs/x.md', text }])).toEqual([
      'docs/x.md: app/core/gone.ts',
      'docs/x.md: docs/gone.md',
      'docs/x.md: README.md#gone',
      'docs/x.md: #there',
    ]);
  });
});
