import type { SubmissionResult } from '@conform-to/react';

export const WEBHOOKS_PATH = '/keys/webhooks';
/** The chapter that explains receivers. */
export const WEBHOOKS_CHAPTER = '/docs/webhooks';

/** A secret that is shown once. */
export interface ShownSecretValue {
  endpointId: string;
  secret: string;
  how: 'created' | 'rolled';
}

/** The answer to a form of an endpoints page. */
export interface WebhooksAnswer {
  shown?: ShownSecretValue;
  /** In the reader's language. */
  error?: string;
  /** The rejected form of an endpoint. */
  refused?: SubmissionResult;
}
