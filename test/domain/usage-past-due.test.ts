import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { given } from './billing.ts';
import { failTimes, paymentOf } from './renewals.ts';

const DAY = 86_400;

/** A metered subscription whose first period was declined, used on in the period that runs. */
const usedWhenPastDue = () => {
  const billing = given({ usageType: 'metered', unitAmountDecimal: '5' });
  const { id } = billing.subscribe();
  billing.use(id, 100);
  billing.decline(paymentOf(billing.due(id)));
  billing.use(id, 1000);
  return { billing, id };
};

/** What its invoices bill. */
const billedUnits = ({ billing }: ReturnType<typeof usedWhenPastDue>): number =>
  billing.world
    .all(invoiceAggregate)
    .flatMap(({ lines }) => lines)
    .reduce((units, { quantity }) => units + Number(quantity), 0);

describe('units used while the invoice of the period before is collected', () => {
  it('are billed at the end of their period where that invoice is paid', () => {
    const past = usedWhenPastDue();
    const { billing, id } = past;
    billing.settle(paymentOf(billing.due(id)));
    billing.due(id);
    expect(billedUnits(past)).toBe(1100);
  });

  // Not billed yet: the customer has them for nothing, up to 21 days of use.
  it.fails('are billed where the customer cancels then', () => {
    const past = usedWhenPastDue();
    const { billing, id } = past;
    billing.cancel(id);
    billing.settle(paymentOf(billing.due(id)));
    billing.world.now += 40 * DAY;
    expect(billedUnits(past)).toBe(1100);
  });

  it.fails('are billed where the invoice is given up', () => {
    const past = usedWhenPastDue();
    failTimes(past.billing, past.id, 4);
    expect(billedUnits(past)).toBe(1100);
  });
});
