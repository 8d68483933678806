/** Longer than any address, id or actor. */
export const AUDIT_PERSON_MAX = 120;

/** A user or another party in the trail: text to show, and the id of a user. */
export interface AuditParty {
  text: string;
  userId: string | null;
}

/** An entry of the trail; the time is ISO 8601. */
export interface AuditLine {
  id: string;
  actor: AuditParty;
  action: string;
  subject: AuditParty | null;
  /** `name: value`, truncated when long. */
  detail: [name: string, value: string][];
  createdAt: string;
}

export interface AuditData {
  /** Current values of the filter fields. */
  person: string;
  action: string;
  /** True when no user matches `person`. */
  isUnknown: boolean;
  isLater: boolean;
  actions: string[];
  entries: AuditLine[];
  nextBefore: string | null;
}
