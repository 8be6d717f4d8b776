import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type Meter, type MeterStatus, meterAggregate } from './record.ts';

/** The field of a meter that can be changed. */
export interface UpdateMeter {
  readonly status?: MeterStatus | undefined;
}

export interface UpdateMeterState {
  readonly meter: Stored<Meter> | null;
}

/** Activates or deactivates a meter. Prices with an inactive meter are still billed by its usage events. Records no event. */
export const updateMeter = (command: UpdateMeter, state: UpdateMeterState, _ctx: DecisionContext): Decision<Meter> | Refusal => {
  if (state.meter === null) return new Refusal('resource_missing', 'No such meter.');
  const after = patched(state.meter.record, command);
  if (!differs(state.meter, after)) return unchanged(after);
  return {
    changes: [change(meterAggregate, state.meter, after)],
    events: [],
    audit: audited('meter', 'updated', after.id),
    result: after,
  };
};
