import { expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

async function pageOf(userId: string, path: string): Promise<string> {
  const answer = await api.as(userId)(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return answer.text();
}

it('prints the shown branch as Markdown, a user’s text as typed, and every message of a long chat', async () => {
  const { userId } = await createAccount();
  const conversation = await makeConversation(userId, { title: '<b>أمواج</b>' });
  const add = messageMaker(conversation);
  const first = await add({ text: '**not bold** <script>alert(1)</script>' });
  await add({ text: 'hidden', reply: true });
  await add({
    text: '# Title\n\n**bold**, $$x^2$$\n\n```js\nlet a = 1;\n```\n<script>alert(2)</script>',
    reply: true,
    parent: first,
  });
  await add({ text: 'مرحبا' });
  await add({ text: 'so far', reply: true, errorCode: 'provider_cut' });
  const html = await pageOf(userId, `/chat/${conversation.id}/print`);
  expect(html).toContain('<h1 dir="auto">&lt;b&gt;أمواج&lt;/b&gt;</h1>');
  expect(html).toContain('**not bold** &lt;script&gt;');
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('class="katex"');
  expect(html).toContain('hljs-keyword');
  expect(html).toContain('Error (provider_cut)');
  expect(html).not.toContain('hidden</p>');
  expect(html.match(/<script(?! nonce)/g)).toBeNull();
  const bare = await pageOf(userId, `/chat/${conversation.id}/print?bare&branches`);
  expect(bare).toContain('hidden</p>');
  expect(bare).toContain('#3, in reply to #1');
  expect(bare).not.toContain('<script');
  const long = await makeConversation(userId);
  await makeLongBranch(long, 450);
  const answer = await api.as(userId)(`/chat/${long.id}/print`, {
    headers: { 'accept-language': 'ar' },
  });
  const arabic = await answer.text();
  expect(arabic).toContain('<html lang="ar-EG" dir="rtl"');
  const texts = [...arabic.matchAll(/message \d+/g)].map(([text]) => text);
  expect(texts).toEqual(Array.from({ length: 450 }, (_, index) => `message ${index + 1}`));
  expect(arabic.endsWith('</body></html>')).toBe(true);
});
