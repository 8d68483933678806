/** Longer than any address, name or id. */
export const USER_SEARCH_MAX = 120;

/** A user in the list; times are ISO 8601. */
export interface UserLine {
  id: string;
  email: string;
  name: string;
  isAdmin: boolean;
  isBanned: boolean;
  isDeleted: boolean;
  /** Micro-dollars, as text; null for a user without an account. */
  balanceMicro: string | null;
  createdAt: string;
}

export interface UsersData {
  search: string;
  /** True on pages after the first. */
  isLater: boolean;
  users: UserLine[];
  nextCursor: string | null;
}
