import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ChevronLeft, ChevronRight, type Drawing } from '#app/ui/icons/lucide.ts';
import { TypedText } from '#app/ui/markdown/TypedText.tsx';
import type { SharedFileView, SharedMessageView } from './shared-data.ts';

/** One turn of a shared chat: a message on a soft card at the end side, or a reply in the full width. */
export function SharedMessage({ message }: { message: SharedMessageView }) {
  const { t } = useTranslation('shares');
  const { place, isOwn, signature, text, html, files, missingFiles, siblingCount } = message;
  return (
    <article id={`m-${place}`} className="scroll-mt-20 py-3">
      <h2
        className={
          isOwn && signature === null ? 'sr-only' : `mb-1 text-sm font-semibold ${isOwn ? 'text-end' : ''}`
        }
      >
        <bdi>{signature ?? t('page.user')}</bdi>
      </h2>
      {message.thinking && <FoldedText label={t('page.thinking')} text={message.thinking} />}
      {files.length > 0 && <Files message={message} />}
      {isOwn
        ? text !== '' && (
            <div className="flex justify-end">
              <div className="max-w-[85%] min-w-0 rounded-card bg-surface-sunken px-4 py-2.5">
                <TypedText text={text} />
              </div>
            </div>
          )
        : html !== null && (
            // The HTML of our own Markdown renderer, which lets no raw HTML, script or foreign address through.
            <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
          )}
      {missingFiles > 0 && (
        <p className={`mt-1 text-sm text-text-muted ${isOwn ? 'text-end' : ''}`}>
          {t('page.missingFiles', { count: missingFiles })}
        </p>
      )}
      {message.state !== 'done' && (
        <p className="mt-2 text-sm text-text-muted">{t(`page.${message.state}`)}</p>
      )}
      {siblingCount > 1 && <Siblings message={message} />}
    </article>
  );
}

/** A text behind its label, such as the model's reasoning: a native disclosure. */
export function FoldedText({ label, text }: { label: string; text: string }) {
  return (
    <details className="group/folded mb-2 text-text-muted">
      <summary className="control inline-flex items-center gap-1 rounded-control text-sm hover:text-text">
        <span className="inline-flex transition-transform group-open/folded:rotate-90 rtl:-scale-x-100 rtl:group-open/folded:-rotate-90">
          <Icon of={ChevronRight} />
        </span>
        {label}
      </summary>
      <p
        dir="auto"
        className="border-s-2 border-line ps-3 text-base leading-reading break-words whitespace-pre-wrap"
      >
        {text}
      </p>
    </details>
  );
}

/** Images open in a new tab, videos play in place; all come from the address of the link. */
function Files({ message: { files, isOwn, signature } }: { message: SharedMessageView }) {
  const { t } = useTranslation('shares');
  return (
    <ul
      aria-label={t('page.files')}
      className={`mb-2 flex flex-wrap gap-2 ${isOwn ? 'justify-end' : 'justify-start'}`}
    >
      {files.map((file, index) => (
        <li key={file.path} className="min-w-0">
          {file.isVideo ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's video has no transcript
            <video
              src={file.path}
              poster={file.thumbnail ?? undefined}
              aria-label={file.name}
              controls
              playsInline
              preload="metadata"
              className="h-auto max-h-[70dvh] w-full max-w-xl rounded-card border border-line bg-surface-sunken"
            />
          ) : (
            <SharedImage file={file} label={imageLabel(file, index)} isOwn={isOwn} />
          )}
        </li>
      ))}
    </ul>
  );

  function imageLabel(file: SharedFileView, index: number): string {
    if (isOwn) return t('page.image', { name: file.name });
    return t('page.madeImage', { number: index + 1, model: signature ?? '' });
  }
}

function SharedImage({ file, label, isOwn }: { file: SharedFileView; label: string; isOwn: boolean }) {
  const { path, thumbnail, width, height } = file;
  const look = isOwn ? 'h-36 w-36 object-cover max-sm:h-28 max-sm:w-28' : 'h-auto w-full max-w-96';
  return (
    <a href={path} target="_blank" rel="noopener noreferrer" className="block rounded-card">
      <img
        src={thumbnail ?? path}
        alt={label}
        width={width || undefined}
        height={height || undefined}
        loading="lazy"
        className={`rounded-card border border-line bg-surface-sunken ${look}`}
      />
    </a>
  );
}

/** The position of a message among its siblings, with links to its neighbors. */
function Siblings({ message }: { message: SharedMessageView }) {
  const { t } = useTranslation('chat');
  const { siblingIndex: index, siblingCount: count, previous, next, isOwn } = message;
  return (
    <nav
      aria-label={t('message.siblings', { index, count })}
      className={`mt-1 flex items-center text-text-muted print:hidden ${isOwn ? 'justify-end' : ''}`}
    >
      <Neighbor to={previous} icon={ChevronLeft} label={t('message.previous')} />
      <span className="font-mono text-xs tabular-nums" dir="ltr" aria-hidden>
        {t('message.sibling', { index, count })}
      </span>
      <Neighbor to={next} icon={ChevronRight} label={t('message.next')} />
    </nav>
  );
}

function Neighbor({ to, icon, label }: { to: string | null; icon: Drawing; label: string }) {
  const look = buttonClasses({ variant: 'plain', size: 'small' }, 'control-square px-0!');
  const face = <Icon of={icon} mirror />;
  if (to === null)
    return (
      <span aria-hidden className={`${look} opacity-40`}>
        {face}
      </span>
    );
  return (
    <Link to={to} preventScrollReset aria-label={label} title={label} className={look}>
      {face}
    </Link>
  );
}
