import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SAMPLE_LANGUAGES, type CodeSamples, type SampleLanguage } from '#app/contracts/code-samples.ts';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';

/** The framework must find these classes as they stand. */
const SHOWN: Record<SampleLanguage, string> = {
  python: 'group-has-[[value=python]:checked]/code:block',
  javascript: 'group-has-[[value=javascript]:checked]/code:block',
  curl: 'group-has-[[value=curl]:checked]/code:block',
};
/** A box that scrolls must be. */
const REACHED_BY_KEYS = { tabIndex: 0, role: 'region' };
const LANGUAGES = Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[];

/** One call in three languages. The tabs are radio buttons, so that they need no scripts. */
export function CodeTabs({ samples }: { samples: CodeSamples }) {
  const { t } = useTranslation('models');
  const name = useId();
  return (
    <div className="group/code overflow-hidden rounded-card border border-line bg-surface-raised">
      <fieldset className="flex gap-1 border-b border-line p-1.5">
        <legend className="sr-only">{t('api.language')}</legend>
        {LANGUAGES.map((language, index) => (
          <label
            key={language}
            className="control inline-flex items-center rounded-control px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text has-checked:bg-surface-sunken has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={language}
              defaultChecked={index === 0}
              className="sr-only"
            />
            {SAMPLE_LANGUAGES[language]}
          </label>
        ))}
      </fieldset>
      {LANGUAGES.map((language) => (
        <div key={language} dir="ltr" className={`relative hidden ${SHOWN[language]}`}>
          <pre
            {...REACHED_BY_KEYS}
            aria-label={SAMPLE_LANGUAGES[language]}
            className="overflow-x-auto p-4 pe-14 text-start font-mono text-sm leading-reading outline-offset-[-2px]"
          >
            <code>{samples[language]}</code>
          </pre>
          <div className="absolute end-2 top-2 rounded-control bg-surface-raised">
            <CopyButton text={samples[language]} feedbackMs={1500} label={t('api.copy')} />
          </div>
        </div>
      ))}
    </div>
  );
}
