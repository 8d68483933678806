import { escapeHtml } from '#app/ui/html/escape-html.ts';

/** Turns Markdown into HTML; the route hands over the one that the chat uses. */
export interface BlockRenderer {
  /** Top-level blocks; joined they are the source. All but the last are complete, whatever follows. */
  split: (source: string) => string[];
  /** Safe HTML of one complete block. `key` is unique in the document. */
  render: (block: string, key: string) => Promise<string>;
}

type Open = 'nothing' | 'thinking' | 'block';

const CLOSE: Record<Open, string> = { nothing: '', thinking: '</p></details>', block: '</p>' };

/**
 * The HTML of a reply that grows without scripts: what is written can never be changed, only added to. The
 * open block grows as plain text in a `.growing` paragraph that stays open, so that the browser shows every
 * piece as it comes. When the block is complete its Markdown follows as `.finished`, and the style sheet hides
 * a `.growing` that has a `.finished` behind it. A block that was never seen growing is written finished only.
 * Only the open block is kept in memory.
 */
export function createFrameBody({ split, render }: BlockRenderer, thinkingLabel: string) {
  let open: Open = 'nothing';
  /** Source of the block that is not complete, and how much of it the reader sees. */
  let source = '';
  let shown = 0;
  let blocks = 0;

  function become(next: Open): string {
    const close = CLOSE[open];
    open = next;
    if (next === 'thinking')
      return `${close}<details class="thinking" open><summary>${escapeHtml(thinkingLabel)}</summary><p dir="auto">`;
    return next === 'block' ? `${close}<p class="growing" dir="auto">` : close;
  }

  /** Space at the end waits: it shows only when something follows. */
  function grow(): string {
    const visible = source.trimEnd().length;
    if (visible <= shown) return '';
    const html = (open === 'block' ? '' : become('block')) + escapeHtml(source.slice(shown, visible));
    shown = visible;
    return html;
  }

  async function finish(block: string): Promise<string> {
    const close = become('nothing');
    shown = 0;
    if (block.trim() === '') return close;
    blocks += 1;
    return `${close}<div class="finished">${await render(block, `block-${blocks}`)}</div>`;
  }

  return {
    addThinking(text: string): string {
      return (open === 'thinking' ? '' : become('thinking')) + escapeHtml(text);
    },

    async addText(text: string): Promise<string> {
      let html = open === 'thinking' ? become('nothing') : '';
      const parts = split(source + text);
      source = parts.pop() ?? '';
      for (const block of parts) html += await finish(block);
      return html + grow();
    },

    /** The rest, in its finished form; nothing can be added afterwards. */
    async end(rest = ''): Promise<string> {
      let html = open === 'thinking' ? become('nothing') : '';
      for (const block of split(source + rest)) html += await finish(block);
      return html;
    },
  };
}
