import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CHAT = 'app/features/chat';

const ALLOWED = [
  ['screen/Screen.js', 'send/Composer.js'],
  ['screen/Screen.js', 'thread/Message.js'],
  ['screen/Screen.js', 'side-bar/List.js'],
  ['send/Composer.js', 'send/options/Panel.js'],
  ['thread/Message.js', 'conversation/context.js'],
  ['calls.js', 'conversation/context.js'],
] as const;

const FORBIDDEN = [
  ['send/Loose.js', 'thread/Message.js', 'chat-rooms-are-apart'],
  ['thread/Loose.js', 'send/Composer.js', 'chat-rooms-are-apart'],
  ['side-bar/Loose.js', 'send/options/Panel.js', 'chat-rooms-are-apart'],
  ['thread/Lost.js', 'screen/Screen.js', 'chat-screen-is-above'],
  ['send/Lost.js', 'calls.js', 'chat-screen-is-above'],
  ['conversation/loose.js', 'send/Composer.js', 'chat-conversation-is-below'],
  ['attic/Old.js', 'conversation/context.js', 'chat-rooms-only'],
] as const;

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration;
const root = mkdtempSync(path.join(tmpdir(), 'chat-rooms-'));
/** `rule from to` of each import that breaks a rule of the chat. */
let broken: string[] = [];

beforeAll(async () => {
  const imports = new Map<string, string[]>();
  for (const [from, to] of [...ALLOWED, ...FORBIDDEN]) {
    imports.set(to, imports.get(to) ?? []);
    imports.set(from, [...(imports.get(from) ?? []), to]);
  }
  for (const [file, targets] of imports) {
    const folder = path.join(root, CHAT, path.dirname(file));
    const specifiers = targets.map((to) => path.relative(path.dirname(file), to));
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, path.basename(file)),
      specifiers.map((to) => `import './${to}';\n`).join('') + 'export const part = 1;\n',
    );
  }
  const { output } = await cruise([CHAT], { ruleSet: { forbidden }, validate: true, baseDir: root });
  const { violations } = (output as ICruiseResult).summary;
  broken = violations
    .filter(({ rule }) => rule.name.startsWith('chat-'))
    .map(({ rule, from, to }) =>
      [rule.name, ...[from, to].map((file) => file.slice(CHAT.length + 1))].join(' '),
    );
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the rooms of the chat', () => {
  it.each(ALLOWED)('%s may import %s', (from, to) => {
    expect(broken.filter((line) => line.endsWith(` ${from} ${to}`))).toEqual([]);
  });

  it.each(FORBIDDEN)('%s may not import %s', (from, to, rule) => {
    expect(broken).toContain(`${rule} ${from} ${to}`);
  });
});
