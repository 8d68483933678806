import { exportCall } from '#app/features/presets/calls.server.ts';

export const loader = exportCall;
