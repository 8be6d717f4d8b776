import type * as v from 'valibot';
import type { CheckoutSetupConfirmation } from '../../../shared/api/objects/checkout/checkout-payment-methods.ts';
import type { PortalInvoicePayment } from '../../../shared/api/objects/checkout/portal.ts';
import type { CustomerReason } from '../../../shared/domain/subscription/lifecycle/cancellation-reasons.ts';
import { bearerHeaders, createApiClient } from '../../../shared/pages/browser/calls.ts';
import type { Wallet } from '../../../shared/pages/browser/wallet.tsx';
import type { Customer, Plan, Portal, Preview, Subscription } from './types.ts';

/** API client of the portal, authenticated by the portal token. */

export type CustomerChanges = Partial<Pick<Customer, 'name' | 'email' | 'country_code' | 'address' | 'e_invoicing'>>;

/** URL of the service. The portal's page is at `<service>/portal`. */
const SERVICE_URL = new URL('.', location.href);

export const callsOf = (token: string) => {
  const { get, post, remove, file } = createApiClient(SERVICE_URL, bearerHeaders(token));
  return {
    retrieve: () => get<Portal>('portal/session'),
    plans: async () => (await get<{ readonly data: readonly Plan[] }>('portal/plans')).data,
    preview: (priceId: string) => post<Preview>('portal/subscription/preview_update', { price_id: priceId }),
    changePlan: (priceId: string) => post<Subscription>('portal/subscription/update', { price_id: priceId }),
    cancel: (reason: CustomerReason | null) => post<Subscription>('portal/subscription/cancel', reason === null ? {} : { reason }),
    withdraw: () => post<Subscription>('portal/subscription/cancel', { withdraw: true }),
    reactivate: () => post<Subscription>('portal/subscription/reactivate'),
    resume: () => post<Subscription>('portal/subscription/resume'),
    applyCoupon: (code: string) => post<Subscription>('portal/coupon', { code }),
    pay: (invoiceId: string) => post<v.InferOutput<typeof PortalInvoicePayment>>(`portal/invoices/${invoiceId}/pay`),
    pdf: (kind: 'invoices' | 'credit_notes', id: string) => file(`portal/${kind}/${id}/pdf`),
    addMethod: (method: string) => post<v.InferOutput<typeof CheckoutSetupConfirmation>>('portal/payment_methods', { method }),
    makeDefault: (id: string) => post<Wallet>(`portal/payment_methods/${id}/default`),
    removeMethod: (id: string) => remove<Wallet>(`portal/payment_methods/${id}`),
    update: (details: CustomerChanges) => post<Customer>('portal/customer', details),
    setVatNumber: (vatNumber: string | null) => post<Customer>('portal/vat_number', { vat_number: vatNumber }),
    approveEmail: () => post<Customer>('portal/billing_email/approve'),
  };
};

export type Calls = ReturnType<typeof callsOf>;
