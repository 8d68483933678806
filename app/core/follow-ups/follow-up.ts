import { z } from 'zod';

/**
 * What may be to be done after a generation has ended, or an account: job -> payload. A job without a handler does not compile (see
 * worker/register.ts). Handlers are idempotent: a job may be run twice.
 */
export const FOLLOW_UP_SCHEMAS = {
  /** A title for the conversation whose first message was answered. */
  title: z.object({ generationId: z.string() }),
  /** The parent of a step that has ended is looked at. */
  'wake-parent': z.object({ parentId: z.string() }),
  /** The steps of a parent that is about to end are asked to stop. */
  'stop-steps': z.object({ parentId: z.string() }),
  /** What an account leaves that was deleted is erased. */
  'erase-account': z.object({ userId: z.string() }),
  /** The owner of an account is told that its balance has fallen below what they have set. */
  'mail-low-balance': z.object({ accountId: z.string() }),
  /** Credit that is about to expire is announced by mail. */
  'expiry-notice': z.object({
    accountId: z.string(),
    notices: z.array(z.object({ entryId: z.string(), days: z.number() })),
  }),
  /** A top-up's card is charged. */
  'top-up': z.object({ topUpId: z.string() }),
  /** The owner of an account is told that a top-up failed. */
  'mail-top-up': z.object({ topUpId: z.string() }),
  /** A card that was saved on a page of the payment service is taken for top-ups. */
  'take-card': z.object({ accountId: z.string(), sessionId: z.string() }),
  /** A card that was removed or replaced is detached at the payment service. */
  'detach-card': z.object({ cardId: z.string() }),
  /** What the payment service has of a deleted account is deleted there. */
  'forget-customer': z.object({ customerId: z.string() }),
  /** The end of a job is sent to its owner's webhooks. */
  'announce-job': z.object({
    userId: z.string(),
    generationId: z.string(),
    type: z.string(),
    at: z.number(),
  }),
  /** An event is sent to one webhook. */
  'deliver-webhook': z.object({ deliveryId: z.string(), isExtra: z.boolean().optional() }),
  /** The owner of a webhook is told that it was switched off. */
  'mail-endpoint-off': z.object({ endpointId: z.string() }),
} as const;

export type FollowUpJob = keyof typeof FOLLOW_UP_SCHEMAS;

/** Those that this process knows: one of the version before may have fewer. */
export const FOLLOW_UP_JOBS = Object.keys(FOLLOW_UP_SCHEMAS);

type Payload<Job extends FollowUpJob> = z.output<(typeof FOLLOW_UP_SCHEMAS)[Job]>;

/** A job to be done once for a subject: while one is waiting, a second of the same name and subject is the same. */
export type FollowUp = {
  [Job in FollowUpJob]: { job: Job; subject: string; payload: Payload<Job> };
}[FollowUpJob];

/** What a handler answers that has done a part of its job: the job stays, and is due again. */
export interface Again {
  againInSeconds: number;
}

export type FollowUpHandlers = {
  [Job in FollowUpJob]: (payload: Payload<Job>) => Promise<Again | undefined | void>;
};
