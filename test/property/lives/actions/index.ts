import type { AnyAction } from './action.ts';
import { bank, mood } from './bank.ts';
import { code } from './code.ts';
import { cancel, reactivate, wavering } from './lifecycle.ts';
import { chargeback, refundDecided, refunding } from './money-back.ts';
import { longPause, pause, resume } from './pause.ts';
import { planChange } from './plan.ts';
import { declinedFirst, reauthorize } from './reauthorize.ts';
import { minute, taxes, voiding } from './seller.ts';
import { dueMoment, time } from './time.ts';
import { usage } from './usage.ts';

/** Everything that may happen in a life; a new kind of thing is a separate file, and a word here. */
export const ACTIONS: readonly AnyAction[] = [
  time,
  dueMoment,
  mood,
  bank,
  cancel,
  reactivate,
  wavering,
  refunding,
  refundDecided,
  chargeback,
  code,
  voiding,
  taxes,
  minute,
  planChange,
  pause,
  resume,
  longPause,
  usage,
  reauthorize,
  declinedFirst,
];
