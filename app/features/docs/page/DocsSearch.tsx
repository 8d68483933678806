import { Form, useSearchParams } from '@remix-run/react';
import { Search } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { DOCS_PATH } from '../chapter-list.ts';
import { QUERY_MAX } from '../search/search-sections.ts';

/** Asks for the page of what a search finds. */
export function DocsSearch() {
  const { t } = useTranslation('docs');
  const [params] = useSearchParams();
  const query = params.get('q') ?? '';
  return (
    <search>
      <Form action={`${DOCS_PATH}/search`} className="flex items-center gap-1">
        <TextInput
          // Anew for each search: what was looked for stands in the box.
          key={query}
          type="search"
          name="q"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          defaultValue={query}
          maxLength={QUERY_MAX}
          autoComplete="off"
          className="min-w-0"
        />
        <IconButton type="submit" icon={Search} label={t('search.now')} />
      </Form>
    </search>
  );
}
