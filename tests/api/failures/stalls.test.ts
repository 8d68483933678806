import { IS_FULL } from '#tests/setup/suite.ts';
import { describeRows } from './describe-rows.ts';
import { STALLS } from './rows/provider-stalls.ts';
import { failureStage } from './stage.ts';

const [RUN_STALL_MS, RUN_DEADLINE_MS] = IS_FULL ? ['8000', '24000'] : ['2000', '8000'];

describeRows(STALLS, failureStage(STALLS, { RUN_STALL_MS, RUN_DEADLINE_MS }));
