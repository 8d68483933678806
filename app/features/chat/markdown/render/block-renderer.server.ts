import { createBlockSplitter } from '../blocks/block-splitter.ts';
import type { MarkdownLabels } from '../labels.ts';
import { plainText } from '../source/plain-text.ts';
import { openAfter } from '../tree/headings.ts';
import { newRenderBudget, renderTexts } from './render-text.server.ts';

/**
 * Renders a text that comes piece by piece, block by block in order, as the whole of it would be. One for each text.
 * @param owner whose text it is
 */
export function createBlockRenderer(labels: MarkdownLabels, owner: string) {
  const splitter = createBlockSplitter();
  const budget = newRenderBudget(owner, Infinity);
  let open = '';
  let isNoted = false;
  return {
    push: splitter.push,
    open: splitter.open,
    /** @param key unique among the blocks of the text */
    async render(text: string, key: string): Promise<string> {
      const input = { text, labels, idPrefix: key, open };
      open = openAfter(text, open);
      const [shown] = await renderTexts([input], { budget, isStored: false });
      if (!shown?.isPlain) return shown?.html ?? '';
      const html = isNoted ? plainText(text) : shown.html;
      isNoted = true;
      return html;
    },
  };
}
