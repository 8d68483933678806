import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TEMPORARY } from '#app/contracts/chat.ts';
import type { OutputKind } from '#app/contracts/models.ts';
import { dateFormat } from '#app/ui/i18n/formats.ts';

interface LandingProps {
  makes: OutputKind;
  /** Knowledge cutoff of the model, `2021-09`. */
  knowledgeCutoff: string | null;
  isTemporary: boolean;
}

const EXAMPLES = ['landing.example1', 'landing.example2', 'landing.example3'] as const;

/** Content of a new conversation before its first message: examples that fill the box, and what to expect. */
export function Landing({ makes, knowledgeCutoff, isTemporary }: LandingProps) {
  const { t, i18n } = useTranslation('chat');
  const context = makes === 'text' ? undefined : 'made';
  const date = knowledgeCutoff ? monthName(knowledgeCutoff, i18n.language) : null;
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-8 px-4 py-8">
      <section aria-labelledby="examples">
        <h2 id="examples" className="mb-3 text-sm font-semibold text-text-muted">
          {t('landing.examples')}
        </h2>
        <ul className="grid gap-2 sm:grid-cols-3">
          {EXAMPLES.map((key) => (
            <li key={key} className="grid">
              <Link
                to={`/chat/new?${isTemporary ? `${TEMPORARY}&` : ''}prompt=${encodeURIComponent(t(key, { context }))}`}
                replace
                className="rounded-card border border-line bg-surface-raised px-4 py-3 text-base transition-colors hover:border-line-strong hover:bg-surface-sunken"
              >
                {t(key, { context })}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {makes === 'text' && (
        <div className="grid gap-6 text-sm text-text-muted sm:grid-cols-2">
          <Captions
            title={t('landing.capabilities')}
            lines={[t('landing.remembers'), t('landing.corrections'), t('landing.declines')]}
          />
          <Captions
            title={t('landing.limitations')}
            lines={[
              t('landing.wrong'),
              date ? t('landing.knowledge', { date }) : t('landing.knowledgeUnknown'),
            ]}
          />
        </div>
      )}
    </div>
  );
}

function Captions({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ul className="list-disc space-y-1 ps-5 marker:text-text-faint">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Formats `2021-09` or `2021` for display. */
function monthName(cutoff: string, language: string): string {
  const [year, month] = cutoff.split('-');
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, 1));
  const options = month ? ({ year: 'numeric', month: 'long' } as const) : ({ year: 'numeric' } as const);
  return dateFormat(language, { ...options, timeZone: 'UTC' }).format(date);
}
