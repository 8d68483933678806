/** Longer than any address, id or actor. */
export const AUDIT_PERSON_MAX = 120;

/** A user or somebody else in the trail: words to show, and the user's id where there is one. */
export interface AuditWho {
  text: string;
  userId: string | null;
}

/** An act of the trail; the time is ISO 8601. */
export interface AuditLine {
  id: string;
  actor: AuditWho;
  action: string;
  subject: AuditWho | null;
  /** `name: value`, cut where it is long. */
  detail: [name: string, value: string][];
  createdAt: string;
}

export interface AuditData {
  /** What stands in the boxes. */
  person: string;
  action: string;
  /** True where nobody is found by `person`. */
  isUnknown: boolean;
  isLater: boolean;
  actions: string[];
  entries: AuditLine[];
  nextBefore: string | null;
}
