import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportCall } from '#app/features/usage/export/export-call.server.ts';

export const loader = (args: LoaderFunctionArgs) => exportCall(args, 'csv');
