import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { ask } from '../support/database.ts';
import { hydrated } from '../support/hydration.ts';
import { signedIn } from '../support/signed-in.ts';
import { test } from '../support/test.ts';

const COUNT = 300;

/** Drawing takes its time on a busy machine. */
const WAIT_MS = 500_000;

const TEXTS = [
  'كيف يعمل هذا؟ اشرح ذلك **بالتفصيل**، مع مثال `code` داخل السطر.',
  '# Heading\n\n```js\nconst waves = [1, 2, 3].map((n) => n ** 2); // 你好\n```\n\n| a | b |\n|---|---|\n| 1 | مرحبا |',
  'The integral $$\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}$$ and a list:\n\n- one\n- two\n\n> a quotation',
  '中文段落：这是一个很长的句子，用来检查换行是否正确。'.repeat(12),
];

test('a chat of 300 messages becomes images that are neither empty nor cut', async ({ open }) => {
  const page = await signedIn(open);
  const user = (await (await page.context().request.get('/api/user')).json()) as { id: string };
  const conversationId = newId();
  await ask(
    `INSERT INTO conversations (id, user_id, title, endpoint, model, created_at, updated_at)
     VALUES (?, ?, 'Three hundred أمواج 波', 'openAI', 'm', NOW(3), NOW(3))`,
    [conversationId, user.id],
  );
  const upload = await page.context().request.post('/api/files', {
    headers: { 'sec-fetch-site': 'same-origin' },
    multipart: { file: { name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') } },
  });
  const { file_id: fileId } = (await upload.json()) as { file_id: string };
  let parent = ROOT_ID;
  for (let place = 1; place <= COUNT; place += 1) {
    const id = newId();
    const hasFile = place % 50 === 1;
    await ask(
      `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, is_created_by_user, sender, text,
         finish_reason, file_count, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NOW(3), NOW(3))`,
      [
        id,
        user.id,
        conversationId,
        String(place),
        parent,
        String(place % 2),
        place % 2 ? 'User' : 'ChatGPT',
        `${place}. ${TEXTS[place % TEXTS.length]!}`,
        'stop',
        hasFile ? '1' : '0',
      ],
    );
    if (hasFile)
      await ask(
        'INSERT INTO message_files (message_id, place, file_id, user_id, conversation_id) VALUES (?, 0, ?, ?, ?)',
        [id, fileId, user.id, conversationId],
      );
    parent = id;
  }
  await page.goto(`/chat/${conversationId}/export`);
  await hydrated(page);
  await page.getByText('Image (.png)').click();
  const saved = page.waitForEvent('download', { timeout: WAIT_MS });
  const started = performance.now();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await saved;
  console.log(`drawn in ${Math.round(performance.now() - started)} ms`);
  expect(file.suggestedFilename()).toBe('Three hundred أمواج 波.zip');
  const images = Object.entries(unzipSync(readFileSync(await file.path())));
  expect(images.length).toBeGreaterThan(1);
  const folder = path.resolve('tests/screenshots');
  mkdirSync(folder, { recursive: true });
  let height = 0;
  for (const [name, bytes] of images) {
    writeFileSync(path.join(folder, `chat-${name}`), bytes);
    const { channels } = await sharp(bytes).stats();
    expect([name, channels.some(({ stdev }) => stdev > 5)]).toEqual([name, true]);
    const facts = await sharp(bytes).metadata();
    expect([name, facts.width, facts.height <= 8000]).toEqual([name, 800, true]);
    height += facts.height;
  }
  expect(height).toBeGreaterThan(20_000);
}, 600_000);
