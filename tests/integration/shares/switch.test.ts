import { expect, it, vi } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { readAudit } from '#app/core/accounts/audit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { openShare } from '#app/core/shares/opening.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { share } from './stage.ts';

/** The operator's setting, which a running process never changes. */
const setting = vi.hoisted(() => ({ SHARE_LINKS: 'public' }));

vi.mock(import('#app/core/platform/config.ts'), async (original) => {
  const { config } = await original();
  return { config: () => ({ ...config(), ...setting }) as ReturnType<typeof config> };
});

const VISITOR = { userId: null, pass: null };

it('the operator’s switch holds for links that exist, and a command revokes one of them', async () => {
  const { userId, email } = await createAccount();
  const conversation = await makeConversation(userId);
  await messageMaker(conversation)();
  const [link, other] = [await share(conversation), await share(conversation)];
  const state = async ({ token } = link, reader: Parameters<typeof openShare>[1] = VISITOR) =>
    (await openShare(token, reader)).state;
  expect(await state()).toBe('open');
  setting.SHARE_LINKS = 'members';
  expect(await state()).toBe('sign-in');
  expect(await state(link, { userId: newId(), pass: null })).toBe('open');
  setting.SHARE_LINKS = 'off';
  await expect(state(link, { userId, pass: null })).rejects.toMatchObject({ code: 'not_found' });
  setting.SHARE_LINKS = 'public';

  const address = `https://parlance.example/share/${link.token}?from=3#m-3`;
  const revoke = ['revoke-share', address, '--reason', 'reported'];
  expect(await runCommand(revoke, 'operator:ada')).toEqual({
    lines: [`The link is revoked. Its owner is ${email}.`],
    code: 0,
  });
  await expect(state()).rejects.toMatchObject({ code: 'not_found' });
  expect(await state(other)).toBe('open');
  expect(await runCommand(revoke, 'operator:ada')).toMatchObject({ code: 1 });
  const { entries } = await readAudit(AUTOCOMMIT, {
    person: { userId },
    action: 'revoke-share',
    before: null,
  });
  expect(entries).toMatchObject([
    { actor: 'operator:ada', detail: { shareId: link.id, reason: 'reported' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(link.token);
});
