/** Who is calling, as far as every page and call may know it: no hash, no secret. */
export interface SessionUser {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  username: string | null;
  avatar: string | null;
  role: 'USER' | 'ADMIN';
  locale: string | null;
  /** Id of the model that answers calls which name none. */
  defaultModel: string | null;
  createdAt: Date;
}

/** A browser that signed in through the form, or a client of `/api/auth/login`. */
export type SessionKind = 'browser' | 'api';

/** A signed-in caller. */
export interface Caller {
  user: SessionUser;
  session: { id: string; kind: SessionKind };
}
