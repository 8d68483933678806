import { useTranslation } from 'react-i18next';
import { KEY_VARIABLE, tabsOf, type CodeSamples } from '#app/contracts/code-samples.ts';
import { CodeTabs } from '#app/ui/components/code/CodeTabs.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Section } from '../Section.tsx';

/** One call in three languages, and the way to the rest of it. */
export function CodeSample({ samples }: { samples: CodeSamples }) {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('code.title')} text={t('code.text', { variable: KEY_VARIABLE })}>
      <CodeTabs tabs={tabsOf(samples)} labels={{ language: t('code.language'), copy: t('code.copy') }} />
      <p>
        <TextLink to="/docs">{t('code.docs')}</TextLink>
      </p>
    </Section>
  );
}
