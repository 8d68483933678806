/** The input of an embedding call, in the format of OpenAI's clients: texts, or the tokens of texts. */
export type EmbeddingInput = string | string[] | number[] | number[][];

/** A call to an embedding model. */
export interface EmbeddingOrder {
  input: EmbeddingInput;
  /** Length of each vector; absent: the model's default. */
  dimensions?: number;
}

/** Returns the inputs one by one, each a text or its tokens; each gets one vector. */
export function inputsOf(input: EmbeddingInput): (string | number[])[] {
  if (typeof input === 'string') return [input];
  const [first] = input;
  return typeof first === 'number' ? [input as number[]] : (input as (string | number[])[]);
}
