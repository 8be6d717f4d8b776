import fc from 'fast-check';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { createTaxRate } from '../../../../shared/domain/tax-rate/create.ts';
import { taxRateAggregate } from '../../../../shared/domain/tax-rate/record.ts';
import { updateTaxRate } from '../../../../shared/domain/tax-rate/update.ts';
import { loadAll } from '../../../../shared/flows/load/records.ts';
import { writeDecision } from '../../../provider/shop.ts';
import { sweep } from '../../histories/environment.ts';
import { requestVoid } from '../../histories/requests.ts';
import { defineAction } from './action.ts';

/** The seller voids an unpaid invoice. */
export const voidUnpaidInvoice = defineAction({
  name: 'void',
  weight: 2,
  inputs: fc.constant(null),
  perform: async ({ shop, model }) => {
    const { tenant, customerId, fixture } = shop;
    const invoices = await loadAll(fixture.store, invoiceAggregate, tenant, { customerId });
    const invoice = invoices.find(({ status }) => status === 'open' || status === 'uncollectible');
    if (invoice === undefined) return;
    await requestVoid(shop, fixture.store, invoice.id);
    const voided = model.invoices.find(({ status, periodStart }) => status === invoice.status && periodStart === invoice.periodStart);
    if (voided !== undefined) model.void(voided);
  },
});

/** Replaces or removes the tax rate of the buyer's country. */
export const changeTaxRate = defineAction({
  name: 'taxes',
  weight: 1,
  inputs: fc.constantFrom(2100, 1900, 700, null),
  perform: async ({ shop, model, terms }, rateBasisPoints) => {
    const { items } = await shop.fixture.store.page(taxRateAggregate, shop.tenant, { limit: 100 });
    const rate = items.find(({ record }) => record.active) ?? null;
    if (rate !== null) await writeDecision(shop, (context) => updateTaxRate({ active: false }, { rate }, context));
    const countryCode = terms.reverseCharge ? 'DE' : 'NL';
    if (rateBasisPoints !== null) await writeDecision(shop, (context) => createTaxRate({ countryCode, rateBasisPoints }, null, context));
    model.setTaxRate(rateBasisPoints);
  },
});

/** Runs one sweep, or two concurrently. Sweeps process work that is due in real time, not work that is due on the test clock. */
export const runSweep = defineAction({
  name: 'sweep',
  weight: 2,
  inputs: fc.constantFrom(1, 2),
  perform: async (simulation, sweeps) => {
    await Promise.all(Array.from({ length: sweeps }, () => sweep(simulation)));
  },
});
