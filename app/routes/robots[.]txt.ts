import { robotsCall } from '#app/features/site/crawler-calls.server.ts';

export const loader = robotsCall;
