import { Form, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { sharePath } from '#app/contracts/shares/share.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { FormulaStyles } from '#app/ui/markdown/FormulaStyles.tsx';
import { useCodeCopy } from '#app/ui/markdown/use-code-copy.ts';
import type { SharedAnswer, SharedChat } from './shared-data.ts';
import { FoldedText, SharedMessage } from './SharedMessage.tsx';
import { SharedFrame } from './SharedFrame.tsx';

interface SharedChatPageProps {
  chat: SharedChat;
  answer: SharedAnswer | undefined;
}

/** The page of a link: the messages of the snapshot as the chat shows them, without anything to type into. */
export function SharedChatPage({ chat, answer }: SharedChatPageProps) {
  const { t } = useTranslation('shares');
  const list = useRef<HTMLDivElement>(null);
  useCodeCopy(list);
  const { title, author, updatedAt, prompt, messages, earlier, later, math, report } = chat;
  return (
    <SharedFrame report={report} headerEnd={<Continue chat={chat} size="small" />}>
      {math && <FormulaStyles />}
      <div ref={list} className="mx-auto flex w-full max-w-reading grow flex-col px-4 pt-6 pb-10 md:pt-8">
        {answer?.isOutdated && (
          <Banner title={t('page.updated.title')} className="mb-6">
            {t('page.updated.text')}
          </Banner>
        )}
        <div className="mb-4 flex flex-col gap-1 border-b border-line pb-5">
          <h1 className="text-xl font-semibold break-words">
            <bdi>{title}</bdi>
          </h1>
          <p className="flex flex-wrap gap-x-2 text-sm text-text-muted">
            {author === null ? t('page.kind') : <bdi>{t('page.by', { name: author })}</bdi>}
            <span aria-hidden>·</span>
            <DateTime at={updatedAt} show="date" />
          </p>
          {prompt !== null && <FoldedText label={t('page.prompt')} text={prompt} />}
        </div>
        {earlier !== null && (
          <p className="flex justify-center py-3 print:hidden">
            <LinkButton to={earlier} size="small">
              {t('page.earlier')}
            </LinkButton>
          </p>
        )}
        {messages.map((message) => (
          <SharedMessage key={message.place} message={message} />
        ))}
        {later !== null && (
          <p className="flex justify-center py-3 print:hidden">
            <LinkButton to={later} size="small">
              {t('page.later')}
            </LinkButton>
          </p>
        )}
        <section className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface-raised p-4 print:hidden">
          <p className="min-w-0 grow basis-60 text-sm text-text-muted">
            {t('page.continueHelp')} {chat.hasFiles && t('page.continueFiles')}
          </p>
          <Continue chat={chat} />
        </section>
      </div>
    </SharedFrame>
  );
}

/** Copies the chat for a signed-in reader; a visitor logs in first and returns to the page. */
function Continue({ chat, size }: { chat: SharedChat; size?: 'small' }) {
  const { t } = useTranslation('shares');
  const busy = useNavigation().state === 'submitting';
  const { token, copyId, revision, canContinue } = chat;
  const path = sharePath(token);
  if (!canContinue)
    return (
      <LinkButton to={`/login?redirectTo=${encodeURIComponent(path)}`} size={size} variant="primary">
        {t('page.logIn')}
      </LinkButton>
    );
  return (
    <Form method="post" action={path}>
      <input type="hidden" name="copyId" value={copyId} />
      <input type="hidden" name="revision" value={revision} />
      <Button name="act" value="continue" size={size} variant="primary" busy={busy}>
        {t('page.continue')}
      </Button>
    </Form>
  );
}
