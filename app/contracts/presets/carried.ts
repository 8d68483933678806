import { z } from 'zod';

const ID = 256;
const text = (max: number) => z.string().max(max).nullish();

const PLUGIN = z.string().min(1).max(100);

/**
 * Fields of the specification that are stored unchanged if the endpoint of a preset has no option of that
 * name, so that a preset of another installation loses nothing when it passes through this one.
 */
export const PASS_THROUGH_SCHEMA = z.object({
  userLabel: text(80),
  invocationId: z.int().nullish(),
  jailbreakConversationId: text(ID),
  conversationSignature: text(ID),
  parentMessageId: text(ID),
  clientId: text(ID),
  assistant_id: text(ID),
  thread_id: text(ID),
  /** Clients name a plugin by its key alone, or by an object that contains it. */
  tools: z
    .array(z.union([PLUGIN.transform((pluginKey) => ({ pluginKey })), z.object({ pluginKey: PLUGIN })]))
    .max(100)
    .nullish(),
  agentOptions: z
    .object({
      agent: z.enum(['functions', 'classic']).nullish(),
      skipCompletion: z.boolean().nullish(),
      model: text(160),
      temperature: z.number().min(0).max(2).nullish(),
    })
    .nullish(),
});

/** Carried fields that are set. */
export type PassThroughFields = Readonly<Partial<z.output<typeof PASS_THROUGH_SCHEMA>>>;
