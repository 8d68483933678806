import { PanelLeft } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { PreferenceForm } from '../preferences/PreferenceForm.tsx';
import type { SideBarState } from './side-bar-state.ts';

const TOGGLE = 'side-bar-toggle';

/** Makes the side bar a column or a rail, and remembers it; a phone has no such choice. */
export function SideBarToggle({ state }: { state: SideBarState }) {
  const isWide = state === 'wide';
  return (
    <PreferenceForm name="navVisible" className="max-md:hidden">
      <span data-focus-after={TOGGLE}>
        {isWide && <Switch to="true" className="lg:hidden" />}
        {/* The same button for both directions, so that it keeps the focus. */}
        <Switch
          id={TOGGLE}
          to={state === 'closed' ? 'true' : 'false'}
          className={isWide ? 'max-lg:hidden' : undefined}
        />
      </span>
    </PreferenceForm>
  );
}

interface SwitchProps {
  id?: string;
  to: 'true' | 'false';
  className: string | undefined;
}

function Switch({ to, ...rest }: SwitchProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      {...rest}
      type="submit"
      name="navVisible"
      value={to}
      icon={PanelLeft}
      mirror
      label={to === 'true' ? t('showSideBar') : t('hideSideBar')}
      aria-expanded={to === 'false'}
    />
  );
}
