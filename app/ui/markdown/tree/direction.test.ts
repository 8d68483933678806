import { describe, expect, it } from 'vitest';
import { renderStored } from '../render/render-stored.server.tsx';
import { TEST_LABELS as labels } from '../test-labels.ts';
import { directWholes } from './direction.ts';
import type { HastNode } from './headings.ts';

const html = async (text: string) => (await renderStored(text, labels, 'm1')).html;

describe('a list', () => {
  it('has one direction, that of its first strong letter', async () => {
    const list = await html('1. ابدأ هنا\n2. Install Node\n3. انتهى');
    expect(list).toMatch(/^<ol dir="rtl">/);
    expect(list).not.toContain('<li dir');
    expect(await html('- Start here\n- انتهى')).toMatch(/^<ul dir="ltr">/);
  });

  it('sets its direction on a row that begins with a foreign name, and on no other', async () => {
    const list = await html('- مكتبات\n- React هي مكتبة\n- Install Node\n- Vue\n  - نقطة');
    expect(list.match(/<(li|ul) dir="rtl">/g)).toEqual(['<ul dir="rtl">', '<li dir="rtl">']);
    expect(list).toContain('<li dir="rtl">React');
    expect(await html('- Words\n- سلام means peace\n- سلام')).toContain('<li dir="ltr">سلام means');
    expect(await html('- مكتبات\n\n- React هي مكتبة')).toContain('<p dir="rtl">React');
    expect(await html('> قال لي\n>\n> React هي مكتبة')).toContain('<p dir="rtl">React');
    const table = await html('| مكتبة | وصف |\n|--|--|\n| React | React هي مكتبة |');
    expect(table.match(/<t[dh] dir="rtl">[^<]*/g)).toEqual(['<td dir="rtl">React هي مكتبة']);
  });

  it('skips digits, punctuation and code to find that letter', async () => {
    expect(await html('- 3.5: `npm install` ثبّت\n- run')).toMatch(/^<ul dir="rtl">/);
    expect(await html('- $$x^2$$ مربع')).toMatch(/^<ul dir="rtl">/);
  });

  it('keeps the direction of the page when it has no letter', async () => {
    expect(await html('- 1\n- 2')).toMatch(/^<ul>/);
  });

  it('passes its direction to nested lists', async () => {
    const list = await html('- الأول\n  - one\n  - two');
    expect(list.match(/dir=/g)).toHaveLength(1);
  });

  it('lets each of its paragraphs have its own direction', async () => {
    const list = await html('- الأول\n\n- The second');
    expect(list).toMatch(/^<ul dir="rtl">/);
    expect(list.match(/<p dir="auto">/g)).toHaveLength(2);
  });
});

describe('a table', () => {
  it('has one direction, that of its first strong letter', async () => {
    const table = await html('| Name | الاسم |\n|--|--|\n| مرحبا | 1 |');
    expect(table).toContain('<div class="table-scroll" dir="ltr"');
    expect(table.match(/dir=/g)).toHaveLength(1);
    expect(await html('| | الاسم |\n|--|--|\n| Alpha | 1 |')).toContain('class="table-scroll" dir="rtl"');
  });

  it('in a list keeps its own direction', async () => {
    const list = await html('- الأول\n\n  | Name |\n  |--|\n  | Alpha |');
    expect(list).toContain('<div class="table-scroll" dir="ltr"');
  });
});

describe('a quotation', () => {
  it('has the direction of its first strong letter, and a list in it has its own', async () => {
    const quote = await html('> قال لي\n>\n> - One');
    expect(quote).toMatch(/^<blockquote dir="rtl">/);
    expect(quote).toContain('<ul dir="ltr">');
  });
});

it('visits each node only a few times, however deep lists and quotations are nested', () => {
  let looks = 0;
  let tree: HastNode = { type: 'text', value: '1' };
  for (let depth = 0; depth < 900; depth++) {
    const inner = tree;
    const tagName = ['blockquote', 'ul', 'li'][depth % 3];
    tree = {
      type: 'element',
      tagName,
      get children() {
        looks += 1;
        return [inner];
      },
    };
  }
  directWholes()(tree);
  expect(looks).toBeLessThan(900 * 4);
});
