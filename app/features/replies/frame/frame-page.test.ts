import { describe, expect, it } from 'vitest';
import { createFrameBody, type BlockRenderer } from './frame-page.ts';

function newRenderer(): BlockRenderer {
  let open = '';
  return {
    push: (piece) => {
      const blocks = (open + piece).split(/(?<=\n\n)/);
      open = blocks.pop() ?? '';
      return blocks;
    },
    open: () => open,
    render: async (block, key) => `<b id="${key}">${block.trim().replaceAll('<', '&lt;')}</b>`,
  };
}

const SOURCE = 'First paragraph.\n\nSecond with <script>alert(1)</script> & "quotes".\n\nThird';

/** The visible HTML: the style sheet hides a growing block that is followed by its finished form. */
function shown(html: string): string {
  return html.replaceAll(/<p class="growing" dir="auto">[^<]*<\/p>(?=<div class="finished">)/g, '');
}

async function write(pieces: string[]): Promise<string> {
  const body = createFrameBody(newRenderer(), 'Thinking');
  let html = '';
  for (const piece of pieces) html += await body.addText(piece);
  return html + (await body.end());
}

describe('createFrameBody', () => {
  it('ends with the same visible HTML wherever the text is split', async () => {
    const whole = await write([SOURCE]);
    expect(whole).toBe(
      '<div class="finished"><b id="block-1">First paragraph.</b></div>' +
        '<div class="finished"><b id="block-2">Second with &lt;script>alert(1)&lt;/script> & "quotes".</b></div>' +
        '<p class="growing" dir="auto">Third</p><div class="finished"><b id="block-3">Third</b></div>',
    );
    for (let cut = 0; cut <= SOURCE.length; cut++)
      expect(shown(await write([SOURCE.slice(0, cut), SOURCE.slice(cut)])), `cut ${cut}`).toBe(shown(whole));
    expect(shown(await write(Array.from(SOURCE)))).toBe(shown(whole));
  });

  it('shows every piece of the open block at once, escaped', async () => {
    const body = createFrameBody(newRenderer(), 'Thinking');
    expect(await body.addText('Hello <i')).toBe('<p class="growing" dir="auto">Hello &lt;i');
    expect(await body.addText('>"&\'')).toBe('&gt;&quot;&amp;&#39;');
    expect(await body.addText(' \n')).toBe('');
    expect(await body.addText('more')).toBe(' \nmore');
  });

  it('writes no tag of the text into the page before it is rendered', async () => {
    const body = createFrameBody(newRenderer(), '<b>');
    let html = '';
    for (const piece of Array.from('<script>x</script>')) html += await body.addText(piece);
    html += body.addThinking('<img>');
    expect(html.match(/<[a-z]+/g)).toEqual(['<p', '<details', '<summary', '<p']);
  });

  it('writes thinking in a box of its own that closes when the answer begins', async () => {
    const body = createFrameBody(newRenderer(), 'Thinking');
    const html =
      body.addThinking('Let me') +
      body.addThinking(' see') +
      (await body.addText('Yes')) +
      (await body.end());
    expect(html).toBe(
      '<details class="thinking" open><summary>Thinking</summary><p dir="auto">Let me see</p></details>' +
        '<p class="growing" dir="auto">Yes</p><div class="finished"><b id="block-1">Yes</b></div>',
    );
  });

  it('writes a block that arrives with the end only in its finished form', async () => {
    const body = createFrameBody(newRenderer(), 'Thinking');
    expect(await body.end('One\n\nTwo')).toBe(
      '<div class="finished"><b id="block-1">One</b></div><div class="finished"><b id="block-2">Two</b></div>',
    );
  });

  it('writes nothing for an empty reply', async () => {
    expect(await write([])).toBe('');
    expect(await write(['', '\n\n', ' '])).toBe('');
  });
});
