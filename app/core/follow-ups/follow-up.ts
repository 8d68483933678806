import { z } from 'zod';

/**
 * Jobs that may follow the end of a generation or an account: name -> payload. A job without a handler does
 * not compile (see worker/register.ts). Handlers are idempotent: a job may run twice.
 */
export const FOLLOW_UP_SCHEMAS = {
  /** Admits a title for the conversation whose first message was answered. */
  title: z.object({ generationId: z.string() }),
  /** Polls the parent of a step that has ended. */
  'wake-parent': z.object({ parentId: z.string() }),
  /** Stops the steps of a parent that is about to end. */
  'stop-steps': z.object({ parentId: z.string() }),
  /** Erases the data of a deleted account. */
  'erase-account': z.object({ userId: z.string() }),
  /** Mails the owner of an account that its balance has fallen below the limit they set. */
  'mail-low-balance': z.object({ accountId: z.string() }),
  /** Announces by mail that credit is about to expire. */
  'expiry-notice': z.object({
    accountId: z.string(),
    notices: z.array(z.object({ entryId: z.string(), days: z.number() })),
  }),
  /** Charges the card of a top-up. */
  'top-up': z.object({ topUpId: z.string() }),
  /** Mails the owner of an account that a top-up failed. */
  'mail-top-up': z.object({ topUpId: z.string() }),
  /** Uses a card for top-ups that was saved on a page of the payment service. */
  'take-card': z.object({ accountId: z.string(), sessionId: z.string() }),
  /** Detaches a card at the payment service that was removed or replaced. */
  'detach-card': z.object({ cardId: z.string() }),
  /** Deletes the data of a deleted account at the payment service. */
  'forget-customer': z.object({ customerId: z.string() }),
  /** Sends the end of a job to its owner's webhooks. */
  'announce-job': z.object({
    userId: z.string(),
    generationId: z.string(),
    type: z.string(),
    at: z.number(),
  }),
  /** Sends an event to one webhook. */
  'deliver-webhook': z.object({ deliveryId: z.string(), isExtra: z.boolean().optional() }),
  /** Imports the chats of an upload. */
  'import-chats': z.object({ importId: z.string() }),
  /** Mails the owner of a webhook that it was switched off. */
  'mail-endpoint-off': z.object({ endpointId: z.string() }),
  /** Writes the archive of all chats and files of an account. */
  'write-archive': z.object({ archiveId: z.string() }),
  /** Mails the owner of an archive that it is ready. */
  'mail-archive': z.object({ archiveId: z.string() }),
} as const;

export type FollowUpJob = keyof typeof FOLLOW_UP_SCHEMAS;

/** Jobs that this process knows: a process of the previous version may know fewer. */
export const FOLLOW_UP_JOBS = Object.keys(FOLLOW_UP_SCHEMAS);

type Payload<Job extends FollowUpJob> = z.output<(typeof FOLLOW_UP_SCHEMAS)[Job]>;

/**
 * A job to be done once for a subject: while one is waiting, a second with the same name and subject is
 * ignored.
 */
export type FollowUp = {
  [Job in FollowUpJob]: { job: Job; subject: string; payload: Payload<Job> };
}[FollowUpJob];

/** Result of a handler that has done a part of its job: the job stays, and is due again. */
export interface Again {
  againInSeconds: number;
}

export type FollowUpHandlers = {
  [Job in FollowUpJob]: (payload: Payload<Job>) => Promise<Again | undefined | void>;
};
