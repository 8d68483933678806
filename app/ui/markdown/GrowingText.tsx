import { lazy, Suspense, type ReactNode } from 'react';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';
import type { MarkdownLabels } from './labels.ts';

const GrowingMarkdown = lazy(
  async () => (await loadChunk(() => import('./GrowingMarkdown.tsx'))) ?? { default: PlainText },
);

interface GrowingTextProps {
  text: string;
  labels: MarkdownLabels;
  /** Unique on the page, for the ids of footnotes and headings. */
  idPrefix: string;
  /** Replaces the text until the renderer has loaded; plain text by default. */
  fallback?: ReactNode;
}

/** A text of a model while it is written, formatted; the renderer loads with the first such text. */
export function GrowingText({ fallback, ...props }: GrowingTextProps) {
  return (
    <Suspense fallback={fallback ?? <PlainText text={props.text} />}>
      <GrowingMarkdown {...props} />
    </Suspense>
  );
}

/** Replaces Markdown whose code has not loaded yet, or could not be loaded. */
export function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="plain-text">
      {text}
    </p>
  );
}
