import { Previews } from '#app/ui/files/Previews.tsx';
import { UploadErrors } from '#app/ui/files/UploadErrors.tsx';
import type { usePromptFiles } from './use-prompt-files.ts';

/** What the next prompt is sent with, over its text, and what is wrong with it. */
export function PromptFiles({ attached }: { attached: ReturnType<typeof usePromptFiles> }) {
  const { items, errors, spoken, remove } = attached;
  return (
    <>
      <UploadErrors errors={errors} />
      <Previews items={items} onRemove={remove} />
      <output className="sr-only">{spoken}</output>
    </>
  );
}
