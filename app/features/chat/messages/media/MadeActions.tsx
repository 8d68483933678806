import { CornerDownLeft, Download } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { filePath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { COMPOSER_FORM } from '../../composer/Composer.tsx';

/** What can be done with a piece that was made: saved, or sent along with the next message. */
export function MadeActions({ file }: { file: FileView }) {
  const { t } = useTranslation('chat');
  const { file_id: id, filename, width, height } = file;
  return (
    <figcaption className="-ms-2.5 flex flex-wrap items-center gap-x-1 text-text-muted">
      <a
        href={`${filePath(id)}?download`}
        download={filename}
        className={buttonClasses({ variant: 'plain', size: 'small' })}
      >
        <Icon of={Download} />
        {t('made.download')}
      </a>
      <Button
        variant="plain"
        size="small"
        form={COMPOSER_FORM}
        formNoValidate
        name="usedFile"
        value={id}
        data-file={JSON.stringify(file)}
      >
        <Icon of={CornerDownLeft} mirror />
        {t('made.use')}
      </Button>
      {width > 0 && (
        <bdi dir="ltr" className="px-2.5 text-xs tabular-nums max-sm:hidden">
          {t('made.size', { width, height })}
        </bdi>
      )}
    </figcaption>
  );
}
