import type { SubmissionResult } from '@conform-to/react';

export const WEBHOOKS_PATH = '/keys/webhooks';
/** Where receivers are explained. */
export const WEBHOOKS_CHAPTER = '/docs/webhooks';

/** A secret on show, once. */
export interface ShownSecretValue {
  endpointId: string;
  secret: string;
  how: 'created' | 'rolled';
}

/** What a page of endpoints is told by its forms. */
export interface WebhooksAnswer {
  shown?: ShownSecretValue;
  /** In the reader's words. */
  error?: string;
  /** The form of an endpoint, refused. */
  refused?: SubmissionResult;
}
