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
  /** Bodies and answers of its API calls are stored for their owner. */
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
