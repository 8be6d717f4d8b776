import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { NO_BUYER_E_INVOICING, NO_SELLER_E_INVOICING } from '../../shared/domain/e-invoice/settings.ts';
import type { Buyer, Seller } from '../../shared/domain/invoice/parties.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';
import { createSale, onlyMailId } from './support/mailing-shop.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());

describe('the mail with a document', () => {
  it('has the e-invoice attached as XML if the customer has the e-invoice format Peppol', async () => {
    const { shop, billing, payment } = await createSale(table);
    billing.settleRefund(billing.refund(payment.id, 250));
    const [note] = billing.world.all(creditNoteAggregate);
    if (note === undefined) throw new Error('nothing was credited');
    const seller: Seller = {
      ...note.seller,
      countryCode: 'NL',
      vatId: 'NL000099998B57',
      address: { line1: 'Kade 1', line2: null, postalCode: '1011 AB', city: 'Amsterdam' },
      eInvoicing: {
        ...NO_SELLER_E_INVOICING,
        electronicAddress: { scheme: '0106', value: '12345678' },
        exemption: { category: 'E', code: null, reason: 'Exempt' },
      },
    };
    const buyer: Buyer = {
      ...note.buyer,
      name: 'Frituur',
      countryCode: 'BE',
      eInvoicing: {
        ...NO_BUYER_E_INVOICING,
        format: 'peppol',
        buyerReference: 'IT',
        electronicAddress: { scheme: '0208', value: '0403170701' },
      },
    };
    const peppolNote = { ...note, refundId: null, seller, buyer };
    await shop.write([change(creditNoteAggregate, null, peppolNote)], [{ type: 'credit_note.created', subjectId: note.id }]);
    const mailId = onlyMailId((await shop.order()).filter((each) => !each.startsWith('receipt#')));
    await shop.send(mailId);
    expect(shop.requestedFiles).toEqual([`${note.id}.pdf`, `${note.id}.peppol.xml`]);
    expect(shop.sent).toMatchObject([
      {
        attachments: [
          { fileName: 'CN-000001.pdf', contentType: 'application/pdf' },
          { fileName: 'CN-000001.xml', contentType: 'application/xml' },
        ],
      },
    ]);
  });
});
