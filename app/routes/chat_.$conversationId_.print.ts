import { printCall } from '#app/features/exports/print/print-call.server.ts';

export const loader = printCall;
