import { Eye, EyeOff } from '#app/ui/icons/lucide.ts';
import { useState, type InputHTMLAttributes } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { TextInput } from './TextInput.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';

/** A password input; with scripts it has a button that shows the password. */
export function PasswordInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    // Left to right in every language, the button included, so that it never covers the first characters.
    <div className="relative" dir="ltr">
      <TextInput {...props} dir="ltr" type={shown ? 'text' : 'password'} className="pe-12" />
      {hydrated && (
        <span className="absolute inset-y-0 end-0 flex items-center">
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? t('hidePassword') : t('showPassword')}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </div>
  );
}
