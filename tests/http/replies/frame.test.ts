import { describe, expect, it } from 'vitest';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { newId } from '#app/core/platform/ids.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

const engine = useEngine();
const web = useWeb();

async function newReply(text: string) {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const admitted = await admitMessage(chatSend(userId, text));
  const open = (init?: RequestInit) => web.as(userId)(`/replies/${admitted.generationId}/frame`, init);
  return { ...admitted, userId, open };
}

const MARKDOWN = 'One **bold** word.\\n\\n- a\\n- b\\n\\n<script>alert(1)</script> stays text.\\n\\nThe end.';

describe('GET /replies/:generationId/frame', () => {
  it('grows with the reply, also for a browser that accepts compression', async () => {
    const { open, conversationId, generationId } = await newReply(
      'Slow [[sandbox: length=60 gate=slow hold=20]]',
    );
    const response = await open({ headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');

    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let html = (await reader.read()).value ?? '';
    expect(html.length).toBeGreaterThan(1024);
    while (!/class="growing"[^>]*>\w/.test(html)) html += (await reader.read()).value ?? '';
    const begun = html.length;
    await sandboxGate(engine.sandbox().url, 'slow').open();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) html += chunk.value;
    expect(html.length).toBeGreaterThan(begun + 100);
    expect(html).toContain(`<a href="/chat/${conversationId}?reply=${generationId}#latest" target="_top">`);
    expect(html.endsWith('</main></div></body></html>')).toBe(true);
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/ (?:style|on\w+)=/);
  });

  it('writes a finished reply completely, as Markdown', async () => {
    const { open } = await newReply(`Say [[sandbox: text="${MARKDOWN}"]]`);
    await (await open()).text();
    const html = await (await open()).text();
    expect(html).toContain('<strong>bold</strong>');
    expect(html).toContain('<li>b</li>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; stays text.');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('class="growing"');
  });

  it('starts again with all text so far when it is reloaded', async () => {
    const { open } = await newReply('Reload [[sandbox: length=80 gate=reload hold=30]]');
    const leaving = new AbortController();
    const first = (await open({ signal: leaving.signal }))
      .body!.pipeThrough(new TextDecoderStream())
      .getReader();
    let seen = '';
    while (!/class="growing"[^>]*>.{40}/s.test(seen)) seen += (await first.read()).value ?? '';
    leaving.abort();
    const visible = /class="growing"[^>]*>(.{40})/s.exec(seen)?.[1] ?? '';
    const again = await open();
    await sandboxGate(engine.sandbox().url, 'reload').open();
    expect(await again.text()).toContain(visible);
  });

  it('follows the language, the direction and the theme of the browser', async () => {
    const { open } = await newReply('Short [[sandbox: length=3]]');
    const html = await (await open({ headers: { 'accept-language': 'ar-EG' } })).text();
    expect(html).toMatch(/<html lang="ar-EG" dir="rtl" data-theme="system">/);
    expect(html).toContain('عرض الرد كاملًا');
  });

  it('shows how an unfinished reply ended', async () => {
    const { open } = await newReply('Cut [[sandbox: length=40 fault=cut after=8]]');
    const html = await (await open()).text();
    const [card = ''] = /<section class="failure".*?<\/section>/s.exec(html) ?? [];
    expect(card).toContain('The reply was interrupted');
    expect(card).toContain('The connection to the provider was lost.');
    expect(card).toContain('The partial reply is saved. You were charged ');
    expect(html).not.toContain('class="note"');
  });

  it('is visible to its owner only', async () => {
    const { generationId } = await newReply('Private [[sandbox: length=3]]');
    const { userId } = await createAccount();
    const stranger = web.as(userId);
    for (const id of [generationId, newId(), 'nonsense']) {
      const response = await stranger(`/replies/${id}/frame`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('href="/chat/new" target="_top"');
    }
    const visitor = await fetch(`${web.origin()}/replies/${generationId}/frame`);
    expect(visitor.status).toBe(401);
    expect(await visitor.text()).toContain('href="/login" target="_top"');
  });
});
