import type { Page } from 'playwright';
import { expect } from 'vitest';
import { shortcutsReady } from './support/hydration.ts';
import type { PageOptions } from './support/page-options.ts';
import { signUp } from './support/register.ts';
import { takeScreenshot } from './support/take-screenshot.ts';
import { test } from './support/test.ts';

/** The four looks in which a screen is judged. */
const LOOKS: readonly (PageOptions & { name: string })[] = [
  { name: '1280-light-en', screen: 'wide' },
  { name: '390-dark-en', screen: 'phone', theme: 'dark' },
  { name: '1280-light-ar', screen: 'wide', language: 'ar-EG' },
  { name: '390-light-ja', screen: 'phone', language: 'ja-JP' },
];

const ANSWER = String.raw`## Flywheel or battery

Both store energy; they differ in how fast they give it back.

| | Flywheel | Battery |
|---|---|---|
| Power for its weight | very high | moderate |
| Lifetime | 1,000,000 cycles | 2,000 cycles |

1. Ask for **power and cycles**: take the flywheel.
2. It holds $$E = \tfrac{1}{2}\, I \omega^2$$

~~~python
def stored_energy(inertia: float, speed: float) -> float:
    return 0.5 * inertia * speed**2
~~~`;

const LONG = 60_000;
const visible = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).first();
const box = (page: Page) => visible(page, 'textarea[name=text], textarea[name=prompt]');
/** The button of the menu that contains such an item. */
const opener = (page: Page, item: string) => visible(page, `.anchor-host:has(${item}) > button`);
const best = (page: Page) => page.locator('[name=intent][value=best]');

/** Opens a page and does what its picture shows. */
type Step = readonly [name: string, path: string, act?: (page: Page) => Promise<unknown>];

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Follows a link of the menu of the visible chat. */
async function follow(page: Page, item: string): Promise<void> {
  await visible(page, '[data-conversation-menu] button').click();
  await page.locator(`[data-conversation-menu] ${item}`).click();
}

/** Sends a message of which the answer comes at once. */
async function ask(page: Page): Promise<void> {
  await send(page, 'Which river? [[sandbox: text="The Elbe." pace=0]]');
  await page.waitForURL(/\/chat\/[\da-f]{8}/);
  await page.locator('[data-copy-message]').first().waitFor();
  await visible(page, '[data-conversation-menu] button').waitFor();
}

const STEPS: readonly Step[] = [
  ['chat-new', '/chat/new'],
  [
    'chat',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await send(page, `Flywheel or battery? [[sandbox: text="${ANSWER}" pace=0]]`);
      await page.locator('article pre').waitFor();
      await visible(page, '[data-conversation-menu] button').waitFor();
    },
  ],
  ['chat-title-menu', '', (page) => visible(page, '[data-conversation-menu] button').click()],
  [
    'chat-image',
    '/chat/new?model=sandbox/picture',
    async (page) => {
      await send(page, 'A fox in the snow [[sandbox: delay=0]]');
      await page.locator('article img').last().waitFor({ timeout: LONG });
    },
  ],
  [
    'chat-video',
    '/chat/new?model=sandbox/video',
    async (page) => {
      await send(page, 'It runs away [[sandbox: delay=0]]');
      await page.locator('article video').waitFor({ timeout: LONG });
    },
  ],
  ['chat-temporary-new', '/chat/new?temporary=1'],
  ['chat-temporary', '/chat/new?model=sandbox/small&temporary=1', ask],
  [
    'chat-queue',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await send(page, `Slowly [[sandbox: text="${'One word after another. '.repeat(60)}" pace=200]]`);
      await page.waitForURL(/\/chat\/[\da-f]{8}/);
      await shortcutsReady(page);
      for (const text of ['And then?', 'Also tell me about the Danube and all its tributaries, in order'])
        await send(page, text);
      await page.locator('[name=intent][value=queue-remove]').nth(1).waitFor({ state: 'attached' });
    },
  ],
  [
    'chat-delete-message',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await ask(page);
      await page.locator('a[id^=delete-]').last().click();
      await page.locator('[name=scope]').first().waitFor();
    },
  ],
  [
    'chat-move',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await ask(page);
      await follow(page, 'a[href$="/folder"]');
      await page.locator('input[name=name]').fill('Rivers of Europe');
      await page.locator('button[value=create]').click();
      await page.waitForURL(/\/chat\/[\da-f-]{36}$/);
      await follow(page, 'a[href$="/folder"]');
      await page.locator('button[name=folderId]').first().waitFor();
    },
  ],
  ['folders', '/chat/folders'],
  [
    'folder',
    '',
    async (page) => {
      await page.locator('main a[href^="/chat/folders/"]').first().click();
      await page.locator('button[value=rename]').waitFor();
    },
  ],
  [
    'chat-share',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await ask(page);
      await follow(page, 'a[href$="/share"]');
      await page.locator('button[value=create]').click();
      await page.locator('input[readonly]').waitFor();
    },
  ],
  [
    'trash',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await ask(page);
      await follow(page, 'form:has([value=delete]) summary');
      await page.locator('[data-conversation-menu] form:has([value=delete]) button').click();
      await page.waitForURL(/\/chat\/new/);
      await page.goto('/chat/trash');
      await shortcutsReady(page);
    },
  ],
  ['archive', '/chat/archived'],
  ['chat-model-menu', '/chat/new', (page) => opener(page, '[name=chosenModel]').click()],
  ['chat-plus-menu', '/chat/new', (page) => page.locator('#attach').click()],
  [
    'chat-options',
    '/chat/new?model=sandbox/small',
    (page) => visible(page, '#composer button[name=opensOptions]').click(),
  ],
  [
    'chat-templates',
    '/chat/new',
    async (page) => {
      await box(page).fill('/');
      await page.locator('#composer ul button').first().waitFor();
    },
  ],
  [
    'chat-error',
    '/chat/new?model=sandbox/small',
    async (page) => {
      await send(page, 'Fails [[sandbox: fault=500]]');
      await page.locator('article [data-failed], article a[href*=receipts]').first().waitFor();
    },
  ],
  [
    'palette',
    '/chat/new',
    async (page) => {
      // A phone has a page for it.
      if (page.viewportSize()!.width < 800) return;
      await page.keyboard.press('Control+KeyK');
      await page.locator('dialog[open] input').waitFor();
    },
  ],
  ['side-bar', '/chat/new', (page) => visible(page, '[popovertarget=side-bar], #side-bar button').click()],
  ['user-menu', '/chat/new', (page) => opener(page, 'a[href="/usage"]').click()],
  ['playground-new', '/playground/new'],
  [
    'playground',
    '/playground/new',
    async (page) => {
      await send(page, 'Three rivers? [[sandbox: text="The **Rhine**, the Elbe and the Danube." pace=0]]');
      await expect.poll(() => best(page).count(), { timeout: LONG }).toBe(3);
    },
  ],
  ['playground-images', '/playground/new?category=text-to-image'],
  ['models', '/models'],
  ['models-table', '/models?view=table'],
  ['models-compare', '/models/compare?ids=sandbox/small,sandbox/twin,google/veo-3.1'],
  ['model', '/models/sandbox/small'],
  ['model-image', '/models/sandbox/picture'],
  ['docs', '/docs'],
  ['docs-chapter', '/docs/streaming'],
  ['usage', '/usage'],
  ['usage-chats', '/usage?tab=chats'],
  ['balance', '/balance?amount=20'],
  [
    'keys',
    '/keys',
    async (page) => {
      await page.locator('input[name=name]').first().fill('Laptop');
      await page.locator('input[name=name]').first().press('Enter');
      await page.locator('[data-first-call], pre').first().waitFor();
    },
  ],
  ['settings', '/settings'],
  ['settings-account', '/settings/account'],
  ['settings-sign-in', '/settings/sign-in'],
  ['settings-data', '/settings/data'],
  ['settings-files', '/settings/files'],
  ['settings-provider-keys', '/settings/provider-keys'],
  ['prompts', '/prompts'],
  ['presets', '/presets'],
  ['settings-import', '/settings/import'],
  ['settings-shared', '/settings/shared'],
  ['search', '/search'],
  ['search-results', '/search?q=river'],
  ['help', '/chat/help'],
  ['landing', '/'],
];

// Pictures of all screens for people to look at; a picture that shows one color fails.
test.for(LOOKS)(
  'every screen has a picture in $name',
  { timeout: 600_000 },
  async ({ name: look, ...options }, { open }) => {
    const page = await open({ ...options, motion: 'reduce', expected: [/.*/] });
    await page.goto('/login');
    await takeScreenshot(page, `login-${look}`);
    await page.goto('/');
    await takeScreenshot(page, `landing-signed-out-${look}`);
    await signUp(page);
    const failed: string[] = [];
    for (const [name, path, act] of STEPS) {
      try {
        if (path) {
          await page.goto(path);
          await shortcutsReady(page);
        }
        page.setDefaultTimeout(act ? 15_000 : LONG);
        await act?.(page);
      } catch (error) {
        failed.push(`${name}: ${String(error).slice(0, 200)}`);
      }
      await page.evaluate(() => document.fonts.ready);
      await takeScreenshot(page, `${name}-${look}`);
    }
    expect(failed).toEqual([]);
  },
);
