"""Written by `npm run generate` from the declarations of the operations."""

from __future__ import annotations

from typing import Unpack, cast

from . import types
from ._pages import List
from ._transport import RequestOptions, Transport, segment


class Resource:
    """Operations of one resource."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class AccountResource(Resource):
    """Operations of ``account``."""

    def activation(self, **options: Unpack[RequestOptions]) -> types.OnboardingActivation:
        """Retrieve the account's activation checklist."""
        return cast("types.OnboardingActivation", self._transport.json("GET", "/v1/account/activation", **options))

    def attention(self, **options: Unpack[RequestOptions]) -> types.AccountAttention:
        """List problems that need attention."""
        return cast("types.AccountAttention", self._transport.json("GET", "/v1/account/attention", **options))

    def billing(self, **options: Unpack[RequestOptions]) -> types.AccountBilling:
        """Retrieve the account's own plan and usage."""
        return cast("types.AccountBilling", self._transport.json("GET", "/v1/account/billing", **options))

    def plan_change(self, params: types.AccountPlanChangeParams, **options: Unpack[RequestOptions]) -> types.AccountBilling:
        """Change the account's own plan."""
        return cast("types.AccountBilling", self._transport.json("POST", "/v1/account/plan", body=params, **options))


class ApiKeysResource(Resource):
    """Operations of ``api_keys``."""

    def create(self, params: types.ApiKeyCreateParams | None = None, **options: Unpack[RequestOptions]) -> types.ApiKeyWithSecret:
        """Create an API key."""
        return cast("types.ApiKeyWithSecret", self._transport.json("POST", "/v1/api_keys", body=params, **options))

    def list(self, query: types.ApiKeysListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.ApiKey]:
        """List API keys, newest first."""
        return List(self._transport, "/v1/api_keys", query, options)

    def retrieve(self, api_key_id: str, **options: Unpack[RequestOptions]) -> types.ApiKey:
        """Retrieve an API key."""
        return cast("types.ApiKey", self._transport.json("GET", f"/v1/api_keys/{segment(api_key_id)}", **options))

    def revoke(self, api_key_id: str, **options: Unpack[RequestOptions]) -> types.ApiKey:
        """Revoke an API key."""
        return cast("types.ApiKey", self._transport.json("POST", f"/v1/api_keys/{segment(api_key_id)}/revoke", **options))


class AuditLogsResource(Resource):
    """Operations of ``audit_logs``."""

    def list(self, query: types.AuditLogsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.AuditLog]:
        """List audit log entries, newest first."""
        return List(self._transport, "/v1/audit_logs", query, options)

    def retrieve(self, audit_log_id: str, **options: Unpack[RequestOptions]) -> types.AuditLog:
        """Retrieve an audit log entry."""
        return cast("types.AuditLog", self._transport.json("GET", f"/v1/audit_logs/{segment(audit_log_id)}", **options))


class BillingPortalResource(Resource):
    """Operations of ``billing_portal``."""

    def create_session(self, params: types.BillingPortalCreateSessionParams, **options: Unpack[RequestOptions]) -> types.BillingPortalSession:
        """Create a billing portal session."""
        return cast("types.BillingPortalSession", self._transport.json("POST", "/v1/billing_portal/sessions", body=params, **options))

    def revoke_session(self, session_id: str, **options: Unpack[RequestOptions]) -> types.BillingPortalSessionRevoked:
        """Revoke a billing portal session."""
        return cast("types.BillingPortalSessionRevoked", self._transport.json("POST", f"/v1/billing_portal/sessions/{segment(session_id)}/revoke", **options))


class CheckoutElementResource(Resource):
    """Operations of ``checkout_element``."""

    def apply_coupon(self, checkout_id: str, params: types.CheckoutElementApplyCouponParams, **options: Unpack[RequestOptions]) -> types.CheckoutElement:
        """Apply a promotion code to an embedded session."""
        return cast("types.CheckoutElement", self._transport.json("POST", f"/v1/checkout/sessions/{segment(checkout_id)}/coupon", body=params, **options))

    def confirm_one_shot(self, one_shot_id: str, params: types.CheckoutElementConfirmOneShotParams, **options: Unpack[RequestOptions]) -> types.CheckoutConfirmation:
        """Confirm an embedded one-off payment."""
        return cast("types.CheckoutConfirmation", self._transport.json("POST", f"/v1/checkout/one_shot/{segment(one_shot_id)}/confirm", body=params, **options))

    def confirm(self, checkout_id: str, params: types.CheckoutElementConfirmParams, **options: Unpack[RequestOptions]) -> types.CheckoutConfirmation:
        """Confirm the payment of an embedded session."""
        return cast("types.CheckoutConfirmation", self._transport.json("POST", f"/v1/checkout/sessions/{segment(checkout_id)}/confirm", body=params, **options))

    def retrieve(self, checkout_id: str, query: types.CheckoutElementRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.CheckoutElement:
        """Retrieve the contents of the payment element of a session."""
        return cast("types.CheckoutElement", self._transport.json("GET", f"/v1/checkout/sessions/{segment(checkout_id)}/element", query=query, **options))


class CheckoutPaymentMethodsResource(Resource):
    """Operations of ``checkout_payment_methods``."""

    def remove(self, payment_method_id: str, **options: Unpack[RequestOptions]) -> types.CheckoutPaymentMethods:
        """Remove a saved payment method."""
        return cast("types.CheckoutPaymentMethods", self._transport.json("DELETE", f"/v1/checkout/payment-methods/{segment(payment_method_id)}", **options))

    def retrieve(self, **options: Unpack[RequestOptions]) -> types.CheckoutPaymentMethods:
        """Retrieve the customer's wallet."""
        return cast("types.CheckoutPaymentMethods", self._transport.json("GET", "/v1/checkout/payment-methods", **options))

    def set_default(self, payment_method_id: str, **options: Unpack[RequestOptions]) -> types.CheckoutPaymentMethods:
        """Make a saved payment method the default."""
        return cast("types.CheckoutPaymentMethods", self._transport.json("POST", f"/v1/checkout/payment-methods/{segment(payment_method_id)}/default", **options))

    def setup_confirm(self, params: types.CheckoutPaymentMethodSetupConfirmParams, **options: Unpack[RequestOptions]) -> types.CheckoutSetupConfirmation:
        """Confirm the setup of a payment method."""
        return cast("types.CheckoutSetupConfirmation", self._transport.json("POST", "/v1/checkout/payment-methods/setup/confirm", body=params, **options))

    def setup(self, **options: Unpack[RequestOptions]) -> types.CheckoutSetup:
        """Start the setup of a payment method."""
        return cast("types.CheckoutSetup", self._transport.json("POST", "/v1/checkout/payment-methods/setup", **options))


class CheckoutSessionsResource(Resource):
    """Operations of ``checkout_sessions``."""

    def create(self, params: types.CheckoutSessionCreateParams, **options: Unpack[RequestOptions]) -> types.CheckoutSession:
        """Create a checkout session."""
        return cast("types.CheckoutSession", self._transport.json("POST", "/v1/checkout/sessions", body=params, **options))

    def retrieve(self, checkout_id: str, **options: Unpack[RequestOptions]) -> types.CheckoutSession:
        """Retrieve a checkout session."""
        return cast("types.CheckoutSession", self._transport.json("GET", f"/v1/checkout/sessions/{segment(checkout_id)}", **options))


class CouponsResource(Resource):
    """Operations of ``coupons``."""

    def create(self, params: types.CouponCreateParams, **options: Unpack[RequestOptions]) -> types.Coupon:
        """Create a coupon."""
        return cast("types.Coupon", self._transport.json("POST", "/v1/coupons", body=params, **options))

    def list(self, query: types.CouponsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Coupon]:
        """List coupons, newest first."""
        return List(self._transport, "/v1/coupons", query, options)

    def retrieve(self, coupon_id: str, **options: Unpack[RequestOptions]) -> types.Coupon:
        """Retrieve a coupon."""
        return cast("types.Coupon", self._transport.json("GET", f"/v1/coupons/{segment(coupon_id)}", **options))

    def update(self, coupon_id: str, params: types.CouponUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.Coupon:
        """Update a coupon."""
        return cast("types.Coupon", self._transport.json("POST", f"/v1/coupons/{segment(coupon_id)}", body=params, **options))

    def validate(self, params: types.CouponValidateParams, **options: Unpack[RequestOptions]) -> types.CouponValidation:
        """Validate a coupon code."""
        return cast("types.CouponValidation", self._transport.json("POST", "/v1/coupons/validate", body=params, **options))


class CreditNotesResource(Resource):
    """Operations of ``credit_notes``."""

    def e_invoice(self, credit_note_id: str, query: types.CreditNotesEInvoiceQuery | None = None, **options: Unpack[RequestOptions]) -> bytes:
        """Download the e-invoice of a credit note."""
        return self._transport.content("GET", f"/v1/credit_notes/{segment(credit_note_id)}/e_invoice", query=query, **options)

    def list(self, query: types.CreditNotesListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.CreditNote]:
        """List credit notes, newest first."""
        return List(self._transport, "/v1/credit_notes", query, options)

    def pdf(self, credit_note_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Download the PDF of a credit note."""
        return self._transport.content("GET", f"/v1/credit_notes/{segment(credit_note_id)}/pdf", **options)

    def retrieve(self, credit_note_id: str, query: types.CreditNotesRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.CreditNoteWithDocument:
        """Retrieve a credit note."""
        return cast("types.CreditNoteWithDocument", self._transport.json("GET", f"/v1/credit_notes/{segment(credit_note_id)}", query=query, **options))


class CustomersResource(Resource):
    """Operations of ``customers``."""

    def create(self, params: types.CustomerCreateParams | None = None, **options: Unpack[RequestOptions]) -> types.Customer:
        """Create a customer."""
        return cast("types.Customer", self._transport.json("POST", "/v1/customers", body=params, **options))

    def delete(self, customer_id: str, **options: Unpack[RequestOptions]) -> types.CustomerDeleted:
        """Delete a customer."""
        return cast("types.CustomerDeleted", self._transport.json("DELETE", f"/v1/customers/{segment(customer_id)}", **options))

    def list(self, query: types.CustomersListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Customer]:
        """List customers, newest first."""
        return List(self._transport, "/v1/customers", query, options)

    def purge(self, customer_id: str, **options: Unpack[RequestOptions]) -> types.CustomerPurged:
        """Purge a customer's personal data."""
        return cast("types.CustomerPurged", self._transport.json("POST", f"/v1/customers/{segment(customer_id)}/purge", **options))

    def retrieve(self, customer_id: str, **options: Unpack[RequestOptions]) -> types.Customer:
        """Retrieve a customer."""
        return cast("types.Customer", self._transport.json("GET", f"/v1/customers/{segment(customer_id)}", **options))

    def revoke_portal_sessions(self, customer_id: str, **options: Unpack[RequestOptions]) -> types.BillingPortalSessionRevocation:
        """Revoke all billing portal sessions of a customer."""
        return cast("types.BillingPortalSessionRevocation", self._transport.json("POST", f"/v1/customers/{segment(customer_id)}/revoke_portal_sessions", **options))

    def update(self, customer_id: str, params: types.CustomerUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.Customer:
        """Update a customer."""
        return cast("types.Customer", self._transport.json("POST", f"/v1/customers/{segment(customer_id)}", body=params, **options))

    def vat_number(self, customer_id: str, params: types.CustomerVatNumberParams, **options: Unpack[RequestOptions]) -> types.Customer:
        """Update a customer's VAT number."""
        return cast("types.Customer", self._transport.json("POST", f"/v1/customers/{segment(customer_id)}/vat_number", body=params, **options))


class DisputesResource(Resource):
    """Operations of ``disputes``."""

    def list(self, query: types.DisputesListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Dispute]:
        """List disputes, newest first."""
        return List(self._transport, "/v1/disputes", query, options)

    def retrieve(self, dispute_id: str, **options: Unpack[RequestOptions]) -> types.Dispute:
        """Retrieve a dispute."""
        return cast("types.Dispute", self._transport.json("GET", f"/v1/disputes/{segment(dispute_id)}", **options))


class EventsResource(Resource):
    """Operations of ``events``."""

    def list(self, query: types.EventsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.ListedEvent]:
        """List events, newest first."""
        return List(self._transport, "/v1/events", query, options)

    def retrieve(self, event_id: str, **options: Unpack[RequestOptions]) -> types.Event:
        """Retrieve an event."""
        return cast("types.Event", self._transport.json("GET", f"/v1/events/{segment(event_id)}", **options))


class InvoicesResource(Resource):
    """Operations of ``invoices``."""

    def e_invoice(self, invoice_id: str, query: types.InvoicesEInvoiceQuery | None = None, **options: Unpack[RequestOptions]) -> bytes:
        """Download the e-invoice of an invoice."""
        return self._transport.content("GET", f"/v1/invoices/{segment(invoice_id)}/e_invoice", query=query, **options)

    def email(self, invoice_id: str, **options: Unpack[RequestOptions]) -> types.Invoice:
        """Send an invoice by email."""
        return cast("types.Invoice", self._transport.json("POST", f"/v1/invoices/{segment(invoice_id)}/email", **options))

    def list(self, query: types.InvoicesListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Invoice]:
        """List invoices, newest first."""
        return List(self._transport, "/v1/invoices", query, options)

    def pdf(self, invoice_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Download the PDF of an invoice."""
        return self._transport.content("GET", f"/v1/invoices/{segment(invoice_id)}/pdf", **options)

    def retrieve(self, invoice_id: str, query: types.InvoicesRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.InvoiceWithTaxEvidence:
        """Retrieve an invoice."""
        return cast("types.InvoiceWithTaxEvidence", self._transport.json("GET", f"/v1/invoices/{segment(invoice_id)}", query=query, **options))

    def totals(self, query: types.InvoicesTotalsQuery | None = None, **options: Unpack[RequestOptions]) -> types.InvoiceTotals:
        """Retrieve the number and sums of invoices."""
        return cast("types.InvoiceTotals", self._transport.json("GET", "/v1/invoices/totals", query=query, **options))

    def void(self, invoice_id: str, **options: Unpack[RequestOptions]) -> types.Invoice:
        """Void an invoice."""
        return cast("types.Invoice", self._transport.json("POST", f"/v1/invoices/{segment(invoice_id)}/void", **options))


class MetersResource(Resource):
    """Operations of ``meters``."""

    def create(self, params: types.MeterCreateParams, **options: Unpack[RequestOptions]) -> types.Meter:
        """Create a meter."""
        return cast("types.Meter", self._transport.json("POST", "/v1/meters", body=params, **options))

    def list(self, query: types.MetersListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Meter]:
        """List meters, newest first."""
        return List(self._transport, "/v1/meters", query, options)

    def retrieve(self, meter_id: str, **options: Unpack[RequestOptions]) -> types.Meter:
        """Retrieve a meter."""
        return cast("types.Meter", self._transport.json("GET", f"/v1/meters/{segment(meter_id)}", **options))

    def update(self, meter_id: str, params: types.MeterUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.Meter:
        """Update a meter."""
        return cast("types.Meter", self._transport.json("POST", f"/v1/meters/{segment(meter_id)}", body=params, **options))


class MetricsResource(Resource):
    """Operations of ``metrics``."""

    def retrieve(self, query: types.MetricsRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.Metrics:
        """Retrieve MRR, churn and revenue by day or month."""
        return cast("types.Metrics", self._transport.json("GET", "/v1/metrics", query=query, **options))


class OneShotPaymentsResource(Resource):
    """Operations of ``one_shot_payments``."""

    def create(self, params: types.OneShotPaymentCreateParams, **options: Unpack[RequestOptions]) -> types.OneShotPayment:
        """Create a one-off payment."""
        return cast("types.OneShotPayment", self._transport.json("POST", "/v1/checkout/one_shot", body=params, **options))

    def list(self, query: types.OneShotPaymentsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.OneShotPayment]:
        """List one-off payments, newest first."""
        return List(self._transport, "/v1/checkout/one_shot", query, options)

    def retrieve(self, one_shot_id: str, **options: Unpack[RequestOptions]) -> types.OneShotPayment:
        """Retrieve a one-off payment."""
        return cast("types.OneShotPayment", self._transport.json("GET", f"/v1/checkout/one_shot/{segment(one_shot_id)}", **options))


class PaymentLinksResource(Resource):
    """Operations of ``payment_links``."""

    def create(self, params: types.PaymentLinkCreateParams, **options: Unpack[RequestOptions]) -> types.PaymentLink:
        """Create a payment link."""
        return cast("types.PaymentLink", self._transport.json("POST", "/v1/payment_links", body=params, **options))

    def list(self, query: types.PaymentLinksListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.PaymentLink]:
        """List payment links, newest first."""
        return List(self._transport, "/v1/payment_links", query, options)

    def retrieve(self, payment_link_id: str, **options: Unpack[RequestOptions]) -> types.PaymentLink:
        """Retrieve a payment link."""
        return cast("types.PaymentLink", self._transport.json("GET", f"/v1/payment_links/{segment(payment_link_id)}", **options))

    def update(self, payment_link_id: str, params: types.PaymentLinkUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.PaymentLink:
        """Update a payment link."""
        return cast("types.PaymentLink", self._transport.json("POST", f"/v1/payment_links/{segment(payment_link_id)}", body=params, **options))


class PaymentsResource(Resource):
    """Operations of ``payments``."""

    def list(self, query: types.PaymentsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Payment]:
        """List payments, newest first."""
        return List(self._transport, "/v1/payments", query, options)

    def provider(self, payment_id: str, **options: Unpack[RequestOptions]) -> types.ProviderPayload:
        """Retrieve the payment provider's record of a payment."""
        return cast("types.ProviderPayload", self._transport.json("GET", f"/v1/payments/{segment(payment_id)}/provider", **options))

    def retrieve(self, payment_id: str, query: types.PaymentsRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.Payment:
        """Retrieve a payment."""
        return cast("types.Payment", self._transport.json("GET", f"/v1/payments/{segment(payment_id)}", query=query, **options))


class PingResource(Resource):
    """Operations of ``ping``."""

    def retrieve(self, **options: Unpack[RequestOptions]) -> types.Ping:
        """Check that the service is up."""
        return cast("types.Ping", self._transport.json("GET", "/v1/ping", **options))


class PortalResource(Resource):
    """Operations of ``portal``."""

    def add_method(self, params: types.PortalAddMethodParams, **options: Unpack[RequestOptions]) -> types.CheckoutSetupConfirmation:
        """Add a payment method to the wallet."""
        return cast("types.CheckoutSetupConfirmation", self._transport.json("POST", "/portal/payment_methods", body=params, **options))

    def apply_coupon(self, params: types.PortalApplyCouponParams, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Apply a promotion code to the subscription."""
        return cast("types.Subscription", self._transport.json("POST", "/portal/coupon", body=params, **options))

    def approve_billing_email(self, **options: Unpack[RequestOptions]) -> types.PortalCustomer:
        """Approve a new email address."""
        return cast("types.PortalCustomer", self._transport.json("POST", "/portal/billing_email/approve", **options))

    def cancel(self, params: types.PortalCancelParams | None = None, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Cancel the subscription."""
        return cast("types.Subscription", self._transport.json("POST", "/portal/subscription/cancel", body=params, **options))

    def credit_note_pdf(self, credit_note_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Download the PDF of a credit note of the subscription."""
        return self._transport.content("GET", f"/portal/credit_notes/{segment(credit_note_id)}/pdf", **options)

    def invoice_pdf(self, invoice_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Download the PDF of an invoice of the subscription."""
        return self._transport.content("GET", f"/portal/invoices/{segment(invoice_id)}/pdf", **options)

    def pay_invoice(self, invoice_id: str, **options: Unpack[RequestOptions]) -> types.PortalInvoicePayment:
        """Pay the open invoice of a failed renewal."""
        return cast("types.PortalInvoicePayment", self._transport.json("POST", f"/portal/invoices/{segment(invoice_id)}/pay", **options))

    def plans(self, **options: Unpack[RequestOptions]) -> types.PortalPlans:
        """List the plans that the subscription can change to."""
        return cast("types.PortalPlans", self._transport.json("GET", "/portal/plans", **options))

    def preview_update(self, params: types.PortalPreviewUpdateParams, **options: Unpack[RequestOptions]) -> types.PlanChangePreview:
        """Preview a change of plan."""
        return cast("types.PlanChangePreview", self._transport.json("POST", "/portal/subscription/preview_update", body=params, **options))

    def reactivate(self, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Revert the scheduled cancellation of the subscription."""
        return cast("types.Subscription", self._transport.json("POST", "/portal/subscription/reactivate", **options))

    def remove_method(self, payment_method_id: str, **options: Unpack[RequestOptions]) -> types.CheckoutPaymentMethods:
        """Remove a saved payment method."""
        return cast("types.CheckoutPaymentMethods", self._transport.json("DELETE", f"/portal/payment_methods/{segment(payment_method_id)}", **options))

    def resume(self, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Resume the subscription."""
        return cast("types.Subscription", self._transport.json("POST", "/portal/subscription/resume", **options))

    def retrieve(self, **options: Unpack[RequestOptions]) -> types.PortalSession:
        """Retrieve the contents of the portal."""
        return cast("types.PortalSession", self._transport.json("GET", "/portal/session", **options))

    def set_default_method(self, payment_method_id: str, **options: Unpack[RequestOptions]) -> types.CheckoutPaymentMethods:
        """Make a saved payment method the default."""
        return cast("types.CheckoutPaymentMethods", self._transport.json("POST", f"/portal/payment_methods/{segment(payment_method_id)}/default", **options))

    def update_customer(self, params: types.PortalUpdateCustomerParams | None = None, **options: Unpack[RequestOptions]) -> types.PortalCustomer:
        """Update the customer's details."""
        return cast("types.PortalCustomer", self._transport.json("POST", "/portal/customer", body=params, **options))

    def update(self, params: types.PortalUpdateParams, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Change the plan."""
        return cast("types.Subscription", self._transport.json("POST", "/portal/subscription/update", body=params, **options))

    def vat_number(self, params: types.PortalVatNumberParams, **options: Unpack[RequestOptions]) -> types.PortalCustomer:
        """Update the customer's VAT number."""
        return cast("types.PortalCustomer", self._transport.json("POST", "/portal/vat_number", body=params, **options))


class PricesResource(Resource):
    """Operations of ``prices``."""

    def create(self, params: types.PriceCreateParams, **options: Unpack[RequestOptions]) -> types.Price:
        """Create a price."""
        return cast("types.Price", self._transport.json("POST", "/v1/prices", body=params, **options))

    def list(self, query: types.PricesListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Price]:
        """List prices, newest first."""
        return List(self._transport, "/v1/prices", query, options)

    def retrieve(self, price_id: str, **options: Unpack[RequestOptions]) -> types.Price:
        """Retrieve a price."""
        return cast("types.Price", self._transport.json("GET", f"/v1/prices/{segment(price_id)}", **options))

    def update(self, price_id: str, params: types.PriceUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.Price:
        """Update a price."""
        return cast("types.Price", self._transport.json("POST", f"/v1/prices/{segment(price_id)}", body=params, **options))


class ProductsResource(Resource):
    """Operations of ``products``."""

    def create(self, params: types.ProductCreateParams, **options: Unpack[RequestOptions]) -> types.Product:
        """Create a product."""
        return cast("types.Product", self._transport.json("POST", "/v1/products", body=params, **options))

    def list(self, query: types.ProductsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Product]:
        """List products, newest first."""
        return List(self._transport, "/v1/products", query, options)

    def retrieve(self, product_id: str, query: types.ProductsRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.Product:
        """Retrieve a product."""
        return cast("types.Product", self._transport.json("GET", f"/v1/products/{segment(product_id)}", query=query, **options))

    def update(self, product_id: str, params: types.ProductUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.Product:
        """Update a product."""
        return cast("types.Product", self._transport.json("POST", f"/v1/products/{segment(product_id)}", body=params, **options))


class RefundsResource(Resource):
    """Operations of ``refunds``."""

    def create(self, params: types.RefundCreateParams | None = None, **options: Unpack[RequestOptions]) -> types.Refund:
        """Refund a charge."""
        return cast("types.Refund", self._transport.json("POST", "/v1/refunds", body=params, **options))

    def list(self, query: types.RefundsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Refund]:
        """List refunds, newest first."""
        return List(self._transport, "/v1/refunds", query, options)

    def retrieve(self, refund_id: str, **options: Unpack[RequestOptions]) -> types.Refund:
        """Retrieve a refund."""
        return cast("types.Refund", self._transport.json("GET", f"/v1/refunds/{segment(refund_id)}", **options))


class ReportsResource(Resource):
    """Operations of ``reports``."""

    def cohorts(self, query: types.ReportsCohortsQuery | None = None, **options: Unpack[RequestOptions]) -> types.CohortReport:
        """Retrieve the retention of subscriptions by month of their start."""
        return cast("types.CohortReport", self._transport.json("GET", "/v1/reports/cohorts", query=query, **options))

    def journal(self, query: types.ReportsJournalQuery | None = None, **options: Unpack[RequestOptions]) -> types.Journal:
        """Retrieve the accounting journal of a period."""
        return cast("types.Journal", self._transport.json("GET", "/v1/reports/journal", query=query, **options))

    def journal_file(self, query: types.ReportsJournalQuery, **options: Unpack[RequestOptions]) -> bytes:
        """Retrieve the accounting journal of a period, as a file in the format of the query: csv or datev."""
        return self._transport.content("GET", "/v1/reports/journal", query=query, **options)

    def vat(self, query: types.ReportsVatQuery | None = None, **options: Unpack[RequestOptions]) -> types.VatReport:
        """Retrieve the VAT of a period."""
        return cast("types.VatReport", self._transport.json("GET", "/v1/reports/vat", query=query, **options))

    def vat_file(self, query: types.ReportsVatQuery, **options: Unpack[RequestOptions]) -> bytes:
        """Retrieve the VAT of a period, as a file in the format of the query: csv."""
        return self._transport.content("GET", "/v1/reports/vat", query=query, **options)


class RequestLogsResource(Resource):
    """Operations of ``request_logs``."""

    def list(self, query: types.RequestLogsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.RequestLog]:
        """List API requests, newest first."""
        return List(self._transport, "/v1/request_logs", query, options)


class SandboxResource(Resource):
    """Operations of ``sandbox``."""

    def checkout_session_pay(self, checkout_id: str, params: types.SandboxCheckoutSessionPayParams | None = None, **options: Unpack[RequestOptions]) -> types.CheckoutSession:
        """Pay a checkout session in the sandbox."""
        return cast("types.CheckoutSession", self._transport.json("POST", f"/sandbox/checkout_sessions/{segment(checkout_id)}/pay", body=params, **options))

    def customer_behavior(self, customer_id: str, params: types.SandboxCustomerBehaviorParams | None = None, **options: Unpack[RequestOptions]) -> types.SandboxCustomerBehavior:
        """Set the outcomes of a customer's sandbox charges and refunds."""
        return cast("types.SandboxCustomerBehavior", self._transport.json("POST", f"/sandbox/customers/{segment(customer_id)}/behavior", body=params, **options))

    def one_shot_pay(self, one_shot_id: str, params: types.SandboxOneShotPayParams | None = None, **options: Unpack[RequestOptions]) -> types.OneShotPayment:
        """Pay a one-off payment in the sandbox."""
        return cast("types.OneShotPayment", self._transport.json("POST", f"/sandbox/one_shots/{segment(one_shot_id)}/pay", body=params, **options))

    def payment_outcome(self, payment_id: str, params: types.SandboxPaymentOutcomeParams, **options: Unpack[RequestOptions]) -> types.Payment:
        """Set the outcome of a sandbox payment."""
        return cast("types.Payment", self._transport.json("POST", f"/sandbox/payments/{segment(payment_id)}/outcome", body=params, **options))

    def refund_outcome(self, refund_id: str, params: types.SandboxRefundOutcomeParams, **options: Unpack[RequestOptions]) -> types.Refund:
        """Set the outcome of a sandbox refund."""
        return cast("types.Refund", self._transport.json("POST", f"/sandbox/refunds/{segment(refund_id)}/outcome", body=params, **options))


class SearchResource(Resource):
    """Operations of ``search``."""

    def query(self, query: types.SearchQueryQuery | None = None, **options: Unpack[RequestOptions]) -> types.SearchResult:
        """Search customers, subscriptions, invoices, payments, products and coupons."""
        return cast("types.SearchResult", self._transport.json("GET", "/v1/search", query=query, **options))


class SubscriptionsResource(Resource):
    """Operations of ``subscriptions``."""

    def cancel(self, subscription_id: str, params: types.SubscriptionCancelParams | None = None, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Cancel a subscription."""
        return cast("types.Subscription", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/cancel", body=params, **options))

    def list(self, query: types.SubscriptionsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.Subscription]:
        """List subscriptions, newest first."""
        return List(self._transport, "/v1/subscriptions", query, options)

    def pause(self, subscription_id: str, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Pause a subscription."""
        return cast("types.Subscription", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/pause", **options))

    def preview_update(self, subscription_id: str, params: types.SubscriptionPreviewUpdateParams, **options: Unpack[RequestOptions]) -> types.PlanChangePreview:
        """Preview a plan change."""
        return cast("types.PlanChangePreview", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/preview_update", body=params, **options))

    def reactivate(self, subscription_id: str, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Revert a scheduled cancellation."""
        return cast("types.Subscription", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/reactivate", **options))

    def reauthorize_payment_method(self, subscription_id: str, params: types.SubscriptionReauthorizePaymentMethodParams, **options: Unpack[RequestOptions]) -> types.SubscriptionReauthorization:
        """Have the customer authorize another payment method."""
        return cast("types.SubscriptionReauthorization", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/reauthorize_payment_method", body=params, **options))

    def resume(self, subscription_id: str, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Resume a paused subscription."""
        return cast("types.Subscription", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/resume", **options))

    def retrieve(self, subscription_id: str, query: types.SubscriptionsRetrieveQuery | None = None, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Retrieve a subscription."""
        return cast("types.Subscription", self._transport.json("GET", f"/v1/subscriptions/{segment(subscription_id)}", query=query, **options))

    def update(self, subscription_id: str, params: types.SubscriptionUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.Subscription:
        """Change the plan or the maximum amount of a subscription."""
        return cast("types.Subscription", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/update", body=params, **options))


class TaxRatesResource(Resource):
    """Operations of ``tax_rates``."""

    def create(self, params: types.TaxRateCreateParams, **options: Unpack[RequestOptions]) -> types.TaxRate:
        """Create a tax rate."""
        return cast("types.TaxRate", self._transport.json("POST", "/v1/tax_rates", body=params, **options))

    def list(self, query: types.TaxRatesListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.TaxRate]:
        """List tax rates, newest first."""
        return List(self._transport, "/v1/tax_rates", query, options)

    def retrieve(self, tax_rate_id: str, **options: Unpack[RequestOptions]) -> types.TaxRate:
        """Retrieve a tax rate."""
        return cast("types.TaxRate", self._transport.json("GET", f"/v1/tax_rates/{segment(tax_rate_id)}", **options))

    def update(self, tax_rate_id: str, params: types.TaxRateUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.TaxRate:
        """Update a tax rate."""
        return cast("types.TaxRate", self._transport.json("POST", f"/v1/tax_rates/{segment(tax_rate_id)}", body=params, **options))


class TenantResource(Resource):
    """Operations of ``tenant``."""

    def billing_profile_retrieve(self, **options: Unpack[RequestOptions]) -> types.BillingProfile:
        """Retrieve the account's billing profile."""
        return cast("types.BillingProfile", self._transport.json("GET", "/v1/tenant/billing_profile", **options))

    def billing_profile_update(self, params: types.TenantBillingProfileUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.BillingProfile:
        """Update the account's billing profile."""
        return cast("types.BillingProfile", self._transport.json("POST", "/v1/tenant/billing_profile", body=params, **options))

    def capabilities(self, **options: Unpack[RequestOptions]) -> types.TenantCapabilities:
        """Retrieve the account's capabilities and limits."""
        return cast("types.TenantCapabilities", self._transport.json("GET", "/v1/tenant/capabilities", **options))

    def email_texts_list(self, query: types.TenantEmailTextsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.EmailText]:
        """List the texts of emails to customers."""
        return List(self._transport, "/v1/tenant/email_texts", query, options)

    def email_texts_update(self, params: types.TenantEmailTextsUpdateParams, **options: Unpack[RequestOptions]) -> types.EmailText:
        """Replace texts of an email to customers."""
        return cast("types.EmailText", self._transport.json("POST", "/v1/tenant/email_texts", body=params, **options))

    def portal_branding_logo(self, params: types.TenantPortalBrandingLogoParams, **options: Unpack[RequestOptions]) -> types.PortalBranding:
        """Upload the account's logo."""
        return cast("types.PortalBranding", self._transport.json("POST", "/v1/tenant/portal_branding/logo", body=params, **options))

    def portal_branding_retrieve(self, **options: Unpack[RequestOptions]) -> types.PortalBranding:
        """Retrieve the account's portal branding."""
        return cast("types.PortalBranding", self._transport.json("GET", "/v1/tenant/portal_branding", **options))

    def portal_branding_update(self, params: types.TenantPortalBrandingUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.PortalBranding:
        """Update the account's portal branding."""
        return cast("types.PortalBranding", self._transport.json("POST", "/v1/tenant/portal_branding", body=params, **options))

    def provider_credential_connect(self, params: types.TenantProviderCredentialConnectParams, **options: Unpack[RequestOptions]) -> types.ProviderCredential:
        """Connect a payment provider account."""
        return cast("types.ProviderCredential", self._transport.json("POST", "/v1/tenant/provider_credential", body=params, **options))


class TestClocksResource(Resource):
    """Operations of ``test_clocks``."""

    def advance(self, test_clock_id: str, params: types.TestClockAdvanceParams, **options: Unpack[RequestOptions]) -> types.TestClock:
        """Advance a test clock."""
        return cast("types.TestClock", self._transport.json("POST", f"/v1/test_clocks/{segment(test_clock_id)}/advance", body=params, **options))

    def create(self, params: types.TestClockCreateParams, **options: Unpack[RequestOptions]) -> types.TestClock:
        """Create a test clock."""
        return cast("types.TestClock", self._transport.json("POST", "/v1/test_clocks", body=params, **options))

    def delete(self, test_clock_id: str, **options: Unpack[RequestOptions]) -> types.TestClockDeleted:
        """Delete a test clock."""
        return cast("types.TestClockDeleted", self._transport.json("DELETE", f"/v1/test_clocks/{segment(test_clock_id)}", **options))

    def list(self, query: types.TestClocksListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.TestClock]:
        """List test clocks, newest first."""
        return List(self._transport, "/v1/test_clocks", query, options)

    def retrieve(self, test_clock_id: str, **options: Unpack[RequestOptions]) -> types.TestClock:
        """Retrieve a test clock."""
        return cast("types.TestClock", self._transport.json("GET", f"/v1/test_clocks/{segment(test_clock_id)}", **options))


class UsageAlertsResource(Resource):
    """Operations of ``usage_alerts``."""

    def create(self, params: types.UsageAlertCreateParams | None = None, **options: Unpack[RequestOptions]) -> types.UsageAlert:
        """Create a usage alert."""
        return cast("types.UsageAlert", self._transport.json("POST", "/v1/usage_alerts", body=params, **options))

    def delete(self, usage_alert_id: str, **options: Unpack[RequestOptions]) -> types.UsageAlertDeleted:
        """Delete a usage alert."""
        return cast("types.UsageAlertDeleted", self._transport.json("DELETE", f"/v1/usage_alerts/{segment(usage_alert_id)}", **options))

    def list(self, query: types.UsageAlertsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.UsageAlert]:
        """List usage alerts, newest first."""
        return List(self._transport, "/v1/usage_alerts", query, options)


class UsageEventsResource(Resource):
    """Operations of ``usage_events``."""

    def cancel(self, usage_event_id: str, **options: Unpack[RequestOptions]) -> types.UsageEvent:
        """Cancel a usage event."""
        return cast("types.UsageEvent", self._transport.json("POST", f"/v1/usage_events/{segment(usage_event_id)}/cancel", **options))

    def create(self, params: types.UsageEventCreateParams, **options: Unpack[RequestOptions]) -> types.UsageEventBatch:
        """Record up to 1,000 usage events."""
        return cast("types.UsageEventBatch", self._transport.json("POST", "/v1/usage_events", body=params, **options))

    def list(self, query: types.UsageEventsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.UsageEvent]:
        """List the usage events of a subscription, last received first."""
        return List(self._transport, "/v1/usage_events", query, options)


class UsageRecordsResource(Resource):
    """Operations of ``usage_records``."""

    def create(self, subscription_id: str, params: types.UsageRecordCreateParams, **options: Unpack[RequestOptions]) -> types.UsageRecord:
        """Record usage."""
        return cast("types.UsageRecord", self._transport.json("POST", f"/v1/subscriptions/{segment(subscription_id)}/usage_records", body=params, **options))

    def list(self, subscription_id: str, query: types.UsageRecordsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.UsageRecord]:
        """List the usage records of a subscription, newest first."""
        return List(self._transport, f"/v1/subscriptions/{segment(subscription_id)}/usage_records", query, options)

    def summary(self, subscription_id: str, query: types.UsageRecordsSummaryQuery | None = None, **options: Unpack[RequestOptions]) -> types.UsageSummary:
        """Retrieve the current period's usage summary."""
        return cast("types.UsageSummary", self._transport.json("GET", f"/v1/subscriptions/{segment(subscription_id)}/usage_summary", query=query, **options))


class WebhookEndpointsResource(Resource):
    """Operations of ``webhook_endpoints``."""

    def create(self, params: types.WebhookEndpointCreateParams, **options: Unpack[RequestOptions]) -> types.WebhookEndpointWithSecret:
        """Create a webhook endpoint."""
        return cast("types.WebhookEndpointWithSecret", self._transport.json("POST", "/v1/webhook_endpoints", body=params, **options))

    def delete(self, endpoint_id: str, **options: Unpack[RequestOptions]) -> types.WebhookEndpointDeleted:
        """Delete a webhook endpoint."""
        return cast("types.WebhookEndpointDeleted", self._transport.json("DELETE", f"/v1/webhook_endpoints/{segment(endpoint_id)}", **options))

    def event_types(self, **options: Unpack[RequestOptions]) -> types.EventTypeList:
        """List event types."""
        return cast("types.EventTypeList", self._transport.json("GET", "/v1/webhook_endpoints/event_types", **options))

    def list(self, query: types.WebhookEndpointsListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.WebhookEndpoint]:
        """List webhook endpoints, newest first."""
        return List(self._transport, "/v1/webhook_endpoints", query, options)

    def retrieve(self, endpoint_id: str, **options: Unpack[RequestOptions]) -> types.WebhookEndpoint:
        """Retrieve a webhook endpoint."""
        return cast("types.WebhookEndpoint", self._transport.json("GET", f"/v1/webhook_endpoints/{segment(endpoint_id)}", **options))

    def rotate_secret(self, endpoint_id: str, **options: Unpack[RequestOptions]) -> types.WebhookEndpointWithSecret:
        """Rotate an endpoint's signing secret."""
        return cast("types.WebhookEndpointWithSecret", self._transport.json("POST", f"/v1/webhook_endpoints/{segment(endpoint_id)}/rotate_secret", **options))

    def send_test_event(self, endpoint_id: str, params: types.WebhookEndpointSendTestEventParams | None = None, **options: Unpack[RequestOptions]) -> types.WebhookDelivery:
        """Send a test event to an endpoint."""
        return cast("types.WebhookDelivery", self._transport.json("POST", f"/v1/webhook_endpoints/{segment(endpoint_id)}/send_test_event", body=params, **options))

    def update(self, endpoint_id: str, params: types.WebhookEndpointUpdateParams | None = None, **options: Unpack[RequestOptions]) -> types.WebhookEndpoint:
        """Update a webhook endpoint."""
        return cast("types.WebhookEndpoint", self._transport.json("POST", f"/v1/webhook_endpoints/{segment(endpoint_id)}", body=params, **options))


class WebhookDeliveriesResource(Resource):
    """Operations of ``webhook_deliveries``."""

    def list(self, endpoint_id: str, query: types.WebhookDeliveriesListQuery | None = None, **options: Unpack[RequestOptions]) -> List[types.WebhookDelivery]:
        """List an endpoint's webhook deliveries, newest first."""
        return List(self._transport, f"/v1/webhook_endpoints/{segment(endpoint_id)}/deliveries", query, options)

    def redeliver(self, endpoint_id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> types.WebhookDelivery:
        """Redeliver a webhook."""
        return cast("types.WebhookDelivery", self._transport.json("POST", f"/v1/webhook_endpoints/{segment(endpoint_id)}/deliveries/{segment(delivery_id)}/redeliver", **options))

    def request(self, endpoint_id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> types.WebhookDeliveryRequest:
        """Retrieve the request of a webhook delivery."""
        return cast("types.WebhookDeliveryRequest", self._transport.json("GET", f"/v1/webhook_endpoints/{segment(endpoint_id)}/deliveries/{segment(delivery_id)}/request", **options))

    def retrieve(self, endpoint_id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> types.WebhookDelivery:
        """Retrieve a webhook delivery."""
        return cast("types.WebhookDelivery", self._transport.json("GET", f"/v1/webhook_endpoints/{segment(endpoint_id)}/deliveries/{segment(delivery_id)}", **options))


class Resources:
    """Every operation without a streaming response, by resource and method."""

    def __init__(self, transport: Transport) -> None:
        self.account = AccountResource(transport)
        self.api_keys = ApiKeysResource(transport)
        self.audit_logs = AuditLogsResource(transport)
        self.billing_portal = BillingPortalResource(transport)
        self.checkout_element = CheckoutElementResource(transport)
        self.checkout_payment_methods = CheckoutPaymentMethodsResource(transport)
        self.checkout_sessions = CheckoutSessionsResource(transport)
        self.coupons = CouponsResource(transport)
        self.credit_notes = CreditNotesResource(transport)
        self.customers = CustomersResource(transport)
        self.disputes = DisputesResource(transport)
        self.events = EventsResource(transport)
        self.invoices = InvoicesResource(transport)
        self.meters = MetersResource(transport)
        self.metrics = MetricsResource(transport)
        self.one_shot_payments = OneShotPaymentsResource(transport)
        self.payment_links = PaymentLinksResource(transport)
        self.payments = PaymentsResource(transport)
        self.ping = PingResource(transport)
        self.portal = PortalResource(transport)
        self.prices = PricesResource(transport)
        self.products = ProductsResource(transport)
        self.refunds = RefundsResource(transport)
        self.reports = ReportsResource(transport)
        self.request_logs = RequestLogsResource(transport)
        self.sandbox = SandboxResource(transport)
        self.search = SearchResource(transport)
        self.subscriptions = SubscriptionsResource(transport)
        self.tax_rates = TaxRatesResource(transport)
        self.tenant = TenantResource(transport)
        self.test_clocks = TestClocksResource(transport)
        self.usage_alerts = UsageAlertsResource(transport)
        self.usage_events = UsageEventsResource(transport)
        self.usage_records = UsageRecordsResource(transport)
        self.webhook_endpoints = WebhookEndpointsResource(transport)
        self.webhook_deliveries = WebhookDeliveriesResource(transport)
