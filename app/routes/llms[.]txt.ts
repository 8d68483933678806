import { listChapters } from '#app/features/docs/docs-page.server.ts';
import { listText } from '#app/features/docs/markdown-call.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { summaryCall } from '#app/features/site/crawler-calls.server.ts';

export const loader = () => summaryCall(listText(listChapters(readOpenApi)));
