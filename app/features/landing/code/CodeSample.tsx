import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  KEY_VARIABLE,
  SAMPLE_LANGUAGES,
  type CodeSamples,
  type SampleLanguage,
} from '#app/contracts/code-samples.ts';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { Section } from '../Section.tsx';

/** The framework must find these classes as they stand. */
const SHOWN: Record<SampleLanguage, string> = {
  python: 'group-has-[[value=python]:checked]/code:block',
  javascript: 'group-has-[[value=javascript]:checked]/code:block',
  curl: 'group-has-[[value=curl]:checked]/code:block',
};

const LANGUAGES = Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[];

/** One call in three languages. The tabs are radio buttons, so that they need no scripts. */
export function CodeSample({ samples }: { samples: CodeSamples }) {
  const { t } = useTranslation('landing');
  const name = useId();
  return (
    <Section title={t('code.title')} text={t('code.text', { variable: KEY_VARIABLE })}>
      <div className="group/code overflow-hidden rounded-card border border-line bg-surface-raised">
        <fieldset className="flex gap-1 border-b border-line p-1.5">
          <legend className="sr-only">{t('code.language')}</legend>
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
          <div key={language} className={`relative hidden ${SHOWN[language]}`}>
            {/* Long lines go on below: a box that scrolls could not be reached by keys. */}
            <pre className="p-4 pe-14 text-start font-mono text-sm leading-reading wrap-anywhere whitespace-pre-wrap">
              <code>{samples[language]}</code>
            </pre>
            <div className="absolute end-2 top-2 rounded-control bg-surface-raised">
              <CopyButton text={samples[language]} feedbackMs={1500} label={t('code.copy')} />
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}
