import type { MarkdownLabels } from './labels.ts';

/** Labels of the Markdown renderer for its tests. */
export const TEST_LABELS: MarkdownLabels = {
  copy: 'Copy',
  code: 'Code',
  table: 'Table',
  image: 'Open image from {{host}}',
  done: 'done',
  open: 'open',
  footnotes: 'Footnotes',
  back: 'Back',
  plain: 'Plain text',
};
