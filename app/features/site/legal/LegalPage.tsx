import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import type { LegalText } from './read-legal-text.server.ts';

/** The terms or the privacy policy, for screen and print. */
export function LegalPage({ text, other }: { text: LegalText; other: 'terms' | 'privacy' }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-8 px-5 py-10 text-md leading-reading">
      <header>
        <h1 className="text-2xl leading-tight font-semibold">{text.title}</h1>
        <p className="mt-2 text-base text-text-muted">{text.effective}</p>
      </header>
      {text.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="flex flex-col gap-3">
          <h2 className="text-lg font-semibold">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p>
        <TextLink to={`/${other}`}>{t(other)}</TextLink>
      </p>
    </div>
  );
}
