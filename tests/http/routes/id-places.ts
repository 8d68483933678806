import type { IdKind, Ids, Method, Template } from './id-kinds.ts';
import { TEMPLATES } from './id-templates.ts';

/** A call with one tested id; every other id in it is the caller's own. */
export interface IdCall {
  route: string;
  method: Method;
  path: string;
  body: string | URLSearchParams | null;
  byKey: boolean;
  place: string;
  kind: IdKind;
  status: 404 | 400;
  /** The status if the id is malformed. */
  malformed: 404 | 400;
}

const PARAM_KINDS: Record<string, IdKind> = {
  conversationId: 'conversation',
  conversationKey: 'conversation',
  messageId: 'message',
  generationId: 'generation',
  keyId: 'key',
  purchaseId: 'purchase',
  fileId: 'file',
  videoId: 'video',
  responseId: 'response',
  playgroundId: 'playground',
  endpointId: 'endpoint',
  presetId: 'preset',
  promptId: 'template',
  importId: 'import',
  folderId: 'folder',
  trashId: 'trashed',
  queuedId: 'queued',
};

/** Every call of a route, with `named` at each position in turn. */
export function callsOf(route: string, named: (kind: IdKind) => string, own: Ids): IdCall[] {
  return (TEMPLATES[route] ?? []).flatMap((template) =>
    placesOf(route, template).map(([place, kind]): IdCall => {
      const fill = (name: string, value: string | boolean | string[] | null) => {
        const of = kindIn(value);
        if (!of) return value;
        const filled = String(value).replace(`<${of}>`, name === place ? named(of) : own[of]);
        return Array.isArray(value) ? [filled] : filled;
      };
      const fields = Object.entries(template.json ?? template.form ?? {}).map(
        ([name, value]) => [name, fill(name, value)] as const,
      );
      const path = route.replaceAll(/:(\w+)/g, (_, name: string) =>
        PARAM_KINDS[name] ? String(fill(name, `<${PARAM_KINDS[name]}>`)) : 'openAI',
      );
      return {
        route,
        method: template.method,
        path: path + String(fill('query', template.query ?? '')),
        body: template.json
          ? JSON.stringify(Object.fromEntries(fields))
          : template.form
            ? new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
            : null,
        byKey: template.byKey ?? false,
        place,
        kind,
        status: template.named400?.includes(place) ? 400 : 404,
        malformed: [template.named400, template.malformed400].some((named) => named?.includes(place))
          ? 400
          : 404,
      };
    }),
  );
}

/** The kind of the id that a value represents, or the one entry of a list. */
function kindIn(value: unknown): IdKind | undefined {
  return /<(\w+)>/.exec(String(value))?.[1] as IdKind | undefined;
}

function placesOf(route: string, { query, json, form }: Template): [string, IdKind][] {
  const inPath = [...route.matchAll(/:(\w+)/g)].flatMap(([, name]): [string, IdKind][] =>
    PARAM_KINDS[name!] ? [[name!, PARAM_KINDS[name!]!]] : [],
  );
  const elsewhere = Object.entries({ ...(query && { query }), ...json, ...form });
  const inFields = elsewhere.flatMap(([name, value]): [string, IdKind][] => {
    const kind = kindIn(value);
    return kind ? [[name, kind]] : [];
  });
  return [...inPath, ...inFields];
}
