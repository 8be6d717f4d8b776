import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { objectHead, openEnum, timestamp } from './common.ts';

export const TestClock = v.strictObject({
  ...objectHead('test_clock', doc('Id of the test clock. Starts with `clk_`.')),
  name: described(v.nullable(v.string()), doc('Your name for the clock; `null` if none was set.')),
  frozen_time: described(
    timestamp,
    doc('The simulated time, in Unix seconds. While `status` is `advancing`, the time that the advance has reached.'),
  ),
  status: described(
    openEnum(['ready', 'advancing', 'failed']),
    doc(
      '`ready`, `advancing` (due work up to the new time is being processed) or `failed` (an advance stopped; advance again to continue).',
    ),
  ),
});
