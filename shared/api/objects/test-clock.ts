import * as v from 'valibot';
import { objectHead, openEnum, timestamp } from './common.ts';

export const TestClock = v.strictObject({
  ...objectHead('test_clock'),
  name: v.nullable(v.string()),
  frozen_time: timestamp,
  status: openEnum(),
});
