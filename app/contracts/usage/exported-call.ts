import type { GenerationState } from '../generation.ts';

/**
 * A call in an export, its members in the order of the file's columns. Money is micro-dollars as text, times
 * are milliseconds from its admission.
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
  /** Null if it was made without a key, or with a key that is deleted or has no name. */
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
