/** An OpenAPI document, limited to the fields that the reference reads. */
export interface OpenApi {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  /** Requests that are posted to callers' addresses. */
  webhooks?: Record<string, { post: { tags: string[] } }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, ParameterObject>;
    headers: Record<string, { description: string }>;
  };
}

export interface OperationObject {
  tags: string[];
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: (ParameterObject | Ref)[];
  requestBody?: { content: { 'application/json': { schema: Schema; example: unknown } } };
  responses: Record<
    string,
    {
      description: string;
      headers: Record<string, Ref>;
      content: Record<string, { schema: Schema }>;
    }
  >;
}

export interface ParameterObject {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: Schema;
  example?: string;
}

interface Ref {
  $ref: string;
}

/** A JSON schema, limited to the keywords that zod writes. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  description?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
}

/** The last part of a reference: `ChatMessage` of `#/components/schemas/ChatMessage`. */
export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
