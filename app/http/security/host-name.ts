const FORM = /^(\[[\da-f:.]{2,45}\]|[\w.-]{1,253}?)\.?(?::\d{1,5})?$/i;

/** The name in a Host header, in lower case and without its port; null for what is no host. */
export function hostNameOf(host: string): string | null {
  return FORM.exec(host)?.[1]?.toLowerCase() ?? null;
}
