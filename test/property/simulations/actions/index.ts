import type { Action } from './action.ts';
import { bankDecision, changeBankAnswer } from './bank.ts';
import { code } from './code.ts';
import { cancel, cancelAndReactivate, reactivate } from './lifecycle.ts';
import { longPause, pause, resume } from './pause.ts';
import { planChange } from './plan.ts';
import { reauthorize, reauthorizeAfterDecline } from './reauthorize.ts';
import { chargeback, decideRefund, refundPayment } from './refunds.ts';
import { changeTaxRate, runSweep, voidUnpaidInvoice } from './seller.ts';
import { time, waitForNextDue } from './time.ts';
import { usage } from './usage.ts';

/** All kinds of actions. Add a new one as a file, and list it here. */
export const ACTIONS: readonly Action[] = [
  time,
  waitForNextDue,
  changeBankAnswer,
  bankDecision,
  cancel,
  reactivate,
  cancelAndReactivate,
  refundPayment,
  decideRefund,
  chargeback,
  code,
  voidUnpaidInvoice,
  changeTaxRate,
  runSweep,
  planChange,
  pause,
  resume,
  longPause,
  usage,
  reauthorize,
  reauthorizeAfterDecline,
];
