import { describe, expect, it } from 'vitest';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { cardsOf, HOSTILE, textOf, useModelPages } from './model-pages.ts';

const { web, pageOf } = useModelPages();

describe('GET /models', () => {
  it('has the models that answer here, and all of them by a link, first those that answer', async () => {
    const html = await pageOf('/models');
    expect(cardsOf(html)).toEqual([`/models/${TEST_MODEL}`]);
    expect(html).toMatch(/href="\/models\?show=all"[^>]*>Show 2 unavailable/);
    const all = cardsOf(await pageOf('/models?show=all&sort=dearest'));
    expect(all).toEqual([`/models/${TEST_MODEL}`, '/models/acme/hostile', '/models/acme/painter']);
  });

  it('has every model in its first byte, with its price, its id and a link to the chat', async () => {
    const html = await pageOf('/models?show=all');
    expect(textOf(html)).toContain('$1.00 / MTok in · varies $4.00 / MTok out');
    expect(textOf(html)).toContain('$0.030 / first megapixel');
    expect(html).toContain(`href="/chat/new?model=${encodeURIComponent(TEST_MODEL)}"`);
    expect(html.match(/href="\/chat\/new\?model/g), 'for what answers alone').toHaveLength(1);
    expect(textOf(html)).toContain('Not yet available');
    expect(textOf(html)).toContain('Unavailable here');
  });

  it('has a title, a description and one canonical address', async () => {
    const html = await pageOf('/models?tab=image');
    expect(html).toContain('<title>Models · ');
    expect(html).toMatch(/<meta name="description" content="Text, image and video/);
    expect(html).toMatch(/<link rel="canonical" href="[^"?]+\/models"/);
  });

  it('shows a tab, a search, a filter and an order by its address', async () => {
    expect(cardsOf(await pageOf('/models?tab=image&show=all'))).toEqual(['/models/acme/painter']);
    expect(cardsOf(await pageOf('/models?q=quickly'))).toEqual([`/models/${TEST_MODEL}`]);
    const images = cardsOf(await pageOf('/models?modality=text-to-image&show=all'));
    expect(images).toEqual(['/models/acme/painter']);
  });

  it('searches all models, whatever tab was selected, and disables the tabs meanwhile', async () => {
    const html = await pageOf('/models?q=painter&tab=text');
    expect(cardsOf(html)).toEqual(['/models/acme/painter']);
    expect(html).toContain('value="painter"');
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(4);
    expect(html).not.toContain('tab=video');
  });

  it('filters by maker, price, context and capability; an address has every combination', async () => {
    const shownBy = async (query: string) => cardsOf(await pageOf(`/models?show=all&${query}`));
    expect(await shownBy('maker=acme&sort=name')).toEqual(['/models/acme/hostile', '/models/acme/painter']);
    expect(await shownBy('maker=acme&maker=sandbox&price=upTo1')).toEqual([`/models/${TEST_MODEL}`]);
    expect(await shownBy('price=free')).toEqual([]);
    expect(await shownBy('tab=text&context=128k&capability=tools')).toEqual([
      `/models/${TEST_MODEL}`,
      '/models/acme/hostile',
    ]);
    expect(await shownBy('context=1m')).toEqual([]);
    expect(await shownBy('context=128k&capability=vision')).toEqual([]);
  });

  it('has each active filter as a link that removes it, and one that clears all', async () => {
    const html = await pageOf('/models?maker=sandbox&price=upTo5&context=32k&show=all&view=table');
    const hrefOf = (label: string) =>
      new RegExp(`<a [^>]*aria-label="Remove filter ${label}"[^>]*>`)
        .exec(html)?.[0]
        .match(/href="([^"]+)"/)?.[1];
    expect(hrefOf('Sandbox')).toBe('/models?price=upTo5&amp;context=32k&amp;view=table&amp;show=all');
    expect(hrefOf(String.raw`Up to \$5 / MTok in`)).toBe(
      '/models?maker=sandbox&amp;context=32k&amp;view=table&amp;show=all',
    );
    expect(hrefOf(String.raw`32K\+ context`)).toBe(
      '/models?maker=sandbox&amp;price=upTo5&amp;view=table&amp;show=all',
    );
    expect(html).toMatch(/href="\/models\?view=table&amp;show=all"[^>]*>Clear filters/);
  });

  it('offers to clear the filters, or the search, of an empty list', async () => {
    const filtered = await pageOf('/models?context=1m');
    expect(filtered.split('No models available')[1]).toMatch(/href="\/models"[^>]*>Clear filters/);
    const searched = await pageOf('/models?q=zzz');
    expect(searched.split('No models available')[1]).toMatch(/href="\/models"[^>]*>Clear search/);
  });

  it('ignores a maker without models, and says so', async () => {
    const html = await pageOf('/models?maker=nobody&maker=sandbox');
    expect(cardsOf(html)).toEqual([`/models/${TEST_MODEL}`]);
    expect(textOf(html)).toContain('Ignored an unknown filter.');
    expect(html).not.toContain('Remove filter nobody');
  });

  it('is a table by its address or by the stored view, sorted by the heads of its columns', async () => {
    const html = await pageOf('/models?view=table&show=all&sort=-name');
    const rowsOf = (page: string) =>
      [...page.matchAll(/<th scope="row".*?href="([^"]+)"/g)].map(([, to]) => to);
    expect(rowsOf(html)).toEqual([`/models/${TEST_MODEL}`, '/models/acme/painter', '/models/acme/hostile']);
    expect(html).toMatch(
      /aria-sort="descending"[^>]*><a [^>]*href="\/models\?sort=name&amp;view=table&amp;show=all"/,
    );
    expect(textOf(html)).toMatch(/Small Sandbox .*\$1\.00 \$4\.00 128K – Text → Text/);
    expect(textOf(html)).toContain('– $0.030 / first megapixel 128K – Text → Image');
    const stored = await fetch(`${web.origin()}/models`, { headers: { cookie: 'modelView=table' } });
    expect(rowsOf(await stored.text())).toEqual([`/models/${TEST_MODEL}`]);
  });

  it('has a check box for each model in a form that opens the comparison', async () => {
    for (const view of ['cards', 'table']) {
      const html = await pageOf(`/models?show=all&view=${view}`);
      const boxes = [...html.matchAll(/<input type="checkbox"[^>]*name="ids"[^>]*>/g)].map(([box]) => box);
      expect([view, boxes.length]).toEqual([view, 3]);
      for (const box of boxes) expect(box).toContain('form="compare"');
    }
    expect(await pageOf('/models')).toMatch(/<form[^>]*action="\/models\/compare"[^>]*id="compare"/);
  });

  it.each([
    ['/models?tab=video', 'No video models available'],
    ['/models?tab=text&modality=text-to-image', 'No text models available'],
    ['/models?q=zzz', 'No models available matching your search'],
  ])('shows for %s that there is nothing, and what to do', async (path, words) => {
    const text = textOf(await pageOf(path));
    expect(text).toContain(words);
    expect(text).toContain('Try switching to a different tab or adjusting your search');
  });

  it('shows untrusted text as text', async () => {
    expect(await pageOf('/models?show=all')).toContain('&lt;script&gt;alert(1)');
    expect(await pageOf(`/models?q=${encodeURIComponent(HOSTILE)}"`)).not.toContain(HOSTILE);
  });

  it('starts again if the model of the cursor is gone, and says so', async () => {
    const html = await pageOf('/models?q=quickly&cursor=gone/model');
    expect(cardsOf(html)).toEqual([`/models/${TEST_MODEL}`]);
    expect(textOf(html)).toContain('The list has changed; starting from the top.');
    expect(textOf(html)).not.toContain('Back to the first page');
  });

  it('says what it shows instead of an unknown kind, order and filter', async () => {
    const text = textOf(await pageOf('/models?tab=smell&sort=size&modality=text-to-smell'));
    expect(text).toContain('Unknown model type; showing all.');
    expect(text).toContain('Unknown sort order; showing featured models first.');
    expect(text).toContain('Ignored an unknown filter.');
    expect(textOf(await pageOf('/models?tab=image&sort=newest'))).not.toContain('Unknown sort order');
  });

  it('is in the language of its reader', async () => {
    expect(textOf(await pageOf('/models?q=zzz', { language: 'ja-JP' }))).toContain(
      '検索に一致するモデルがありません',
    );
    expect(textOf(await pageOf('/models', { language: 'ar-EG' }))).toContain('النماذج');
  });
});
