import { describeRows } from './describe-rows.ts';
import { DEATHS } from './rows/hub-dies.ts';

describeRows(DEATHS);
