import type { GenerationState } from '../generation.ts';

/**
 * A call as it is handed out, its members in the order in which files have them. Money is micro-dollars as text, times are
 * milliseconds from its admission.
 */
export interface ExportedCall {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  userId: string;
  kind: 'chat' | 'api' | 'playground';
  state: GenerationState;
  model: string;
  provider: string;
  keyId: string | null;
  /** Null where it was made without a key, or with one that is gone or has none. */
  keyName: string | null;
  applicationId: string | null;
  inputTokens: number | null;
  cachedTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  costMicro: string | null;
  firstTokenMs: number | null;
  latencyMs: number | null;
  finishReason: string | null;
  errorCode: string | null;
}
