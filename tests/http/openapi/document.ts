import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, object> };
}

interface OperationObject {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>;
}

export async function readDocument(origin: string): Promise<OpenApiDocument> {
  const answer = await fetch(`${origin}/api/v1/openapi.json`);
  if (answer.status !== 200) throw new Error(`The document was answered with ${answer.status}`);
  return (await answer.json()) as OpenApiDocument;
}

/** Compares answers with what the document says of them; a field that it does not know is a problem, too. */
export function checkerOf(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const checks = new Map<string, ValidateFunction>();
  /** @returns what is wrong, in words; none for an answer as the document has it */
  return (operationId: string, status: number, body: unknown, type = 'application/json'): string[] => {
    const operation = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .find((one) => one.operationId === operationId);
    const described = operation?.responses[status]?.content?.[type];
    if (!described) return [`${operationId} is not described with ${status} ${type}`];
    const ref = `openapi${described.schema.$ref}`;
    const check = checks.get(ref) ?? ajv.compile({ $ref: ref });
    checks.set(ref, check);
    if (check(body)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
