import fc from 'fast-check';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { voidInvoice } from '../../../../shared/domain/invoice/void.ts';
import { createTaxRate } from '../../../../shared/domain/tax-rate/create.ts';
import { taxRateAggregate } from '../../../../shared/domain/tax-rate/record.ts';
import { updateTaxRate } from '../../../../shared/domain/tax-rate/update.ts';
import { allOf } from '../../../../shared/flows/load/records.ts';
import { loadForVoiding } from '../../../../shared/flows/subscriptions/void-invoice.ts';
import { SYSTEM } from '../../../../shared/store/audit/entries.ts';
import { write } from '../../../provider/shop.ts';
import { sweep } from '../../histories/stage.ts';
import { defineAction } from './action.ts';

/** The seller takes back an invoice that nobody paid. */
export const voiding = defineAction({
  name: 'void',
  weight: 2,
  given: fc.constant(null),
  perform: async ({ shop, model }) => {
    const { tenant, customerId, fixture } = shop;
    const invoices = await allOf(fixture.store, invoiceAggregate, tenant, { customerId });
    const invoice = invoices.find(({ status }) => status === 'open' || status === 'uncollectible');
    if (invoice === undefined) return;
    await fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: () => loadForVoiding(fixture.store, tenant, invoice.id),
      nowOf: ({ moment }) => moment,
      decide: (state, context) => voidInvoice(null, state, context),
    });
    const voided = model.invoices.find(({ status, periodStart }) => status === invoice.status && periodStart === invoice.periodStart);
    if (voided !== undefined) model.void(voided);
  },
});

/** Another rate comes into force in the buyer's country, or none any more. */
export const taxes = defineAction({
  name: 'taxes',
  weight: 1,
  given: fc.constantFrom(2100, 1900, 700, null),
  perform: async ({ shop, model, terms }, rateBasisPoints) => {
    const { items } = await shop.fixture.store.page(taxRateAggregate, shop.tenant, { limit: 100 });
    const rate = items.find(({ record }) => record.active) ?? null;
    if (rate !== null) await write(shop, (context) => updateTaxRate({ active: false }, { rate }, context));
    const countryCode = terms.reverseCharge ? 'DE' : 'NL';
    if (rateBasisPoints !== null) await write(shop, (context) => createTaxRate({ countryCode, rateBasisPoints }, null, context));
    model.taxed(rateBasisPoints);
  },
});

/** A minute of real time: its sweep, or two of them at once. Nothing of a clock's is due in it. */
export const minute = defineAction({
  name: 'minute',
  weight: 2,
  given: fc.constantFrom(1, 2),
  perform: async (life, sweeps) => {
    await Promise.all(Array.from({ length: sweeps }, () => sweep(life)));
  },
});
