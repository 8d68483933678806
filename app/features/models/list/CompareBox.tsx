import { useTranslation } from '#app/ui/i18n/translation.ts';
import { COMPARE_FORM, type Selecting } from './CompareBar.tsx';

interface CompareBoxProps {
  id: string;
  name: string;
  isChosen: boolean;
  /** Must be the same function in every render. */
  onChoose: Selecting['choose'];
}

/** The check box that chooses a model for the comparison; it belongs to the form at the end of the page. */
export function CompareBox({ id, name, isChosen, onChoose }: CompareBoxProps) {
  const { t } = useTranslation('models');
  return (
    <label
      title={t('compare.choose', { name })}
      className="relative inline-grid control-square shrink-0 cursor-pointer place-items-center"
    >
      <input
        type="checkbox"
        form={COMPARE_FORM}
        name="ids"
        data-compare=""
        value={id}
        aria-label={t('compare.choose', { name })}
        checked={isChosen}
        onChange={(event) => onChoose(id, event.currentTarget.checked)}
        className="size-4"
      />
    </label>
  );
}
