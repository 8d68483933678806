/** The signed-in user as every page and call may see it: no hash, no secret. */
export interface SessionUser {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  username: string | null;
  avatar: string | null;
  role: 'USER' | 'ADMIN';
  locale: string | null;
  /** Id of the model for calls that name none. */
  defaultModel: string | null;
  /** True if request and response bodies of the user's API calls are stored for them. */
  keepsCalls: boolean;
  /** No response of the public API is stored, even if its call asks for it. */
  refusesStore: boolean;
  createdAt: Date;
}

/** A browser that signed in through the form, or a client of `/api/auth/login`. */
export type SessionKind = 'browser' | 'api';

/** A signed-in caller. */
export interface Caller {
  user: SessionUser;
  session: { id: string; kind: SessionKind };
}
