import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { awaitEnd, messageBox } from './flows/conversation-steps.ts';
import { hydrated } from './support/hydration.ts';
import type { PageOptions } from './support/page-options.ts';
import { register } from './support/register.ts';
import { showSideBar } from './support/side-bar.ts';
import { test, type OpenPage } from './support/test.ts';

const ROW =
  '| 一番目の長い項目名 | 二番目の長い項目名 | 三番目の長い項目名 | 四番目の長い項目名 | 五番目の長い項目名 |';
const TABLE = `${ROW}\\n|--|--|--|--|--|\\n${ROW}`;

async function conversation(open: OpenPage, text: string, options: PageOptions): Promise<Page> {
  const page = await open(options);
  await register(page);
  await hydrated(page);
  await messageBox(page).fill(`Answer [[sandbox: text="${text}" pace=0]]`);
  await page.getByRole('button', { name: 'Send a message' }).click();
  await awaitEnd({ page, scripts: 'on' });
  return page;
}

const LANGUAGES = ['ar-EG', 'en-US', 'ja-JP'] as const;

/** The smallest phone, and a screen of 1280 px at a zoom of 200%. */
const WIDTHS = [320, 640];

const PAGES = [
  '/',
  '/chat/new',
  '/playground/new',
  '/models',
  '/models/sandbox/twin',
  '/models/compare?ids=sandbox/small,sandbox/twin,google/veo-3.1',
  '/settings',
  '/settings/account',
  '/settings/sign-in',
  '/settings/data',
  '/settings/files',
  '/settings/provider-keys',
  '/settings/provider-keys/azureOpenAI',
  '/balance',
  '/keys',
  '/usage',
];

/** Makes every word of the page 40% longer, as a translation may be. */
function lengthenWords(page: Page): Promise<void> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.parentElement?.closest('script, style, code, pre, data')) continue;
      text.data = text.data.replaceAll(
        /\p{L}{2,}/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
      );
    }
  });
}

/** Controls whose words are cut off, but for those that show by dots that there are more. */
function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], summary, label, h1, h2, h3, legend')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => !one.matches('.sr-only, [href="#content"]') && !one.closest('.sr-only'))
      .filter((one) => {
        const { overflowX, textOverflow } = getComputedStyle(one);
        return (
          overflowX !== 'visible' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1
        );
      })
      .map((one) => one.textContent),
  );
}

describe.each(IS_FULL ? LANGUAGES : LANGUAGES.slice(0, 1))('in %s', (language) => {
  test('long words fit into the smallest phone, and into a page at 200%', async ({ open }) => {
    const page = await open({ screen: 'phone', language });
    await register(page);
    const faults: string[] = [];
    for (const path of PAGES) {
      await page.goto(path);
      await hydrated(page);
      await lengthenWords(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 640 });
        const filled = await page.evaluate(() => document.documentElement.scrollWidth);
        if (filled > width) faults.push(`${path} is ${filled} px wide at ${width} px`);
        for (const words of await cutControls(page)) faults.push(`${path} cuts "${words}" at ${width} px`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('on a phone', () => {
  test('a table keeps its natural width and scrolls', async ({ open }) => {
    const page = await conversation(open, TABLE, { screen: 'phone' });
    const table = page.locator('.table-scroll');
    const { inner, outer } = await table.evaluate((box) => ({
      inner: box.scrollWidth,
      outer: box.clientWidth,
    }));
    expect(inner).toBeGreaterThan(outer * 1.5);
    const line = await table
      .locator('td')
      .first()
      .evaluate((cell) => {
        const { lineHeight, paddingBlockStart } = getComputedStyle(cell);
        return (cell.clientHeight - 2 * parseFloat(paddingBlockStart)) / parseFloat(lineHeight);
      });
    expect(Math.round(line)).toBe(1);
  });

  test('buttons and links are 44 px high and wide', async ({ open }) => {
    const page = await conversation(open, 'A reply.\\n\\n```ts\\nconst a = 1;\\n```', { screen: 'phone' });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a[href], summary, select, input, textarea')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
        // Links in text are as high as their line.
        .filter((one) => !one.closest('.markdown p, .sr-only') && !one.matches('.sr-only, [href="#content"]'))
        .map((one) => ({
          name: one.getAttribute('aria-label') ?? one.textContent,
          box: one.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`),
    );
    expect(small).toEqual([]);
  });
});

if (IS_FULL)
  test('renaming a conversation keeps its menu in its position', async ({ open }) => {
    const page = await conversation(open, 'A reply.', {});
    await showSideBar(page);
    await page
      .locator('#side-bar')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    const menu = page.locator('#side-bar [popover]:popover-open');
    await menu.waitFor();
    const before = await menu.boundingBox();
    await menu.getByText('Rename', { exact: true }).click();
    await menu.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await menu.boundingBox()).toEqual(before);
  });
