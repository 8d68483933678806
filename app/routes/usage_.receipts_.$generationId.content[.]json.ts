import { contentFileCall } from '#app/features/usage/receipt/content-call.server.ts';

export const loader = contentFileCall;
