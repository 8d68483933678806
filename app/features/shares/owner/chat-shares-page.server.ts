import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { chatSharesPath, SHARE_MESSAGES_MAX, SHARE_TEXT_MAX_MB } from '#app/contracts/shares/share.ts';
import { hashPassword } from '#app/core/accounts/credentials/password.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { consumeShareQuota } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { changeShare, createShare, revokeShare, updateShare } from '#app/core/shares/links.ts';
import { areLinksOn } from '#app/core/shares/opening.ts';
import { findOwnShare, listSharesOf } from '#app/core/shares/share.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ChatShares, OwnerAnswer } from './owner-data.ts';
import { expiryOf, newShareRules, settingsRules } from './share-form.server.ts';
import { qrCode, viewShare } from './view-share.server.ts';

type Sent = SentForm<'shares'>;

const SHARE_ID = z.object({ shareId: z.string().default('') });

/** Loads the links of a chat of the caller. */
export const loadChatShares = pageLoader({ auth: 'user' }, async (page) => {
  const { user, request } = page;
  const conversationId = idOf(page);
  const { title } = await findConversation(AUTOCOMMIT, { userId: user.id, conversationId });
  const found = await listSharesOf(AUTOCOMMIT, { userId: user.id, conversationId });
  const shares: ChatShares = {
    conversationId,
    title,
    name: nameOf(user),
    access: config().SHARE_LINKS,
    links: found.map(viewShare).map((link) => ({ ...link, qr: qrCode(link.url) })),
  };
  return data({ shares, texts: await pageTexts(request, 'shares') });
});

/** Runs the form whose button was pressed, named by `act`. */
export const actOnChatShares = pageAction({
  auth: 'user',
  texts: 'shares',
  acts: { create, update, save, revoke },
  refuse: (error, sent): OwnerAnswer | null => {
    const words = wordsFor(error, sent);
    if (words === null || sent.form.get('act') !== 'create') return words === null ? null : { error: words };
    // The form keeps the typed values.
    const typed = parseForm(sent.form, newShareRules(sent.t));
    const refused =
      error.param === 'scope' ? typed.reply({ fieldErrors: { scope: [words] } }) : typed.reply();
    return error.param === 'scope' ? { refused } : { refused, error: words };
  },
});

const idOf = ({ params }: Pick<PageRequest, 'params'>) => String(params.conversationId);

function wordsFor({ code, param, params }: AppError, { t }: Sent): string | null {
  if (code === 'conflict' && params.temporary !== undefined) return t('form.temporary');
  if (code === 'conflict') return t('form.full', { max: Number(params.max) });
  if (code === 'message_limit') return t('form.tooMany');
  if (code !== 'invalid_request' || param !== 'scope') return null;
  const limits = { messages: SHARE_MESSAGES_MAX, megabytes: SHARE_TEXT_MAX_MB };
  return params.max === 0 ? t('form.empty') : t('form.tooLarge', limits);
}

async function create(sent: Sent) {
  const { form, user, t } = sent;
  if (!areLinksOn()) throw new AppError('forbidden');
  const conversationId = idOf(sent);
  await findConversation(AUTOCOMMIT, { userId: user.id, conversationId });
  const toAnswer = (refused: SubmissionResult): OwnerAnswer => ({ refused });
  const carryOut = async (value: z.output<ReturnType<typeof newShareRules>>) => {
    await consumeShareQuota(user.id);
    await createShare({
      userId: user.id,
      conversationId,
      access: {
        title: value.title,
        showsTitleInCard: value.card,
        level: value.level,
        expiresAt: expiryOf(value.days),
      },
      content: {
        scope: value.scope,
        hasFiles: value.files,
        hasThinking: value.thinking,
        hasPrompt: value.prompt,
        author: value.name ? nameOf(user) : null,
      },
      passwordHash: value.password === undefined ? null : await hashPassword(value.password),
    });
    return done(sent, 'created');
  };
  return submitForm(form, newShareRules(t), carryOut, toAnswer);
}

async function update(sent: Sent) {
  const { named } = await findNamed(sent);
  await consumeShareQuota(sent.user.id);
  await updateShare(named);
  return done(sent, 'updated');
}

async function save(sent: Sent) {
  const { form, t } = sent;
  // Checked before the form is read: a link of another user does not exist, whatever the form holds.
  const { named, share } = await findNamed(sent);
  return submitForm(
    form,
    settingsRules(t),
    async ({ title, card, level, days, password, removePassword }) => {
      const access = { title, showsTitleInCard: card, level, expiresAt: expiryOf(days, share.expiresAt) };
      const hash = password === undefined ? null : await hashPassword(password);
      const isUnchanged = password === undefined && !removePassword;
      await changeShare(named, access, isUnchanged ? undefined : { hash });
      return done(sent, 'saved');
    },
    (refused): OwnerAnswer => ({ refused, shareId: named.shareId }),
  );
}

async function revoke(sent: Sent) {
  const { named } = await findNamed(sent);
  await revokeShare(named);
  return done(sent, 'revoked');
}

/** The name that a link shows when its owner ticks it. */
function nameOf({ name, username }: PageRequest['user']): string | null {
  return name || username || null;
}

/**
 * Finds the link that a form names.
 * @throws AppError not_found if it is not a link of this chat of the caller
 */
async function findNamed(sent: Sent) {
  const named = { userId: sent.user.id, shareId: readFields(sent.form, SHARE_ID).shareId };
  const share = await findOwnShare(AUTOCOMMIT, named);
  if (share.conversationId !== idOf(sent)) throw new AppError('not_found', { param: 'conversationId' });
  return { named, share };
}

const done = (sent: Sent, what: 'created' | 'updated' | 'saved' | 'revoked') =>
  redirectWithToast(chatSharesPath(idOf(sent)), `shares:done.${what}`);
