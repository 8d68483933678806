import { exportCall } from '#app/features/presets/export-call.server.ts';

export const loader = exportCall;
