import { overviewCall } from '#app/features/docs/markdown-call.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';

export const loader = () => overviewCall(readOpenApi);
