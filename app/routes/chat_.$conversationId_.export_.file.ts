import { exportFileCall } from '#app/features/exports/export-call.server.ts';

export const loader = exportFileCall;
