import * as v from 'valibot';
import { objectHead, timestamp, vocabulary } from './common.ts';

export const TestClock = v.strictObject({
  ...objectHead('test_clock'),
  name: v.nullable(v.string()),
  frozen_time: timestamp,
  status: vocabulary(),
});
