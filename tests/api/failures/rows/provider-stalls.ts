import type { Row } from '../row.ts';
import { broken } from './provider-breaks.ts';

/** A provider that falls silent, for as long as RUN_STALL_MS or RUN_DEADLINE_MS. */
export const STALLS: readonly Row[] = [
  {
    name: 'provider: accepts, then never answers',
    directive: 'fault=hang',
    expected: {
      whole: { sees: '504 upstream_error provider_timeout' },
      streamed: { sees: '504 upstream_error provider_stalled' },
    },
  },
  {
    name: 'provider: headers, then silence',
    directive: 'fault=headers',
    expected: { streamed: { sees: '504 upstream_error provider_stalled' } },
  },
  {
    name: 'provider: stalls after 2 tokens',
    directive: 'text="one two three four" fault=stall after=2',
    expected: { streamed: broken('provider_stalled') },
  },
];
