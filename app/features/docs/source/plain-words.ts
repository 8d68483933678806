/** The words of a piece of our own Markdown, without its marks. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/^\|[-:| ]+\|$/gm, '')
    .replaceAll(/[`*]/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/^(?:[-#>]|\d+\.) /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
