import type { LoaderFunctionArgs } from '@remix-run/node';
import { chapterCall } from '#app/features/docs/markdown-call.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';

export const loader = (args: LoaderFunctionArgs) => chapterCall(args, readOpenApi);
