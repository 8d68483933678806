import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '#tests/setup/api.ts';
import { sourceFiles } from '#tests/architecture/source-files.ts';
import { readDocument, type OpenApiDocument } from './document.ts';

const api = useApi();
let document: OpenApiDocument;
beforeAll(async () => {
  document = await readDocument(api.origin());
});

/** Routes below the public API that are not calls of it. */
const NOT_CALLS = ['api.v1.$.ts', 'api.v1.openapi[.]json.ts'];
/** Paths that are always answered with a refusal. */
const REFUSED = /videos_\.(?:edits|extensions|.*remix)\.ts$/;

async function lint(source: object) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(source), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

describe('GET /api/v1/openapi.json', () => {
  it('is a document without any finding of a public linter', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('control: the linter finds errors', async () => {
    const { paths, ...rest } = structuredClone(document);
    const [first] = Object.values(paths['/models']!);
    first!.responses['200']!.content!['application/json']!.schema.$ref = '#/components/schemas/Nothing';
    expect((await lint({ ...rest, paths })).join()).toContain('no-unresolved-refs');
  });

  it('describes every call, and no others', () => {
    const files = sourceFiles(['app/routes'], /^app\/routes\/api\.v1\./)
      .map(({ place }) => place.slice('app/routes/'.length))
      .filter((name) => !NOT_CALLS.includes(name) && !REFUSED.test(name));
    const served = files.map((name) => {
      const path = name.replace(/^api\.v1\.|\.ts$/g, '').replaceAll('.', '/');
      return `/${path.replaceAll(/_(?=\/)|[[\]]/g, '').replaceAll(/\$\w*/g, '{id}')}`;
    });
    // One route handles all paths below a model.
    const described = Object.keys(document.paths).map((path) => path.replace(/^(\/models\/\{id\}).*$/, '$1'));
    expect([...new Set(described)].toSorted()).toEqual(served.toSorted());
  });

  it('contains its address, is cacheable for a while, and needs no key', async () => {
    const answer = await fetch(`${api.origin()}/api/v1/openapi.json`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await answer.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: `${api.origin()}/api/v1` }],
    });
  });

  it('contains no secret and no path of this machine', async () => {
    expect(JSON.stringify(document)).not.toMatch(/\.ts\b|node_modules|\/home\/|process\.env/);
  });
});
