import { summaryCall } from '#app/features/site/crawlers/calls.server.ts';

export const loader = summaryCall;
