/** Paths of the operator's pages, by their names in texts. */
export const OPERATOR_PATHS = {
  overview: '/admin',
  users: '/admin/users',
  payments: '/admin/payments',
  providers: '/admin/providers',
  catalogue: '/admin/catalogue',
  jobs: '/admin/jobs',
  audit: '/admin/audit',
} as const;

export type OperatorPageName = keyof typeof OPERATOR_PATHS;
export const OPERATOR_PAGES = Object.keys(OPERATOR_PATHS) as OperatorPageName[];

/** Returns the path of a user's page. */
export function userPath(userId: string): string {
  return `${OPERATOR_PATHS.users}/${userId}`;
}

/** Returns an address with a query; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  return params.size === 0 ? path : `${path}?${params}`;
}
