import { z } from 'zod';

const data = z.string().regex(/^[\w+/]+={0,2}$/);
const args = z.record(z.string(), z.unknown());
const name = z.string().regex(/^[A-Za-z_][\w.:-]{0,63}$/);

const part = z
  .strictObject({
    text: z.string().optional(),
    inlineData: z.strictObject({ mimeType: z.string(), data }).optional(),
    fileData: z
      .strictObject({ mimeType: z.string().optional(), fileUri: z.string().regex(/^https?:/) })
      .optional(),
    functionCall: z.strictObject({ id: z.string().optional(), name, args: args.optional() }).optional(),
    functionResponse: z
      .strictObject({ id: z.string().optional(), name, response: z.record(z.string(), z.unknown()) })
      .optional(),
    thoughtSignature: z.string().optional(),
  })
  .refine(
    ({ thoughtSignature: _signature, ...rest }) => Object.keys(rest).length === 1,
    "required oneof field 'data' must have one initialized field",
  );

const turn = z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(part).min(1) });

/** Every field of generateContent in the Gemini API that we may send; others are refused as by the maker. */
export const generateRequest = z.strictObject({
  contents: z.array(turn).min(1),
  systemInstruction: turn.optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({
            name,
            description: z.string().optional(),
            parametersJsonSchema: z.looseObject({ type: z.literal('object') }).optional(),
          }),
        ),
      }),
    )
    .optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z.strictObject({
        mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']),
        allowedFunctionNames: z.array(z.string()).optional(),
      }),
    })
    .optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.int().min(1).max(65_536).optional(),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().min(0).max(1).optional(),
      topK: z.int().min(1).optional(),
      candidateCount: z.int().min(1).max(8).optional(),
      frequencyPenalty: z.number().optional(),
      presencePenalty: z.number().optional(),
      responseLogprobs: z.boolean().optional(),
      logprobs: z.int().optional(),
      seed: z.int32().optional(),
      stopSequences: z.array(z.string().min(1)).max(5).optional(),
      responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
      responseJsonSchema: z.looseObject({}).optional(),
      thinkingConfig: z
        .strictObject({
          includeThoughts: z.boolean().optional(),
          thinkingBudget: z.int().min(-1).max(32_768).optional(),
          thinkingLevel: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']).optional(),
        })
        .optional(),
    })
    .optional(),
});

export type GenerateRequest = z.output<typeof generateRequest>;
export type RequestTurn = GenerateRequest['contents'][number];
export type RequestPart = RequestTurn['parts'][number];
