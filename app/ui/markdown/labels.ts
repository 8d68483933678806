/** Texts that the renderer adds around content. */
export interface MarkdownLabels {
  copy: string;
  code: string;
  table: string;
  /** Contains `{{host}}`, which is replaced by the host. */
  image: string;
  done: string;
  open: string;
  footnotes: string;
  back: string;
  /** Note above a text that is not formatted because formatting would take too long. */
  plain: string;
}

/** Builds the labels from the texts of a language. */
export function markdownLabels(t: (key: `markdown.${keyof MarkdownLabels}`) => string): MarkdownLabels {
  return {
    copy: t('markdown.copy'),
    code: t('markdown.code'),
    table: t('markdown.table'),
    image: t('markdown.image'),
    done: t('markdown.done'),
    open: t('markdown.open'),
    footnotes: t('markdown.footnotes'),
    back: t('markdown.back'),
    plain: t('markdown.plain'),
  };
}
