import { openAfter } from './headings.ts';
import type { MarkdownLabels } from './labels.ts';
import { renderStored } from './render-stored.server.tsx';
import { splitBlocks } from './split-blocks.ts';

/** Renders a text that comes block by block, in order, as the whole of it would be. One for each text. */
export function createBlockRenderer(labels: MarkdownLabels) {
  let open = '';
  return {
    split: splitBlocks,
    /** @param key unique among the blocks of the text */
    async render(block: string, key: string): Promise<string> {
      const before = open;
      open = openAfter(block, open);
      return (await renderStored(block, labels, key, before)).html;
    },
  };
}
