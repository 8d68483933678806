/** What is to become vectors, as OpenAI's clients say it: texts, or the tokens of texts. */
export type EmbeddingInput = string | string[] | number[] | number[][];

/** What a caller asks of a model that makes vectors. */
export interface EmbeddingOrder {
  input: EmbeddingInput;
  /** Numbers in each vector; absent: as many as the model likes. */
  dimensions?: number;
}

/** The inputs one by one, each a text or its tokens: one vector answers each. */
export function inputsOf(input: EmbeddingInput): (string | number[])[] {
  if (typeof input === 'string') return [input];
  const [first] = input;
  return typeof first === 'number' ? [input as number[]] : (input as (string | number[])[]);
}
