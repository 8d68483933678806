import { describeRows } from './describe-rows.ts';
import { EARLY_ENDS } from './rows/ends-early.ts';
import { BREAKS } from './rows/provider-breaks.ts';
import { REFUSALS } from './rows/provider-refuses.ts';
import { BAD_CALLS } from './rows/request.ts';
import { failureStage } from './stage.ts';

const ROWS = [...REFUSALS, ...BREAKS, ...BAD_CALLS, ...EARLY_ENDS];

describeRows(ROWS, failureStage(ROWS));
