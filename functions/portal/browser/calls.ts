import type * as v from 'valibot';
import type { CheckoutSetupConfirmation } from '../../../shared/api/objects/checkout/checkout-payment-methods.ts';
import type { PortalCustomer, PortalInvoicePayment, PortalPlans, PortalSession } from '../../../shared/api/objects/checkout/portal.ts';
import type { PlanChangePreview } from '../../../shared/api/objects/plan-change-preview.ts';
import type { PriceSummary } from '../../../shared/api/objects/price.ts';
import type { Subscription } from '../../../shared/api/objects/subscription.ts';
import type { CustomerReason } from '../../../shared/domain/subscription/lifecycle/cancellation-reasons.ts';
import { bearerHeaders, createApiClient } from '../../../shared/pages/browser/calls.ts';
import type { Wallet } from '../../../shared/pages/browser/wallet.tsx';

/** API client of the portal, authenticated by the portal token. */

export type Portal = v.InferOutput<typeof PortalSession>;
export type Plan = v.InferOutput<typeof PriceSummary>;
export type Preview = v.InferOutput<typeof PlanChangePreview>;
export type Customer = v.InferOutput<typeof PortalCustomer>;
type UpdatedSubscription = v.InferOutput<typeof Subscription>;

export type Details = Partial<Pick<Customer, 'name' | 'email' | 'country_code' | 'address' | 'e_invoicing'>>;

/** The page is at `<service>/portal`. */
const SERVICE = new URL('.', location.href);

export const callsOf = (token: string) => {
  const { get, post, remove, file } = createApiClient(SERVICE, bearerHeaders(token));
  return {
    retrieve: () => get<Portal>('portal/session'),
    plans: async () => (await get<v.InferOutput<typeof PortalPlans>>('portal/plans')).data,
    preview: (priceId: string) => post<Preview>('portal/subscription/preview_update', { price_id: priceId }),
    changePlan: (priceId: string) => post<UpdatedSubscription>('portal/subscription/update', { price_id: priceId }),
    cancel: (reason: CustomerReason | null) => post<UpdatedSubscription>('portal/subscription/cancel', reason === null ? {} : { reason }),
    withdraw: () => post<UpdatedSubscription>('portal/subscription/cancel', { withdraw: true }),
    reactivate: () => post<UpdatedSubscription>('portal/subscription/reactivate'),
    resume: () => post<UpdatedSubscription>('portal/subscription/resume'),
    applyCoupon: (code: string) => post<UpdatedSubscription>('portal/coupon', { code }),
    pay: (invoiceId: string) => post<v.InferOutput<typeof PortalInvoicePayment>>(`portal/invoices/${invoiceId}/pay`),
    pdf: (kind: 'invoices' | 'credit_notes', id: string) => file(`portal/${kind}/${id}/pdf`),
    addMethod: (method: string) => post<v.InferOutput<typeof CheckoutSetupConfirmation>>('portal/payment_methods', { method }),
    makeDefault: (id: string) => post<Wallet>(`portal/payment_methods/${id}/default`),
    removeMethod: (id: string) => remove<Wallet>(`portal/payment_methods/${id}`),
    update: (details: Details) => post<Customer>('portal/customer', details),
    setVatNumber: (vatNumber: string | null) => post<Customer>('portal/vat_number', { vat_number: vatNumber }),
    approveEmail: () => post<Customer>('portal/billing_email/approve'),
  };
};

export type Calls = ReturnType<typeof callsOf>;
