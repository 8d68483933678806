import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { PreferenceForm } from '../preferences/PreferenceForm.tsx';
import { SIDE_BAR, type SideBarState } from './side-bar-state.ts';

/** Shows and hides the side bar: on a phone a sheet, else a column whose visibility is remembered. */
export function SideBarToggle({ state }: { state: SideBarState }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="md:hidden">
        <IconButton icon={PanelLeft} mirror label={t('showSideBar')} popovertarget={SIDE_BAR} />
      </span>
      <PreferenceForm name="navVisible" className="max-md:hidden">
        {state !== 'open' && <Switch to="true" className={state === 'wide' ? 'lg:hidden' : undefined} />}
        {state !== 'closed' && (
          <Switch to="false" className={state === 'wide' ? 'max-lg:hidden' : undefined} />
        )}
      </PreferenceForm>
    </>
  );
}

function Switch({ to, className }: { to: 'true' | 'false'; className: string | undefined }) {
  const { t } = useTranslation();
  return (
    <IconButton
      type="submit"
      name="navVisible"
      value={to}
      icon={PanelLeft}
      mirror
      label={to === 'true' ? t('showSideBar') : t('hideSideBar')}
      aria-expanded={to === 'false'}
      className={className}
    />
  );
}
