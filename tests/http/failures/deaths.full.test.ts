import { describeRows } from '#tests/api/failures/describe-rows.ts';
import { DEATHS } from './hub-dies.ts';
import { useProcesses } from './stage.ts';

describeRows(DEATHS, useProcesses(DEATHS));
