import { Form } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Columns3 } from '#app/ui/icons/lucide.ts';
import { COMPARED_MAX } from '../compare/compare-data.ts';

/** The id of the form that the check boxes of the list belong to. */
export const COMPARE_FORM = 'compare';

/** The models that are chosen for a comparison, and the functions that change them. */
export interface Selecting {
  /** Ids, in the order of their choice. */
  chosen: readonly string[];
  choose: (id: string, isChosen: boolean) => void;
  clear: () => void;
}

/** The choice of models, which outlasts searches and filters. */
export function useSelecting(): Selecting {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = useCallback(
    (id: string, isChosen: boolean) =>
      setChosen((before) => [...before.filter((one) => one !== id), ...(isChosen ? [id] : [])]),
    [],
  );
  const clear = useCallback(() => setChosen([]), []);
  return { chosen, choose, clear };
}

interface CompareBarProps {
  selecting: Selecting;
  /** Ids of the models in the list. */
  listed: readonly string[];
}

/**
 * The form of the check boxes, at the lower edge of the window while one is checked. Chosen models that the
 * list does not show are checked boxes without a place on the screen.
 */
export function CompareBar({ selecting: { chosen, choose, clear }, listed }: CompareBarProps) {
  const { t } = useTranslation('models');
  // Boxes that were checked before the scripts loaded.
  useEffect(() => {
    const checked = document.querySelectorAll<HTMLInputElement>(`input[form=${COMPARE_FORM}]:checked`);
    for (const { value } of checked) choose(value, true);
  }, [choose]);
  return (
    <Form
      id={COMPARE_FORM}
      action="/models/compare"
      onReset={clear}
      className="invisible sticky bottom-4 z-10 flex flex-wrap items-center justify-center gap-2 self-center rounded-panel border border-line bg-surface-raised p-2 shadow-float group-has-[[data-compare]:checked]/models:visible"
    >
      {chosen
        .filter((id) => !listed.includes(id))
        .map((id) => (
          <input key={id} type="checkbox" name="ids" value={id} data-compare="" checked readOnly hidden />
        ))}
      {chosen.length > COMPARED_MAX && (
        <p className="ps-2 text-sm text-warn">{t('compare.lead', { max: COMPARED_MAX })}</p>
      )}
      <Button type="reset" variant="plain">
        {t('compare.clear')}
      </Button>
      <Button variant="primary">
        <Icon of={Columns3} />
        {chosen.length === 0 ? t('compare.button') : t('compare.chosen', { count: chosen.length })}
      </Button>
    </Form>
  );
}
