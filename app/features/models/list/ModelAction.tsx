import { useTranslation } from '#app/ui/i18n/translation.ts';
import { chatHref } from '#app/contracts/catalogue/model-href.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Columns3, MessageSquare } from '#app/ui/icons/lucide.ts';
import type { ModelCardData } from './models-data.ts';

interface ModelActionProps {
  model: ModelCardData;
  /** Only the icon is visible; a tooltip has the words. */
  isIcon?: boolean;
}

/** The next step with a model: the chat, the playground, or the reason why there is none. */
export function ModelAction({ model, isIcon = false }: ModelActionProps) {
  const { t } = useTranslation('models');
  const { id, name, canChat, playground, bar } = model;
  if (canChat)
    return (
      <LinkButton
        to={chatHref(id)}
        size="small"
        className="relative shrink-0"
        aria-label={t('chatWith', { name })}
        title={isIcon ? t('chat') : undefined}
      >
        <Icon of={MessageSquare} />
        {!isIcon && t('chat')}
      </LinkButton>
    );
  if (playground)
    return (
      <LinkButton
        to={playground}
        size="small"
        className="relative shrink-0"
        aria-label={t('tryOut', { name })}
        title={isIcon ? t('playground') : undefined}
      >
        <Icon of={Columns3} />
        {!isIcon && t('playground')}
      </LinkButton>
    );
  return <Badge>{bar === null ? t('byApi') : t(`bar.${bar}`)}</Badge>;
}
