/** A part of a turn, as sent. */
export interface WirePart {
  text?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string; fileUri: string };
  functionCall?: { id: string; name: string; args: Record<string, unknown> };
  functionResponse?: { id: string; name: string; response: { output: string } };
  /** The maker's encrypted state of the thoughts that led to this part. */
  thoughtSignature?: string;
}

export interface WireTurn {
  role: 'user' | 'model';
  parts: WirePart[];
}

export interface FunctionDeclaration {
  name: string;
  description?: string;
  /** Plain JSON Schema; `parameters` would take the maker's own dialect. */
  parametersJsonSchema?: object;
}

export interface FunctionCallingConfig {
  mode: 'AUTO' | 'ANY' | 'NONE';
  /** Only with ANY. */
  allowedFunctionNames?: string[];
}

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH';

/** A budget or a level, never both. */
export interface ThinkingConfig {
  includeThoughts?: boolean;
  thinkingBudget?: number;
  thinkingLevel?: ThinkingLevel;
}

export interface GenerationConfig {
  maxOutputTokens: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  seed?: number;
  stopSequences?: string[];
  responseMimeType?: string;
  /** Plain JSON Schema; `responseSchema` would take the maker's own dialect. */
  responseJsonSchema?: object;
  thinkingConfig?: ThinkingConfig;
}

/** The body of generateContent and of streamGenerateContent; the model is in the path. */
export interface GenerateRequest {
  contents: WireTurn[];
  systemInstruction?: { parts: WirePart[] };
  tools?: [{ functionDeclarations: FunctionDeclaration[] }];
  toolConfig?: { functionCallingConfig: FunctionCallingConfig };
  generationConfig: GenerationConfig;
}

/** The fields that we read of an answer, or of one event. Every value is `unknown` until checked. */
export interface WireChunk {
  candidates?: unknown;
  promptFeedback?: unknown;
  usageMetadata?: unknown;
  error?: unknown;
}
