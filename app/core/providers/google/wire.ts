/** A part of a turn, as it is sent. */
export interface WirePart {
  text?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string; fileUri: string };
  functionCall?: { id: string; name: string; args: Record<string, unknown> };
  functionResponse?: { id: string; name: string; response: { output: string } };
  /** What the maker has sealed of the thoughts that led to this part. */
  thoughtSignature?: string;
}

export interface WireTurn {
  role: 'user' | 'model';
  parts: WirePart[];
}

export interface FunctionDeclaration {
  name: string;
  description?: string;
  /** Plain JSON Schema; `parameters` takes a dialect of the maker's own. */
  parametersJsonSchema?: object;
}

export interface FunctionCallingConfig {
  mode: 'AUTO' | 'ANY' | 'NONE';
  /** With ANY alone. */
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
  /** Plain JSON Schema; `responseSchema` takes a dialect of the maker's own. */
  responseJsonSchema?: object;
  thinkingConfig?: ThinkingConfig;
}

/** The body of generateContent and of streamGenerateContent; the model stands in the path. */
export interface GenerateRequest {
  contents: WireTurn[];
  systemInstruction?: { parts: WirePart[] };
  tools?: [{ functionDeclarations: FunctionDeclaration[] }];
  toolConfig?: { functionCallingConfig: FunctionCallingConfig };
  generationConfig: GenerationConfig;
}

/** What we read of an answer: the whole of it, or what one event adds. Every value is `unknown` until it was looked at. */
export interface WireChunk {
  candidates?: unknown;
  promptFeedback?: unknown;
  usageMetadata?: unknown;
  error?: unknown;
}
