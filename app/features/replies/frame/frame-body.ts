import { escapeHtml } from '#app/ui/html/escape-html.ts';

/** Turns Markdown into HTML; the route hands over the one that the chat uses. */
export interface BlockRenderer {
  /** Takes the next piece. @returns the top-level blocks that are complete now, whatever follows */
  push: (piece: string) => string[];
  /** The block that is not complete yet; with those before it, it is the source. */
  open: () => string;
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
 * Only the open block is kept in memory, and of it a piece only looks at what the reader does not see yet.
 */
export function createFrameBody(renderer: BlockRenderer, thinkingLabel: string) {
  let open: Open = 'nothing';
  /** What the reader does not see yet of the block that is not complete. */
  let unseen = '';
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
    const seen = unseen.trimEnd();
    if (seen === '') return '';
    unseen = unseen.slice(seen.length);
    return (open === 'block' ? '' : become('block')) + escapeHtml(seen);
  }

  async function finish(block: string): Promise<string> {
    const close = become('nothing');
    if (block.trim() === '') return close;
    blocks += 1;
    return `${close}<div class="finished">${await renderer.render(block, `block-${blocks}`)}</div>`;
  }

  return {
    addThinking(text: string): string {
      return (open === 'thinking' ? '' : become('thinking')) + escapeHtml(text);
    },

    async addText(text: string): Promise<string> {
      let html = open === 'thinking' ? become('nothing') : '';
      const complete = renderer.push(text);
      for (const block of complete) html += await finish(block);
      unseen = complete.length > 0 ? renderer.open() : unseen + text;
      return text.trim() === '' ? html : html + grow();
    },

    /** The rest, in its finished form; nothing can be added afterwards. */
    async end(rest = ''): Promise<string> {
      let html = open === 'thinking' ? become('nothing') : '';
      for (const block of renderer.push(rest)) html += await finish(block);
      return html + (await finish(renderer.open()));
    },
  };
}
