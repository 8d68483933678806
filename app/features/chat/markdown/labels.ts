/** The words that the pipeline puts around a text. */
export interface MarkdownLabels {
  copy: string;
  code: string;
  table: string;
  /** `{{host}}` stands for the host. */
  image: string;
  done: string;
  open: string;
  footnotes: string;
  back: string;
  /** Over a text that is not formatted, because that would take too long. */
  plain: string;
}

/** The labels from the texts of a language. */
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
