import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, object> };
}

interface OperationObject {
  operationId: string;
  parameters?: { name?: string; in?: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>;
}

export async function readDocument(origin: string): Promise<OpenApiDocument> {
  const answer = await fetch(`${origin}/api/v1/openapi.json`);
  if (answer.status !== 200) throw new Error(`The document was answered with ${answer.status}`);
  return (await answer.json()) as OpenApiDocument;
}

const ID = 'openapi';

function ajvOf(document: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.addSchema({ $id: ID, ...document });
}

function problemsOf(check: ValidateFunction, value: unknown): string[] {
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Compares answers with their description in the document; an undescribed field is a problem, too. */
export function checkerOf(document: OpenApiDocument) {
  const ajv = ajvOf(document);
  const checks = new Map<string, ValidateFunction>();
  const checkRef = (pointer: string, body: unknown) => {
    const ref = ID + pointer;
    const check = checks.get(ref) ?? ajv.compile({ $ref: ref });
    checks.set(ref, check);
    return problemsOf(check, body);
  };
  /** @returns the problems; none for an answer that matches the document */
  const check = (operationId: string, status: number, body: unknown, type = 'application/json'): string[] => {
    const operation = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .find((one) => one.operationId === operationId);
    const described = operation?.responses[status]?.content?.[type];
    if (!described) return [`${operationId} is not described with ${status} ${type}`];
    return checkRef(described.schema.$ref, body);
  };
  const schema = (name: string, value: unknown) => checkRef(`#/components/schemas/${name}`, value);
  return Object.assign(check, { schema });
}

/** Compares requests with their description in the document. */
export function requestCheckerOf(document: OpenApiDocument) {
  const ajv = ajvOf(document);
  const calls = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(
      `^${path.replace('{id}', path.startsWith('/models') ? String.raw`[\w-]+/[\w.-]+` : String.raw`[\w-]+`)}$`,
    ),
    path,
    methods,
  }));
  /** @param target the path below the base address, with its query @returns the problems */
  return (method: string, target: string, body: unknown): string[] => {
    const { pathname, searchParams } = new URL(target, 'http://hub.example');
    const call = calls.find(({ pattern }) => pattern.test(pathname));
    const operation = call?.methods[method.toLowerCase()];
    if (!call || !operation) return [`${method} ${pathname} is not described`];
    const missing = (operation.parameters ?? [])
      .filter(
        ({ name = '', in: place, required }) => place === 'query' && required && !searchParams.get(name),
      )
      .map(({ name }) => `${name} is missing`);
    const taken = operation.requestBody?.content['application/json'];
    if (!taken) return body === undefined ? missing : [...missing, 'It takes no body'];
    const pointer = `#/paths/${call.path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
    return [...missing, ...problemsOf(ajv.compile({ $ref: ID + pointer }), body)];
  };
}
