import { beforeEach, describe, expect, it } from 'vitest';
import { banUser } from '#app/core/accounts/bans.ts';
import { hashPassword } from '#app/core/accounts/credentials/password.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { deleteTrashed } from '#app/core/deletion/purge-trash.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { copyShare } from '#app/core/shares/copy.ts';
import { endSharesOf, pruneShares } from '#app/core/shares/ending.ts';
import { changeShare, revokeShare } from '#app/core/shares/links.ts';
import { openShare, unlockShare } from '#app/core/shares/opening.ts';
import { listShares, type Share } from '#app/core/shares/share.ts';
import { countView, writeViews } from '#app/core/shares/views.ts';
import {
  removeConversation,
  restoreTrashed,
} from '#app/features/chat/conversation/conversation-removal.server.ts';
import { selectCount } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import type { Conversation } from '#db/models/conversations.ts';
import { share, stored } from './stage.ts';

let userId: string;
let conversation: Conversation;

beforeEach(async () => {
  await redis().flushDb();
  ({ userId } = await createAccount());
  conversation = await makeConversation(userId);
  await messageMaker(conversation)();
});

const GONE = { code: 'not_found', message: 'There is no such link.' };
const VISITOR = { userId: null, pass: null };

/** The state in which a reader finds a link. */
const opened = async (
  { token }: Pick<Share, 'token'>,
  reader: Partial<typeof VISITOR | { pass: string }> = {},
) => (await openShare(token, { ...VISITOR, ...reader })).state;

const rowsOf = async (id: string) => [
  await selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM shares WHERE id = ?', [id]),
  await selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM shared_messages WHERE share_id = ?', [id]),
];

describe('a link', () => {
  it('opens for its level, for its owner also without the password, and counts its views', async () => {
    const [open, members] = [await share(conversation), await share(conversation, { level: 'members' })];
    expect(open.token).toMatch(/^[\w-]{22}$/);
    expect([await opened(open), await opened(members)]).toEqual(['open', 'sign-in']);
    expect(await openShare(members.token, { userId: newId(), pass: null })).toMatchObject({ state: 'open' });
    const locked = await share(conversation, { passwordHash: await hashPassword('open sesame') });
    expect(await opened(locked)).toBe('password');
    expect(await openShare(locked.token, { userId, pass: null })).toMatchObject({ state: 'open' });
    // Views are counted together, without a write for each of them.
    for (let view = 0; view < 5; view += 1) countView(open.id);
    countView(members.id);
    await writeViews();
    countView(open.id);
    await writeViews();
    expect([(await stored(open)).views, (await stored(members)).views]).toEqual([6, 1]);
  });

  it('is unknown when it is guessed, expired, revoked, or its owner is banned: all alike', async () => {
    const link = await share(conversation);
    for (const token of ['', 'x'.repeat(22), `${link.token}A`, link.id, '../../etc', link.token.slice(1)])
      await expect(opened({ token })).rejects.toMatchObject(GONE);
    const past = await share(conversation, { expiresAt: new Date(Date.now() - 1000) });
    await expect(opened(past)).rejects.toMatchObject(GONE);
    const soon = await share(conversation, { expiresAt: new Date(Date.now() + 60_000) });
    expect(await opened(soon)).toBe('open');
    await revokeShare({ userId, shareId: soon.id });
    await expect(opened(soon)).rejects.toMatchObject(GONE);
    expect(await rowsOf(soon.id)).toEqual([1, 0]);
    await expect(revokeShare({ userId: newId(), shareId: link.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await banUser(AUTOCOMMIT, { userId, until: null, reason: null });
    await expect(opened(link)).rejects.toMatchObject(GONE);
  });

  it('opens with its password, until that is changed; 20 wrong ones refuse the right one', async () => {
    const link = await share(conversation, { passwordHash: await hashPassword('open sesame') });
    const unlock = (password: string, address = '192.0.2.1') =>
      unlockShare(link.token, { address, password });
    const pass = await unlock('open sesame');
    expect([await opened(link, { pass }), await opened(link, { pass: `${pass}x` })]).toEqual([
      'open',
      'password',
    ]);
    const other = await share(conversation, { passwordHash: await hashPassword('open sesame') });
    expect(await opened(other, { pass })).toBe('password');
    const wrong = Array.from({ length: 20 }, (_, index) =>
      unlock(index === 0 ? 'x'.repeat(100_000) : 'wrong', `192.0.2.${index}`),
    );
    for (const outcome of await Promise.allSettled(wrong))
      expect(outcome).toMatchObject({ reason: { code: 'forbidden', param: 'password' } });
    await expect(unlock('open sesame')).rejects.toMatchObject({ code: 'too_many_tries' });
    expect(await opened(link, { pass })).toBe('open');
    const { title, showsTitleInCard, level, expiresAt } = link;
    const access = { title, showsTitleInCard, level, expiresAt };
    const hash = await hashPassword('open sesame');
    await changeShare({ userId, shareId: link.id }, access, { hash });
    expect(await opened(link, { pass })).toBe('password');
    await changeShare({ userId, shareId: link.id }, access, { hash: null });
    expect(await opened(link)).toBe('open');
  });
});

describe('links end', () => {
  it('with their chat, in its transaction', async () => {
    const link = await share(conversation);
    const elsewhere = await makeConversation(userId);
    await messageMaker(elsewhere)();
    const left = await share(elsewhere);
    const undone = transaction(async (tx) => {
      await endSharesOf(tx, [conversation.id]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await opened(link)).toBe('open');
    const copy = { userId, share: link, revision: link.revision, conversationId: newId() };
    await copyShare(copy);
    await removeConversation({ userId, conversationId: copy.conversationId });
    await copyShare(copy);
    await findConversation(AUTOCOMMIT, copy);
    const trashId = (await removeConversation({ userId, conversationId: conversation.id }))!;
    await expect(opened(link)).rejects.toMatchObject(GONE);
    expect((await listShares(AUTOCOMMIT, { userId, before: '', max: 5 })).map(({ id }) => id)).toEqual([
      left.id,
    ]);
    await expect(copyShare({ ...copy, conversationId: newId() })).rejects.toMatchObject(GONE);
    await restoreTrashed({ userId, trashId });
    expect(await opened(link)).toBe('open');
    await removeConversation({ userId, conversationId: conversation.id });
    await deleteTrashed(userId, [trashId]);
    await expect(opened(link)).rejects.toMatchObject(GONE);
    expect(await rowsOf(link.id)).toEqual([0, 0]);
    expect(await opened(left)).toBe('open');
  });

  it('for good 30 days after they were revoked or have expired', async () => {
    const day = 24 * 3_600_000;
    const [active, expired, revoked] = [
      await share(conversation),
      await share(conversation, { expiresAt: new Date(Date.now() - 2 * day) }),
      await share(conversation),
    ];
    await revokeShare({ userId, shareId: revoked.id });
    const listed = async () =>
      (await listShares(AUTOCOMMIT, { userId, before: '', max: 10 })).map(({ id }) => id);
    expect(await pruneShares()).toBe(0);
    expect(await listed()).toEqual([revoked.id, expired.id, active.id]);
    await pruneShares(new Date(Date.now() + 29 * day));
    expect(await listed()).toEqual([revoked.id, active.id]);
    await pruneShares(new Date(Date.now() + 31 * day));
    expect(await listed()).toEqual([active.id]);
    expect(await rowsOf(expired.id)).toEqual([0, 0]);
  });
});
