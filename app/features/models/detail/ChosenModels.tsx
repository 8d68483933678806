import { useTranslation } from 'react-i18next';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';

/** In place of providers, the models among which the automatic one chooses, in the operator's order. */
export function ChosenModels({ models }: { models: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('models');
  return (
    <section aria-labelledby="providers" className="flex flex-col gap-4">
      <h2 id="providers" className="text-lg font-semibold">
        {t('offers.chosen')}
      </h2>
      <p className="max-w-reading text-text-muted">{t('offers.chosenCost')}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {models.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={modelHref(id)}>
              <bdi>{name}</bdi>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
