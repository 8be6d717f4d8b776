"""Written by `npm run generate` from the API's description: the objects of requests and responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict


class AccountAttention(TypedDict):
    object: Literal["account.attention"]
    """Type of the object."""
    data: list[AttentionItem]
    """The current problems, most severe first; empty if there are none."""


class AccountBilling(TypedDict):
    object: Literal["account.billing"]
    """Type of the object."""
    plan: AccountPlan
    """The plan that the account has with the operator of this deployment."""
    subscription: dict[str, Any] | None
    """Always `null`: the service collects no payments for plans."""
    next_invoice: dict[str, Any] | None
    """Always `null`: the service issues no invoices for plans."""
    usage: list[AccountUsageMeter]
    """Usage of the account: each meter once per mode."""
    collection_available: bool
    """Always false: the service collects no payments for plans."""
    billing_authorized: bool
    """Always false: the service collects no payments for plans."""


class AccountPlan(TypedDict):
    object: Literal["account.plan"]
    """Type of the object."""
    id: str
    """Id of the plan, such as `growth` or `growth_year`."""
    name: str
    """Name of the plan."""
    interval: str
    """Billing interval of the plan: `month` or `year`."""
    amount_cents: int
    """Price of the plan in cents; always 0, because plans are free."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""


class AccountPlanChangeParams(TypedDict):
    plan_id: str
    """Id of the new plan; `_year` means yearly billing."""


class AccountUsageMeter(TypedDict):
    object: Literal["account.usage_meter"]
    """Type of the object."""
    key: str
    """What is counted: `invoices_issued` (all invoices so far) or `webhook_endpoints`."""
    livemode: bool
    """True in live mode, false in test mode."""
    quantity: int
    """Counted number in this mode."""
    limit: int | None
    """Highest number that the plan allows; `null`: without limit."""


class Address(TypedDict):
    line1: str | None
    """Street and house number; `null` if unknown."""
    line2: str | None
    """Second line of the address, such as an apartment; `null` if there is none."""
    postal_code: str | None
    """Postal code; `null` if unknown."""
    city: str | None
    """City or town; `null` if unknown."""


class AddressParams(TypedDict):
    line1: NotRequired[str | None]
    """Street and house number. Default: `null`."""
    line2: NotRequired[str | None]
    """Second line of the address, such as an apartment. Default: `null`."""
    postal_code: NotRequired[str | None]
    """Postal code. Default: `null`."""
    city: NotRequired[str | None]
    """City or town. Default: `null`."""


class AmountTotal(TypedDict):
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    count: int
    """Number of objects of the list in this currency."""
    amount_cents: int
    """Sum of the amounts in cents. Includes payments that succeeded, what was paid for one-off payments, refunds that did not fail, all disputes, and the totals of credit notes."""


class ApiError(TypedDict):
    """An error response."""

    error: ApiErrorDetails
    """What is wrong, and with which part of the request."""


class ApiErrorDetails(TypedDict):
    type: str
    """Category of the error; several codes share one."""
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation for developers, in English. The wording can change."""
    request_id: str
    """Id of the request, for support requests."""
    param: NotRequired[str]
    """The invalid field or parameter; empty if the body is not JSON, absent if no single field is at fault."""
    reason: NotRequired[str]
    """Refines the code; absent if the code says it all."""


class ApiKey(TypedDict):
    id: str
    """Id of the API key; not the key itself. Starts with `ak_`."""
    object: Literal["api_key"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    prefix: str
    """First 16 characters of the key, to recognize it."""
    label: str | None
    """Your name for the key; `null` if none was set."""
    scopes: list[str]
    """What the key is allowed to do, such as `customers:read`; `*` allows everything."""
    created_by: ApiKeyCreator | None
    """Who created the key; `null` if unknown."""
    last_used_at: int | None
    """Unix time in seconds of the last use, accurate to a minute; `null` if the key was never used."""
    revoked_at: int | None
    """Unix time in seconds when the key was revoked; `null` if it is valid."""


class ApiKeyCreateParams(TypedDict):
    label: NotRequired[str | None]
    """Your name for the key. Default: `null`."""
    scopes: NotRequired[Sequence[str] | None]
    """What the key is allowed to do, such as `customers:read`; `*` allows everything. A scope to write does not include the scope to read. Default: the scopes of the creating key."""


class ApiKeyCreator(TypedDict):
    type: str
    """`member` (a member in the console), `api_key` (another key) or `operator_command` (the command line of the operator)."""
    id: str | None
    """Id of the member (`mem_`) or key (`ak_`); `null` for the command line."""


class ApiKeyList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[ApiKey]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class ApiKeyWithSecret(TypedDict):
    id: str
    """Id of the API key; not the key itself. Starts with `ak_`."""
    object: Literal["api_key"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    prefix: str
    """First 16 characters of the key, to recognize it."""
    label: str | None
    """Your name for the key; `null` if none was set."""
    scopes: list[str]
    """What the key is allowed to do, such as `customers:read`; `*` allows everything."""
    created_by: ApiKeyCreator | None
    """Who created the key; `null` if unknown."""
    last_used_at: int | None
    """Unix time in seconds of the last use, accurate to a minute; `null` if the key was never used."""
    revoked_at: int | None
    """Unix time in seconds when the key was revoked; `null` if it is valid."""
    secret: str
    """The key, `svc_live_...` or `svc_test_...`. Only this response contains it: store it securely."""


class AttentionItem(TypedDict):
    key: str
    """Name of the problem, such as `subscriptions_past_due`."""
    severity: str
    """`bad` (something fails now), `warn` (something will fail, or money is outstanding) or `info`."""
    title: str
    """Title of the problem, in English."""
    body: str
    """What the problem means and what to do, in English."""
    cta: str
    """Label of the action, in English."""
    href: str
    """API path of the action, such as `/v1/subscriptions?status=past_due`."""
    count: int | None
    """Number of affected objects, at most 100: 100 means 100 or more. `null` if the problem has no number."""


class AuditLog(TypedDict):
    id: str
    """Id of the entry. Starts with `al_`."""
    object: Literal["audit_log"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    actor_type: str
    """Who made the change: `api_key`, `operator` (a member in the console, or the command line), `portal_session`, `checkout_session`, `one_shot_payment`, `payment_link` (a buyer who opens it), `provider_webhook` (the payment provider), `system` or `reaper` (completes interrupted requests)."""
    actor_id: str | None
    """Id of the actor: of the API key, member, session or one-off payment; `null` if the actor has none."""
    action: str
    """What happened, such as `customer.updated` or `api_key.revoked`."""
    resource_type: str | None
    """Type of the changed object, such as `customer`; `null` if the entry concerns no object."""
    resource_id: str | None
    """Id of the changed object; `null` if the entry concerns no object."""
    metadata: dict[str, Any]
    """Further details of the action; `{}` if there are none."""
    ip_address: str | None
    """IP address of the request; `null` if there was no request, or if the customer of the buyer who made it was purged."""
    user_agent: str | None
    """User agent of the request; `null` if there was no request, or if the customer of the buyer who made it was purged."""


class AuditLogList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[AuditLog]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class BillingPortalCreateSessionParams(TypedDict):
    subscription_id: str
    """Id of the subscription that the portal shows."""
    return_url: str
    """URL of the link in the portal that leads back to your site."""
    deliver_email: NotRequired[bool]
    """True also emails the link to the customer."""


class BillingPortalSession(TypedDict):
    id: str
    """Id of the portal session. Starts with `bps_`."""
    object: Literal["billing_portal.session"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the subscription that the portal shows. Starts with `sub_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    token: str
    """Token of the session, `svc_portal_...`, which authorizes the calls of the portal. Only this response contains it."""
    url: str
    """URL of the portal, with the token, to which to redirect the customer. On the custom domain of the account, if it has one."""
    return_url: str
    """URL of the link in the portal that leads back to your site."""
    expires_at: int
    """Unix time in seconds when the session expires, one hour of real time after its creation, even if the customer has a test clock."""


class BillingPortalSessionRevocation(TypedDict):
    object: Literal["billing_portal.session_revocation"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    revoked_at: int
    """Unix time in seconds when the sessions were revoked."""


class BillingPortalSessionRevoked(TypedDict):
    id: str
    """Id of the portal session. Starts with `bps_`."""
    object: Literal["billing_portal.session"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the subscription that the portal shows. Starts with `sub_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    revoked_at: int
    """Unix time in seconds when the session was first revoked."""


class BillingProfile(TypedDict):
    id: str
    """Id of the account. Starts with `acct_`."""
    object: Literal["billing_profile"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """Always true: both modes share the profile."""
    legal_name: str | None
    """Legal name of the seller on invoices; `null` if none was set."""
    address: Address | None
    """Address of the seller on invoices; `null` if none was set."""
    country_code: str | None
    """Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if none was set."""
    vat_id: str | None
    """VAT id of the account with its country prefix; `null` if none was set. It cannot be changed once set."""
    registration_number: str | None
    """Number in the company register; `null` if none was set."""
    email: str
    """Contact email address of the account, printed on invoices."""
    phone: str | None
    """Telephone number on invoices; `null` if none was set."""
    tax_behavior: str
    """`inclusive` (prices include tax) or `exclusive` (tax is added to prices)."""
    tax_mode: str
    """`manual` (only the tax rates of the account), `eu_home` (your VAT for all consumers in the EU, below the threshold of 10,000 EUR a year) or `eu_oss` (the VAT of the buyer's country). Tax rates of the account take precedence."""
    registrations: list[BillingProfileRegistration]
    """VAT registrations outside the EU, one per country. Used in the modes `eu_home` and `eu_oss`."""
    refund_window_days: int
    """Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds."""
    dunning_schedule: list[int]
    """Days after the first failure of a renewal on which it is retried."""
    invoice_footer: str | None
    """Text at the foot of invoices and credit notes; `null` if none was set."""
    e_invoicing: SellerEInvoicing | None
    """Settings for e-invoices; `null` if none was set."""
    withdrawal: NotRequired[BillingProfileWithdrawal]
    """Whether consumers can withdraw from the contract in the portal within 14 days; absent if it was never set, which means no."""
    customer_emails: NotRequired[bool]
    """Whether customers get emails about their orders and subscriptions: order confirmation, changes, end of a trial, renewal of a yearly plan, SEPA debits, expiring cards, changes whose payment failed, and the end of a subscription after a hard decline."""


BillingProfileRegistration = TypedDict(
    "BillingProfileRegistration",
    {
        "country": "str",
        "number": "str",
        "from": "str",
    },
)


class BillingProfileWithdrawal(TypedDict):
    enabled: bool
    """True: customers without a VAT number can withdraw, if you or they are in the EU."""
    partial_refund: bool
    """True: the order page asks whether the service is to begin at once; customers who said yes get only the unused part of their payments back."""


class BuyerEInvoicing(TypedDict):
    buyer_reference: str | None
    """Reference that the customer asks for. For German public bodies: the Leitweg-ID. `null` if none was set."""
    purchase_order_reference: str | None
    """Number of the customer's purchase order; `null` if none was set."""
    electronic_address: ElectronicAddress | None
    """The customer's address in an e-invoicing network such as Peppol; `null` if none was set."""
    format: str
    """`auto` (decided from country and identifiers), `facturx`, `xrechnung`, `peppol` or `none` (a PDF without XML). Default: `auto`."""


class BuyerEInvoicingParams(TypedDict):
    buyer_reference: NotRequired[str | None]
    """Reference that the customer asks for. For German public bodies: the Leitweg-ID. `null` if none was set."""
    purchase_order_reference: NotRequired[str | None]
    """Number of the customer's purchase order; `null` if none was set."""
    electronic_address: NotRequired[ElectronicAddressParams | None]
    """The customer's address in an e-invoicing network such as Peppol; `null` if none was set."""
    format: NotRequired[str | None]
    """`auto` (decided from country and identifiers), `facturx`, `xrechnung`, `peppol` or `none` (a PDF without XML). Default: `auto`."""


class CheckoutConfirmation(TypedDict):
    object: Literal["checkout_confirmation"]
    """Type of the object."""
    session_id: str
    """Id of the checkout session (`cs_`) or one-off payment (`osp_`)."""
    status: str
    """Status of the checkout session or one-off payment after the confirmation: `open` (not paid yet), `processing` or `pending` (the payment has no outcome yet), `completed` or `succeeded`, `expired`, `failed` or `canceled`."""
    payment_status: str
    """Status of the payment: `pending`, `succeeded`, `failed` or `canceled`."""
    redirect_url: str | None
    """URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed."""


class CheckoutElement(TypedDict):
    object: Literal["checkout_element"]
    """Type of the object."""
    session_id: str
    """Id of the checkout session. Starts with `cs_`."""
    status: str
    """Status of the session: `open`, `processing`, `completed` or `expired`."""
    livemode: bool
    """True in live mode, false in test mode."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    amount_due_now: int
    """Amount in cents that is charged at the confirmation, with discount and tax; the verification amount if nothing is due yet."""
    recurring_amount: int
    """Amount per period in cents, with tax and without discount; 0 for metered prices."""
    recurring_amount_discounted: int | None
    """Amount of the first paid period in cents, with discount and tax; `null` without a discount."""
    recurring_interval: str
    """Length of a billing period: `month` or `year`."""
    discount_cents: int
    """Discount on the first paid period in cents; 0 if there is none."""
    trial_days: int
    """Length of the free trial in days; 0: no trial."""
    requires_verification: bool
    """True if only a small verification amount is charged now, because of a trial, a full discount or a metered price."""
    methods: list[str]
    """Payment methods to offer, such as `creditcard` and `ideal`."""
    ideal_issuers: list[Issuer] | None
    """Banks to choose from for iDEAL; `null`: the buyer chooses the bank on the page of the payment provider."""
    profile_id: str | None
    """Id of your profile at the payment provider, for its card component; `null` in the sandbox."""
    product_name: str
    """Name of the sold product."""
    merchant_name: str
    """Name of the seller that buyers see: `display_name` of the portal branding or, without one, the name of the account."""
    merchant_logo_url: str | None
    """URL of the logo of the seller; `null` if there is none."""
    show_header: bool
    """True if the element shows the name and logo of the seller."""
    country: str | None
    """Country for which the amounts are computed; `null` if it is unknown."""
    country_suggestion: str | None
    """Country to preselect: that of the buyer or, if unknown, of the seller; `null` if neither is known."""
    allow_promotion_codes: bool
    """True if the buyer can enter a promotion code."""
    coupon_code: str | None
    """Code of the applied coupon; `null` if there is none."""
    coupon_duration: str | None
    """How long the discount lasts: `once`, `repeating` or `forever`; `null` without a coupon."""
    coupon_duration_in_months: int | None
    """Months that a `repeating` discount lasts; `null` otherwise."""
    order_button: NotRequired[OrderButton]
    """What the order button of the element shows; absent if there is nothing to show: no text that the law requires, no question about immediate service, and no link to your terms, privacy policy or right of withdrawal."""
    success_url: str
    """URL to which the buyer returns after paying."""
    cancel_url: str
    """URL to which the buyer returns without paying."""


class CheckoutElementApplyCouponParams(TypedDict):
    code: str | None
    """Promotion code, in upper or lower case; `null` removes the applied code."""


class CheckoutElementConfirmOneShotOrderButtonParams(TypedDict):
    language: str
    """Language of the button that the buyer pressed, such as `de`."""
    immediate_service: NotRequired[bool]
    """True if the buyer asked that the service begins before the withdrawal period ends. Default: false."""


class CheckoutElementConfirmOneShotParams(TypedDict):
    method: str
    """Payment method of the buyer."""
    card_token: NotRequired[str | None]
    """Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider."""
    country: NotRequired[str | None]
    """Country of the buyer, used and stored if the customer has none: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: none."""
    country_confirmed: NotRequired[bool]
    """True if the buyer has confirmed the billing country, although the IP address is in another country. Required in that case in the tax modes `eu_home` and `eu_oss`. Default: false."""
    issuer: NotRequired[str | None]
    """Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider."""
    order_button: NotRequired[CheckoutElementConfirmOneShotOrderButtonParams]
    """The order button of the payment element, stored with the time as evidence. Omit it if your page has its own button."""


class CheckoutElementConfirmOrderButtonParams(TypedDict):
    language: str
    """Language of the button that the buyer pressed, such as `de`."""
    immediate_service: NotRequired[bool]
    """True if the buyer asked that the service begins before the withdrawal period ends. Default: false."""


class CheckoutElementConfirmParams(TypedDict):
    method: str
    """Payment method of the buyer."""
    card_token: NotRequired[str | None]
    """Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider."""
    country: NotRequired[str | None]
    """Country of the buyer, used and stored if the customer has none: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: none."""
    country_confirmed: NotRequired[bool]
    """True if the buyer has confirmed the billing country, although the IP address is in another country. Required in that case in the tax modes `eu_home` and `eu_oss`. Default: false."""
    issuer: NotRequired[str | None]
    """Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider."""
    order_button: NotRequired[CheckoutElementConfirmOrderButtonParams]
    """The order button of the payment element, stored with the time as evidence. Omit it if your page has its own button."""


class CheckoutPaymentMethodSetupConfirmParams(TypedDict):
    client_secret: str
    """The `client_secret` of the setup."""
    method: str
    """Payment method to add."""
    card_token: NotRequired[str | None]
    """Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider."""
    issuer: NotRequired[str | None]
    """Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider."""


class CheckoutPaymentMethods(TypedDict):
    object: Literal["checkout_payment_methods"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    data: list[CheckoutSavedMethod]
    """The saved payment methods, newest first."""
    methods: list[str]
    """Payment methods that can be added, such as `creditcard`."""
    ideal_issuers: list[Issuer]
    """Banks to choose from for iDEAL; empty: the buyer chooses the bank on the page of the payment provider."""
    profile_id: str | None
    """Id of your profile at the payment provider, for its card component; `null` in the sandbox."""
    order_button: NotRequired[OrderButton]
    """What the order button of the element shows. Only for requests with the client secret of a one-off payment; absent if the buyer has no consumer rights and you have no terms."""


class CheckoutSavedMethod(TypedDict):
    id: str
    """Id of the saved payment method. Starts with `pm_`."""
    object: Literal["checkout_saved_method"]
    """Type of the object."""
    kind: str
    """What is charged: `creditcard`, `directdebit` or `paypal`."""
    brand: str | None
    """Brand of the card, such as `Visa`; `null` if the payment method is not a card."""
    last4: str | None
    """Last four digits of the card number; `null` if the payment method is not a card."""
    exp_month: int | None
    """Month in which the card expires, 1 to 12; `null` if the payment method is not a card."""
    exp_year: int | None
    """Year in which the card expires, such as 2031; `null` if the payment method is not a card."""
    is_default: bool
    """True for the payment method that was most recently set as default; if none was set, for the one of the oldest subscription."""


class CheckoutSession(TypedDict):
    id: str
    """Id of the checkout session. Starts with `cs_`."""
    object: Literal["checkout.session"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    customer_email: str | None
    """Email address of the buyer, from the request or from the customer when the session was created; `null` if unknown."""
    customer_country_code: str | None
    """Country of the buyer when the session was created: the country of the customer or, if the customer has none, of the request: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    price_id: str
    """Id of the price that is sold. Starts with `price_`."""
    success_url: str
    """URL to which the buyer returns after paying; empty once the customer was purged."""
    cancel_url: str
    """URL to which the buyer returns without paying; empty once the customer was purged."""
    status: str
    """`open` (to be paid), `processing` (the payment has no outcome yet), `completed` (paid; the subscription exists) or `expired` (failed, canceled or not paid in time)."""
    ui_mode: str
    """`hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page)."""
    url: str | None
    """URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`."""
    client_secret: str | None
    """Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded session contains it; `null` otherwise."""
    subscription_id: str | None
    """Id of the sold subscription. Starts with `sub_`; `null` until the session is `completed`."""
    payment_id: str | None
    """Id of the succeeded payment. Starts with `pay_`; `null` until the session is `completed`."""
    expires_at: int | None
    """Unix time in seconds when the session expires if it is not paid, usually 24 hours after its creation; never `null`."""
    trial_days_override: int | None
    """Length of the trial in days, instead of `trial_days` of the price; `null`: that of the price."""
    coupon_id: str | None
    """Id of the applied coupon. Starts with `cpn_`; `null` if there is none."""
    payment_method: str | None
    """The only payment method that the buyer can use; `null`: the buyer chooses."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""
    max_amount_cents: NotRequired[int]
    """`max_amount_cents` of the sold subscription: limit in cents on the usage of a period; absent if there is none."""
    payment_link_id: NotRequired[str]
    """Id of the payment link that created the session. Starts with `plink_`; absent if there is none."""
    recovered_from: NotRequired[str]
    """Id of the session that this one replaces: its payment was refused or timed out and the buyer tried again, or it expired unpaid and an import replaced it. Absent if there is none."""


class CheckoutSessionCompletedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["checkout.session.completed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: CheckoutSession
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: CheckoutSessionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CheckoutSessionCreateParams(TypedDict):
    price_id: str
    """Id of the price to sell. It and its product must be active."""
    success_url: str
    """URL to which the buyer returns after paying."""
    cancel_url: str
    """URL to which the buyer returns without paying."""
    customer_id: NotRequired[str | None]
    """Id of the buying customer. Default: a customer is created."""
    customer_email: NotRequired[str | None]
    """Email address of the buyer, for this session and for a created customer. Default: the customer’s email address."""
    customer_name: NotRequired[str | None]
    """Name of a created customer. Default: `null`."""
    country: NotRequired[str | None]
    """Country of the buyer, in two capital letters, for a created customer, or for a customer without a country. The country of the customer takes precedence. Default: none."""
    coupon_code: NotRequired[str | None]
    """Code of a coupon to apply. Default: none."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""
    payment_method: NotRequired[str | None]
    """The only payment method that the buyer can use. Default: the buyer chooses."""
    trial_days_override: NotRequired[int | None]
    """Length of the trial in days; 0: no trial. Default: `trial_days` of the price."""
    max_amount_cents: NotRequired[int | None]
    """For a metered price: maximum amount in cents for the usage in a period, before discount and tax. If the usage exceeds this amount, `serves_customer` of the subscription is false until the next period starts or the maximum is increased. Default: none."""
    ui_mode: NotRequired[str]
    """`hosted` (the buyer pays on a page of the service) or `embedded` (in the payment element on your page). Default: `hosted`."""
    deliver_email: NotRequired[bool]
    """True also emails `url` to the buyer, once. Requires an email address of the buyer, and `ui_mode: hosted`."""


class CheckoutSessionExpiredEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["checkout.session.expired"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: CheckoutSession
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: CheckoutSessionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CheckoutSessionPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the checkout session. Starts with `cs_`."""
    object: NotRequired[Literal["checkout.session"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    customer_id: NotRequired[str]
    """Id of the customer. Starts with `cus_`."""
    customer_email: NotRequired[str | None]
    """Email address of the buyer, from the request or from the customer when the session was created; `null` if unknown."""
    customer_country_code: NotRequired[str | None]
    """Country of the buyer when the session was created: the country of the customer or, if the customer has none, of the request: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    price_id: NotRequired[str]
    """Id of the price that is sold. Starts with `price_`."""
    success_url: NotRequired[str]
    """URL to which the buyer returns after paying; empty once the customer was purged."""
    cancel_url: NotRequired[str]
    """URL to which the buyer returns without paying; empty once the customer was purged."""
    status: NotRequired[str]
    """`open` (to be paid), `processing` (the payment has no outcome yet), `completed` (paid; the subscription exists) or `expired` (failed, canceled or not paid in time)."""
    ui_mode: NotRequired[str]
    """`hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page)."""
    url: NotRequired[str | None]
    """URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`."""
    client_secret: NotRequired[str | None]
    """Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded session contains it; `null` otherwise."""
    subscription_id: NotRequired[str | None]
    """Id of the sold subscription. Starts with `sub_`; `null` until the session is `completed`."""
    payment_id: NotRequired[str | None]
    """Id of the succeeded payment. Starts with `pay_`; `null` until the session is `completed`."""
    expires_at: NotRequired[int | None]
    """Unix time in seconds when the session expires if it is not paid, usually 24 hours after its creation; never `null`."""
    trial_days_override: NotRequired[int | None]
    """Length of the trial in days, instead of `trial_days` of the price; `null`: that of the price."""
    coupon_id: NotRequired[str | None]
    """Id of the applied coupon. Starts with `cpn_`; `null` if there is none."""
    payment_method: NotRequired[str | None]
    """The only payment method that the buyer can use; `null`: the buyer chooses."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""
    max_amount_cents: NotRequired[int]
    """`max_amount_cents` of the sold subscription: limit in cents on the usage of a period; absent if there is none."""
    payment_link_id: NotRequired[str]
    """Id of the payment link that created the session. Starts with `plink_`; absent if there is none."""
    recovered_from: NotRequired[str]
    """Id of the session that this one replaces: its payment was refused or timed out and the buyer tried again, or it expired unpaid and an import replaced it. Absent if there is none."""


class CheckoutSetup(TypedDict):
    object: Literal["checkout_setup"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    setup_id: str
    """Id of the setup. Starts with `seti_`."""
    client_secret: str
    """Secret that confirms this setup, valid for 30 minutes."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    amount_due_now: int
    """Amount of the verification charge in cents; nothing is sold."""


class CheckoutSetupConfirmation(TypedDict):
    object: Literal["checkout_setup_confirmation"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    setup_id: str
    """Id of the setup. Starts with `seti_`."""
    status: str
    """`open` (not confirmed yet), `requires_action` (redirect the buyer), `processing` (no outcome yet), `succeeded` (the payment method is saved) or `failed` (can be confirmed again)."""
    redirect_url: str | None
    """URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed."""


class CloudEvent(TypedDict):
    specversion: Literal["1.0"]
    """Version of CloudEvents: `1.0`."""
    id: str
    """Your id for the event, unique for its `source`."""
    source: str
    """Where the event comes from, as a URI reference."""
    type: str
    """Name of the event: the `event_name` of the meter."""
    subject: str
    """Id of the subscription or of the customer."""
    time: NotRequired[str | None]
    """Time of the usage, as in RFC 3339. Default: now."""
    datacontenttype: NotRequired[str | None]
    """Content type of `data`: `application/json`, which is also the default."""
    data: NotRequired[dict[str, Any] | None]
    """`value` is the value of the event, as text or number. `properties` is an object of properties; all other members are properties, too. Send numbers of more than 15 digits as text. Default: `{}`."""


class Cohort(TypedDict):
    month: str
    """Month in UTC in which the subscriptions began to be paid, such as `2026-11`."""
    subscriptions: int
    """Number of subscriptions that began to be paid in the month."""
    retained: list[int]
    """How many of these subscriptions had not ended at the end of the month, of the next month, and so on until the last month of the report."""


class CohortReport(TypedDict):
    object: Literal["cohort_report"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: list[Cohort]
    """One entry per month, the earliest first."""


class Coupon(TypedDict):
    id: str
    """Id of the coupon. Starts with `cpn_`."""
    object: Literal["coupon"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    code: str
    """Code that buyers enter. Unique in the account and mode, also among inactive coupons; case does not matter."""
    discount_type: str
    """`percent` or `fixed_amount`."""
    percent_off: float | None
    """Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount."""
    amount_off_cents: int | None
    """Discount in cents; `null` for a percentage."""
    currency: str | None
    """Currency of `amount_off_cents` and `min_amount_cents`, in upper case. A coupon with a currency is valid only for prices in that currency; `null`: any currency."""
    duration: str
    """`once` (one period), `repeating` (`duration_in_months` months) or `forever`."""
    duration_in_months: int | None
    """Months that a `repeating` discount lasts, from the first period paid with it; `null` for other durations."""
    max_redemptions: int | None
    """How often the coupon can be redeemed in total; `null`: without limit."""
    max_redemptions_per_customer: int | None
    """How often one customer can redeem the coupon; `null`: without limit."""
    times_redeemed: int
    """How often the coupon was redeemed."""
    min_amount_cents: int | None
    """Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price."""
    applies_to_price_ids: list[str] | None
    """Ids of the prices that the coupon can be used for; `null`: all prices."""
    redeem_by: int | None
    """Unix time in seconds until which the coupon can be redeemed; existing discounts continue. `null`: without end."""
    active: bool
    """False if you deactivated the coupon: its code cannot be redeemed, but existing discounts continue. An expired or exhausted coupon stays active."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class CouponCreateParams(TypedDict):
    code: str
    """Code that buyers enter; case does not matter. Unique in the account and mode, also among inactive coupons."""
    discount_type: NotRequired[str]
    """`percent` or `fixed_amount`. Default: implied by the amount that is sent."""
    percent_off: NotRequired[float | None]
    """Discount in percent, with at most two decimals. Send this or `amount_off_cents`."""
    amount_off_cents: NotRequired[int | None]
    """Discount in cents. Send this or `percent_off`."""
    currency: NotRequired[str | None]
    """Currency of the amounts: ISO 4217 code, in upper or lower case. Default: the currency of the prices of the account; required if the prices have several currencies."""
    duration: NotRequired[str]
    """`once` (one period), `repeating` (`duration_in_months` months) or `forever`. Default: `once`."""
    duration_in_months: NotRequired[int | None]
    """How many months a `repeating` discount lasts; required for `repeating`, not allowed otherwise."""
    max_redemptions: NotRequired[int | None]
    """How often the coupon can be redeemed in total. Default: `null`, without limit."""
    max_redemptions_per_customer: NotRequired[int | None]
    """How often one customer can redeem the coupon; `null`: without limit. Default: 1."""
    min_amount_cents: NotRequired[int | None]
    """Lowest price that the coupon can be used for, in cents, before discount and tax. Default: `null`, any price."""
    applies_to_price_ids: NotRequired[Sequence[str] | None]
    """Ids of the prices that the coupon can be used for. Default: `null`, all prices."""
    redeem_by: NotRequired[int | None]
    """Unix time in seconds until which the coupon can be redeemed, in the future. Default: `null`, without end."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class CouponCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["coupon.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Coupon
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CouponList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Coupon]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class CouponPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the coupon. Starts with `cpn_`."""
    object: NotRequired[Literal["coupon"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    code: NotRequired[str]
    """Code that buyers enter. Unique in the account and mode, also among inactive coupons; case does not matter."""
    discount_type: NotRequired[str]
    """`percent` or `fixed_amount`."""
    percent_off: NotRequired[float | None]
    """Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount."""
    amount_off_cents: NotRequired[int | None]
    """Discount in cents; `null` for a percentage."""
    currency: NotRequired[str | None]
    """Currency of `amount_off_cents` and `min_amount_cents`, in upper case. A coupon with a currency is valid only for prices in that currency; `null`: any currency."""
    duration: NotRequired[str]
    """`once` (one period), `repeating` (`duration_in_months` months) or `forever`."""
    duration_in_months: NotRequired[int | None]
    """Months that a `repeating` discount lasts, from the first period paid with it; `null` for other durations."""
    max_redemptions: NotRequired[int | None]
    """How often the coupon can be redeemed in total; `null`: without limit."""
    max_redemptions_per_customer: NotRequired[int | None]
    """How often one customer can redeem the coupon; `null`: without limit."""
    times_redeemed: NotRequired[int]
    """How often the coupon was redeemed."""
    min_amount_cents: NotRequired[int | None]
    """Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price."""
    applies_to_price_ids: NotRequired[list[str] | None]
    """Ids of the prices that the coupon can be used for; `null`: all prices."""
    redeem_by: NotRequired[int | None]
    """Unix time in seconds until which the coupon can be redeemed; existing discounts continue. `null`: without end."""
    active: NotRequired[bool]
    """False if you deactivated the coupon: its code cannot be redeemed, but existing discounts continue. An expired or exhausted coupon stays active."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class CouponUpdateParams(TypedDict):
    active: NotRequired[bool]
    """`false` disables the code, `true` enables the code again. Existing discounts do not change."""
    max_redemptions: NotRequired[int | None]
    """How often the coupon can be redeemed in total; `null`: without limit."""
    max_redemptions_per_customer: NotRequired[int | None]
    """How often one customer can redeem the coupon; `null`: without limit."""
    min_amount_cents: NotRequired[int | None]
    """Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price."""
    applies_to_price_ids: NotRequired[Sequence[str] | None]
    """Ids of the prices that the coupon can be used for; `null`: all prices."""
    redeem_by: NotRequired[int | None]
    """Time in the future until which the coupon can be redeemed, Unix seconds; `null`: without end."""
    metadata: NotRequired[Mapping[str, str]]
    """Your own data, as keys with string values. Replaces all keys; if omitted, they do not change."""


class CouponUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["coupon.updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Coupon
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: CouponPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CouponValidateParams(TypedDict):
    code: str
    """Code to check; case does not matter."""
    price_id: NotRequired[str]
    """Id of the price to check the code for. Send this or `currency`."""
    currency: NotRequired[str]
    """Currency to check the code for: ISO 4217 code, in upper or lower case. Send this or `price_id`."""
    amount_cents: NotRequired[int]
    """Amount in cents, before discount and tax, to check the code for; only with `currency`. Default: unknown."""
    customer_id: NotRequired[str | None]
    """Id of the customer who would redeem the code, to check the limit per customer. Default: not checked."""


class CouponValidation(TypedDict):
    object: Literal["coupon.validation"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    valid: bool
    """True if the code can be used now."""
    reason: str | None
    """Why the code cannot be used: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_exhausted`, `coupon_already_redeemed`, `coupon_not_applicable`, `coupon_minimum_not_reached` or `coupon_currency_mismatch`. `null` if it can be used."""
    code: str
    """The code in the spelling of the coupon; if no coupon has the code, in that of the request."""
    coupon_id: str | None
    """Id of the coupon with the code, also if it cannot be used. Starts with `cpn_`; `null` if there is none."""
    percent_off: float | None
    """Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount, or if no coupon has the code."""
    amount_off_cents: int | None
    """Discount in cents; `null` for a percentage, or if no coupon has the code."""
    currency: str | None
    """Currency of the coupon, in upper case; `null` if it is valid for any currency, or if no coupon has the code."""
    discount_cents: int | None
    """Discount on the price or amount, in cents; `null` if the code cannot be used or the amount is unknown, as for a metered price."""


class CreditNote(TypedDict):
    id: str
    """Id of the credit note. Starts with `cn_`."""
    object: Literal["credit_note"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    number: str
    """Number of the credit note, such as `CN-000123` (`TEST-CN-000123` in test mode). Counted without gaps per account and mode."""
    invoice_id: str
    """Id of the corrected invoice. Starts with `inv_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    refund_id: str | None
    """Id of the refund that the credit note documents. Starts with `re_`; `null` if there is none."""
    reason: str | None
    """Reason of the correction, as given for the refund; `null` if there is none."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    subtotal_cents: int
    """Sum of `amount_cents` of all lines, in cents. Discounts are already deducted."""
    tax_cents: int
    """Sum of the credited tax of all rates, in cents."""
    total_cents: int
    """Credited amount in cents, with tax."""
    tax: list[TaxSum]
    """Credited tax per rate, at the rates of the invoice."""
    lines: list[InvoiceLine]
    """The credited part of each line of the invoice. Positive for lines that the customer was charged for, negative for lines that reduced the invoice."""
    issued_at: int
    """Unix time in seconds when the credit note was issued."""
    e_invoice: EInvoice
    """The e-invoice of the document: format, status and missing fields."""


class CreditNoteCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["credit_note.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: CreditNote
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CreditNoteList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[CreditNote]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class CreditNoteWithDocument(TypedDict):
    id: str
    """Id of the credit note. Starts with `cn_`."""
    object: Literal["credit_note"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    number: str
    """Number of the credit note, such as `CN-000123` (`TEST-CN-000123` in test mode). Counted without gaps per account and mode."""
    invoice_id: str
    """Id of the corrected invoice. Starts with `inv_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    refund_id: str | None
    """Id of the refund that the credit note documents. Starts with `re_`; `null` if there is none."""
    reason: str | None
    """Reason of the correction, as given for the refund; `null` if there is none."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    subtotal_cents: int
    """Sum of `amount_cents` of all lines, in cents. Discounts are already deducted."""
    tax_cents: int
    """Sum of the credited tax of all rates, in cents."""
    total_cents: int
    """Credited amount in cents, with tax."""
    tax: list[TaxSum]
    """Credited tax per rate, at the rates of the invoice."""
    lines: list[InvoiceLine]
    """The credited part of each line of the invoice. Positive for lines that the customer was charged for, negative for lines that reduced the invoice."""
    issued_at: int
    """Unix time in seconds when the credit note was issued."""
    e_invoice: EInvoice
    """The e-invoice of the document: format, status and missing fields."""
    document: NotRequired[DocumentTexts]
    """The texts of the PDF, in the customer's language, with `expand=document`; absent otherwise."""


class Customer(TypedDict):
    id: str
    """Id of the customer. Starts with `cus_`."""
    object: Literal["customer"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    name: str | None
    """Name of the customer, printed on invoices; `null` if unknown."""
    email: str | None
    """Email address for invoices and notices; `null` if unknown. Several customers can have the same address."""
    country_code: str | None
    """Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    address: Address | None
    """Billing address, printed on invoices; `null` if unknown."""
    language: str | None
    """Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`; `null` if unknown."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""
    test_clock_id: str | None
    """Test clock whose simulated time applies to the customer. Starts with `clk_`; `null`: real time."""
    vat_number: str | None
    """Verified VAT number with its country prefix, such as `NL123456789B01`; `null` if none is set."""
    vat_name: str | None
    """Name under which the VAT number is registered; `null` if there is no number or the registry gives no name."""
    vat_verified_at: int | None
    """Unix time in seconds when the VAT number was verified; `null` if there is no number."""
    email_delivery: CustomerEmailDelivery | None
    """Why emails to `email` are no longer sent; `null`: emails are sent. Setting `email`, also to the same address, sets this field to `null`."""
    e_invoicing: BuyerEInvoicing | None
    """Settings for e-invoices; `null` if none was set."""


class CustomerCreateParams(TypedDict):
    name: NotRequired[str | None]
    """Name of the customer, printed on invoices. Default: `null`."""
    email: NotRequired[str | None]
    """Email address for invoices and notices. Default: `null`."""
    country_code: NotRequired[str | None]
    """Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: `null`."""
    address: NotRequired[AddressParams | None]
    """Billing address, printed on invoices. Default: `null`."""
    language: NotRequired[str | None]
    """Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`. Default: `null`."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""
    e_invoicing: NotRequired[BuyerEInvoicingParams | None]
    """Settings for e-invoices. Default: `null`."""
    test_clock_id: NotRequired[str | None]
    """Test clock whose simulated time applies to the customer, in test mode. Default: `null`, real time."""


class CustomerCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["customer.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Customer
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CustomerDeleted(TypedDict):
    id: str
    """Id of the customer. Starts with `cus_`."""
    object: Literal["customer"]
    """Type of the object."""
    deleted: bool
    """Always true: the customer is deleted, and its retrieval returns 404."""


class CustomerDeletedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["customer.deleted"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Customer
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: CustomerPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CustomerEmailDelivery(TypedDict):
    status: str
    """`bounced` (the address does not exist or permanently refuses emails) or `complained` (the recipient reported an email as spam)."""
    email: str
    """The address that the report is about."""
    reported_at: int
    """Unix time in seconds when the bounce or complaint happened, in real time."""


class CustomerList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Customer]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class CustomerPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the customer. Starts with `cus_`."""
    object: NotRequired[Literal["customer"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    name: NotRequired[str | None]
    """Name of the customer, printed on invoices; `null` if unknown."""
    email: NotRequired[str | None]
    """Email address for invoices and notices; `null` if unknown. Several customers can have the same address."""
    country_code: NotRequired[str | None]
    """Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    address: NotRequired[Address | None]
    """Billing address, printed on invoices; `null` if unknown."""
    language: NotRequired[str | None]
    """Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`; `null` if unknown."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""
    test_clock_id: NotRequired[str | None]
    """Test clock whose simulated time applies to the customer. Starts with `clk_`; `null`: real time."""
    vat_number: NotRequired[str | None]
    """Verified VAT number with its country prefix, such as `NL123456789B01`; `null` if none is set."""
    vat_name: NotRequired[str | None]
    """Name under which the VAT number is registered; `null` if there is no number or the registry gives no name."""
    vat_verified_at: NotRequired[int | None]
    """Unix time in seconds when the VAT number was verified; `null` if there is no number."""
    email_delivery: NotRequired[CustomerEmailDelivery | None]
    """Why emails to `email` are no longer sent; `null`: emails are sent. Setting `email`, also to the same address, sets this field to `null`."""
    e_invoicing: NotRequired[BuyerEInvoicing | None]
    """Settings for e-invoices; `null` if none was set."""


class CustomerPurged(TypedDict):
    id: str
    """Id of the customer. Starts with `cus_`."""
    object: Literal["customer"]
    """Type of the object."""
    deleted: bool
    """Always true: the customer is deleted, and its retrieval returns 404."""
    purged: bool
    """Always true: the personal data of the customer is erased."""


class CustomerSummary(TypedDict):
    id: str
    """Id of the customer. Starts with `cus_`."""
    object: Literal["customer.summary"]
    """Type of the object."""
    name: str | None
    """Name of the customer; `null` if unknown."""
    email: str | None
    """Email address of the customer; `null` if unknown."""
    country_code: str | None
    """Country of the customer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""


class CustomerUpdateParams(TypedDict):
    name: NotRequired[str | None]
    """New name; `null` clears it."""
    email: NotRequired[str]
    """New email address for invoices and notices. Clears `email_delivery`."""
    country_code: NotRequired[str]
    """New billing country: two capital letters (ISO 3166-1 alpha-2), such as `NL`."""
    address: NotRequired[AddressParams]
    """New billing address; omitted lines are cleared."""
    language: NotRequired[str]
    """New language, as a BCP 47 tag such as `nl`."""
    metadata: NotRequired[Mapping[str, str]]
    """Your own data, as keys with string values. Replaces all keys; if omitted, they do not change."""
    e_invoicing: NotRequired[BuyerEInvoicingParams | None]
    """Settings for e-invoices, for documents that are issued from now on; omitted fields are cleared, `null` clears all."""


class CustomerUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["customer.updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Customer
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: CustomerPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class CustomerVatNumberParams(TypedDict):
    vat_number: str | None
    """VAT number with its country prefix, such as `NL123456789B01`; spaces, dots and hyphens are ignored. `null` clears it."""


class DefaultEmailTexts(TypedDict):
    subject: str | None
    """The text that is sent if you do not replace it; `null`: none."""
    opening: str | None
    """The text that is sent if you do not replace it; `null`: none."""
    closing: str | None
    """The text that is sent if you do not replace it; `null`: none."""


class Discount(TypedDict):
    object: Literal["discount"]
    """Type of the object."""
    coupon_id: str
    """Id of the redeemed coupon. Starts with `cpn_`."""
    code: str
    """Code of the redeemed coupon."""
    percent_off: float | None
    """Discount in percent, with at most two decimals; `null` for a fixed amount."""
    amount_off_cents: int | None
    """Discount in cents per billing period; `null` for a percentage."""
    currency: str | None
    """Currency of the coupon, in upper case; `null` if it is valid for any currency."""
    duration: str
    """`once` (one period), `repeating` (`duration_in_months` months) or `forever`."""
    duration_in_months: int | None
    """Months that a `repeating` discount lasts; `null` for other durations."""
    ends_at: int | None
    """Unix time in seconds: periods that start earlier are discounted. `null`: the discount has no end, or no period was paid with it yet."""


class Dispute(TypedDict):
    id: str
    """Id of the dispute. Starts with `dp_`."""
    object: Literal["dispute"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    status: str
    """`open`, or `won` once the bank has reversed the chargeback. There is no lost state."""
    payment_id: str
    """Id of the disputed payment. Starts with `pay_`."""
    amount_cents: int
    """Disputed amount in cents."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    reason: str | None
    """Reason of the bank, for direct debits; `null` if unknown."""
    reversed_at: int | None
    """Unix time in seconds when the chargeback was reversed; `null` while the dispute is open."""


class DisputeClosedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["dispute.closed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Dispute
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: DisputePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class DisputeCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["dispute.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Dispute
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class DisputeList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Dispute]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class DisputePreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the dispute. Starts with `dp_`."""
    object: NotRequired[Literal["dispute"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    status: NotRequired[str]
    """`open`, or `won` once the bank has reversed the chargeback. There is no lost state."""
    payment_id: NotRequired[str]
    """Id of the disputed payment. Starts with `pay_`."""
    amount_cents: NotRequired[int]
    """Disputed amount in cents."""
    currency: NotRequired[str]
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    reason: NotRequired[str | None]
    """Reason of the bank, for direct debits; `null` if unknown."""
    reversed_at: NotRequired[int | None]
    """Unix time in seconds when the chargeback was reversed; `null` while the dispute is open."""


class DocumentFact(TypedDict):
    label: str
    """What the value is, such as `Invoice number`."""
    value: str
    """A number, day, period or reason, as printed."""


class DocumentLine(TypedDict):
    description: str
    """What was sold."""
    quantity: str
    """Quantity. Columns whose heading is empty are not printed."""
    unit_price: str
    """Price per unit."""
    tax_rate: str
    """Tax rate as a percentage, such as `21 %`; or the heading."""
    amount: str
    """Amount of the line."""
    details: list[str]
    """Smaller lines below the description: the period, a discount."""


class DocumentLineHeadings(TypedDict):
    description: str
    """What was sold."""
    quantity: str
    """Quantity. Columns whose heading is empty are not printed."""
    unit_price: str
    """Price per unit."""
    tax_rate: str
    """Tax rate as a percentage, such as `21 %`; or the heading."""
    amount: str
    """Amount of the line."""


class DocumentParty(TypedDict):
    heading: str
    """Heading of the party, such as `Bill to`."""
    lines: list[str]
    """Name, address and numbers."""


class DocumentTax(TypedDict):
    heading: str
    """Printed above the table, such as `VAT by rate`."""
    headings: DocumentTaxHeadings
    """Headings of the table."""
    rows: list[DocumentTaxRow]
    """A row for each rate."""


class DocumentTaxHeadings(TypedDict):
    rate: str
    """Name and percentage of the tax, such as `MwSt 19 %`; or the heading."""
    net: str
    """Amount without the tax."""
    tax: str
    """Amount of the tax at this rate; or the heading."""
    gross: str
    """Amount with the tax."""


class DocumentTaxRow(TypedDict):
    rate: str
    """Name and percentage of the tax, such as `MwSt 19 %`; or the heading."""
    net: str
    """Amount without the tax."""
    tax: str
    """Amount of the tax at this rate; or the heading."""
    gross: str
    """Amount with the tax."""


class DocumentTexts(TypedDict):
    language: str
    """Language of the document, as a BCP 47 tag."""
    title: str
    """Kind of the document, such as `Invoice` or `Rechnung`."""
    banner: str | None
    """Notice at the top of documents of test mode; `null` in live mode."""
    facts: list[DocumentFact]
    """Number, days and other facts."""
    seller: DocumentParty
    """The seller."""
    buyer: DocumentParty
    """The buyer."""
    line_headings: DocumentLineHeadings
    """Headings of the lines."""
    lines: list[DocumentLine]
    """The lines."""
    totals: list[DocumentTotal]
    """The totals below the lines."""
    tax: DocumentTax | None
    """Tax by rate; `null`: not printed."""
    notes: list[str]
    """Notes, such as the one of a reverse charge."""
    footer: str | None
    """Footer of the seller, with line breaks; `null`: none."""


class DocumentTotal(TypedDict):
    label: str
    """What the amount is, such as `Subtotal`."""
    amount: str
    """Formatted sum with its currency."""
    emphasized: bool
    """True for the total."""


class DunningEmailRequiredEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["dunning.email_required"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: DunningNotice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class DunningNotice(TypedDict):
    object: Literal["dunning_notice"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the subscription. Starts with `sub_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    invoice_id: str | None
    """Id of the unpaid invoice. Starts with `inv_`; `null` if there is none."""
    payment_id: str | None
    """Id of the failed payment. Starts with `pay_`; `null` if there is none."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    amount_due_cents: int
    """Unpaid amount in cents."""
    attempt: int
    """Number of the failed attempt; 1 for the first."""
    failure_code: str | None
    """Why the payment failed, such as `insufficient_funds`; codes of the payment provider are passed on. `null` if unknown."""
    failed_at: int
    """Unix time in seconds when the attempt failed."""
    next_payment_attempt: int | None
    """Unix time in seconds of the next attempt; `null` if no further attempt is scheduled."""


class EInvoice(TypedDict):
    status: str
    """`ready` (the document lacks nothing for `format`) or `incomplete` (see `missing`). The status when the document was issued; it does not change later."""
    format: str | None
    """Format that the customer gets; `null` if the customer wants a PDF without XML."""
    formats: list[str]
    """Formats in which the document can be downloaded."""
    missing: list[MissingField]
    """What the document lacked for `format` when it was issued; empty if `ready`. Add these details to make the file available."""


class EInvoicingContact(TypedDict):
    name: str | None
    """Name of a person or department; `null` if none was set."""
    phone: str | None
    """Telephone number; `null`: that of the billing profile."""
    email: str | None
    """Email address; `null`: that of the billing profile."""


class EInvoicingContactParams(TypedDict):
    name: NotRequired[str | None]
    """Name of a person or department; `null` if none was set."""
    phone: NotRequired[str | None]
    """Telephone number; `null`: that of the billing profile."""
    email: NotRequired[str | None]
    """Email address; `null`: that of the billing profile."""


class ElectronicAddress(TypedDict):
    scheme: str
    """Code of the scheme in the EAS list, such as `0208` (Belgian enterprise number), `0106` (KVK) or `EM` (email)."""
    value: str
    """Identifier in that scheme."""


class ElectronicAddressParams(TypedDict):
    scheme: str
    """Code of the scheme in the EAS list, such as `0208` (Belgian enterprise number), `0106` (KVK) or `EM` (email)."""
    value: str
    """Identifier in that scheme."""


class EmailText(TypedDict):
    object: Literal["email_text"]
    """Type of the object."""
    livemode: bool
    """Always true: both modes share the texts."""
    email: str
    """Kind of the email, such as `order_confirmation`."""
    language: str
    """Language of the texts."""
    texts: ReplacedEmailTexts
    """Your texts, which replace the default texts."""
    default_texts: DefaultEmailTexts
    """The usual texts of the service. Some situations have other texts: for example, the email about an invoice that is already paid."""
    placeholders: list[str]
    """Names of the placeholders of this email, such as `merchant`, which a text contains as `{merchant}`."""
    preview: NotRequired[EmailTextPreview]
    """The email with the texts of the request and sample values; only if the request has `preview: true`."""


class EmailTextList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[EmailText]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class EmailTextPreview(TypedDict):
    subject: str
    """The subject of the email."""
    text: str
    """Plain text."""
    html: str
    """The email as HTML."""


class EmailTextsParams(TypedDict):
    subject: NotRequired[str | None]
    """Subject. Default: `null`, the default subject."""
    opening: NotRequired[str | None]
    """Paragraph below the heading. Default: `null`, the default paragraph."""
    closing: NotRequired[str | None]
    """Paragraph at the end. Default: `null`, the default paragraphs."""


class Event(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    type: str
    """Type of the event, such as `invoice.paid`."""
    data: dict[str, Any]
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class EventList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[ListedEvent]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class EventType(TypedDict):
    object: Literal["event_type"]
    """Type of the object."""
    type: str
    """Name of the event type, such as `invoice.paid`."""


class EventTypeList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[EventType]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class FoundCouponList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Coupon]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class FoundInvoiceList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Invoice]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class FoundPaymentList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Payment]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class FoundProductList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Product]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class FoundSubscriptionList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Subscription]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class Invoice(TypedDict):
    id: str
    """Id of the invoice. Starts with `inv_`."""
    object: Literal["invoice"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    number: str
    """Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode."""
    status: str
    """`open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry)."""
    billing_reason: str
    """Why the invoice was issued: `subscription_create` (first period), `subscription_cycle` (renewal), `subscription_update` (plan change or resumption), `usage` (metered period) or `one_shot`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    subscription_id: str | None
    """Id of the subscription. Starts with `sub_`; `null` for one-off payments."""
    one_shot_payment_id: str | None
    """Id of the one-off payment. Starts with `osp_`; `null` for subscriptions."""
    payment_id: str | None
    """Id of the payment that paid the invoice; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    tax_behavior: str
    """`inclusive` (the amounts of the lines include tax) or `exclusive` (tax is added to them)."""
    lines: list[InvoiceLine]
    """What is charged, one entry per line of the invoice."""
    subtotal_cents: int
    """Sum of `amount_cents` of all lines, in cents, before discount."""
    discount_cents: int
    """Sum of `discount_cents` of all lines, in cents."""
    tax_cents: int
    """Sum of the tax of all rates, in cents."""
    total_cents: int
    """Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`."""
    amount_paid_cents: int
    """Amount paid so far, in cents. Refunds do not reduce it."""
    amount_due_cents: int
    """Unpaid amount in cents: `total_cents` minus `amount_paid_cents`."""
    amount_credited_cents: int
    """Sum of the credit notes of the invoice, in cents."""
    tax: list[TaxSum]
    """Tax per rate; empty if no tax applies."""
    reverse_charge: bool
    """True if the buyer owes the tax in another EU country, so that no tax is charged."""
    seller: InvoiceSeller
    """Details of the account when the charge started. They never change."""
    buyer: InvoiceBuyer
    """Details of the customer when the charge started. A purge of the customer does not erase what the law requires."""
    period_start: int | None
    """Unix time in seconds when the invoiced period starts; `null` for one-off payments."""
    period_end: int | None
    """Unix time in seconds when the invoiced period ends; `null` for one-off payments."""
    issued_at: int
    """Unix time in seconds when the invoice was issued."""
    paid_at: int | None
    """Unix time in seconds when the invoice was paid; `null` until then."""
    voided_at: int | None
    """Unix time in seconds when the invoice was voided; `null` if it was not."""
    next_payment_attempt: int | None
    """Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled."""
    e_invoice: EInvoice
    """The e-invoice of the document: format, status and missing fields."""


class InvoiceBuyer(TypedDict):
    name: str | None
    """Name of the buyer; `null` if it was unknown."""
    email: str | None
    """Email address of the buyer; `null` if it was unknown."""
    address: Address | None
    """Billing address of the buyer; `null` if it was unknown."""
    country_code: str | None
    """Country of the buyer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    vat_number: str | None
    """VAT number of the buyer with its country prefix; `null` if the customer had none."""
    vat_name: str | None
    """Name under which the VAT number is registered; `null` if there is no number or no registered name."""


class InvoiceCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["invoice.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Invoice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class InvoiceLine(TypedDict):
    type: str
    """What the line charges: `subscription` (a period), `usage`, `one_shot`, `proration_charge` and `proration_credit` (rest of a period at the new and the old price of a plan change) or `carried_credit` (credit of an earlier plan change)."""
    description: str
    """Text of the line as printed on the invoice."""
    quantity: str
    """Number of units, as a decimal string."""
    unit_amount_decimal: str | None
    """Price of one unit for a full period in cents, as a decimal string; `null` for credit. For a part of a period (plan change) and in the credit note of a partial refund, `amount_cents` is less than `quantity` times this price."""
    amount_cents: int
    """Amount of the line in cents, before discount; negative for credit. For a tier of a metered price, it contains the flat fee."""
    discount_cents: int
    """Discount on the line in cents; 0 if there is none."""
    price_id: str | None
    """Id of the price that the line charges. Starts with `price_`; `null` for one-off payments and credit."""
    tax_rate_basis_points: int
    """Tax rate of the line in hundredths of a percent: 2100 is 21 %. 0: no tax, or reverse charge."""
    period_start: int | None
    """Unix time in seconds when the charged service starts; `null` for one-off payments and carried credit."""
    period_end: int | None
    """Unix time in seconds when the charged service ends; `null` for one-off payments and carried credit."""


class InvoiceList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Invoice]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class InvoiceMarkedUncollectibleEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["invoice.marked_uncollectible"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Invoice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: InvoicePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class InvoicePaidEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["invoice.paid"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Invoice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: InvoicePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class InvoicePaymentFailedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["invoice.payment_failed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Invoice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: InvoicePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class InvoicePreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the invoice. Starts with `inv_`."""
    object: NotRequired[Literal["invoice"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    number: NotRequired[str]
    """Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode."""
    status: NotRequired[str]
    """`open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry)."""
    billing_reason: NotRequired[str]
    """Why the invoice was issued: `subscription_create` (first period), `subscription_cycle` (renewal), `subscription_update` (plan change or resumption), `usage` (metered period) or `one_shot`."""
    customer_id: NotRequired[str]
    """Id of the customer. Starts with `cus_`."""
    subscription_id: NotRequired[str | None]
    """Id of the subscription. Starts with `sub_`; `null` for one-off payments."""
    one_shot_payment_id: NotRequired[str | None]
    """Id of the one-off payment. Starts with `osp_`; `null` for subscriptions."""
    payment_id: NotRequired[str | None]
    """Id of the payment that paid the invoice; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt."""
    currency: NotRequired[str]
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    tax_behavior: NotRequired[str]
    """`inclusive` (the amounts of the lines include tax) or `exclusive` (tax is added to them)."""
    lines: NotRequired[list[InvoiceLine]]
    """What is charged, one entry per line of the invoice."""
    subtotal_cents: NotRequired[int]
    """Sum of `amount_cents` of all lines, in cents, before discount."""
    discount_cents: NotRequired[int]
    """Sum of `discount_cents` of all lines, in cents."""
    tax_cents: NotRequired[int]
    """Sum of the tax of all rates, in cents."""
    total_cents: NotRequired[int]
    """Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`."""
    amount_paid_cents: NotRequired[int]
    """Amount paid so far, in cents. Refunds do not reduce it."""
    amount_due_cents: NotRequired[int]
    """Unpaid amount in cents: `total_cents` minus `amount_paid_cents`."""
    amount_credited_cents: NotRequired[int]
    """Sum of the credit notes of the invoice, in cents."""
    tax: NotRequired[list[TaxSum]]
    """Tax per rate; empty if no tax applies."""
    reverse_charge: NotRequired[bool]
    """True if the buyer owes the tax in another EU country, so that no tax is charged."""
    seller: NotRequired[InvoiceSeller]
    """Details of the account when the charge started. They never change."""
    buyer: NotRequired[InvoiceBuyer]
    """Details of the customer when the charge started. A purge of the customer does not erase what the law requires."""
    period_start: NotRequired[int | None]
    """Unix time in seconds when the invoiced period starts; `null` for one-off payments."""
    period_end: NotRequired[int | None]
    """Unix time in seconds when the invoiced period ends; `null` for one-off payments."""
    issued_at: NotRequired[int]
    """Unix time in seconds when the invoice was issued."""
    paid_at: NotRequired[int | None]
    """Unix time in seconds when the invoice was paid; `null` until then."""
    voided_at: NotRequired[int | None]
    """Unix time in seconds when the invoice was voided; `null` if it was not."""
    next_payment_attempt: NotRequired[int | None]
    """Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled."""
    e_invoice: NotRequired[EInvoice]
    """The e-invoice of the document: format, status and missing fields."""


class InvoiceSeller(TypedDict):
    name: str
    """Name of the account."""
    legal_name: str | None
    """Legal name of the seller; `null` if the billing profile had none."""
    email: str | None
    """Email address of the seller; `null` if the account had none."""
    address: Address | None
    """Address of the seller; `null` if the billing profile had none."""
    country_code: str | None
    """Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    vat_id: str | None
    """VAT id of the seller with its country prefix; `null` if the billing profile had none."""
    registration_number: str | None
    """Number of the seller in the company register; `null` if the billing profile had none."""
    phone: str | None
    """Telephone number of the seller; `null` if the billing profile had none."""


class InvoiceTotal(TypedDict):
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    count: int
    """Number of invoices."""
    total_cents: int
    """Sum of `total_cents` of the invoices, in cents."""
    tax_cents: int
    """Sum of `tax_cents` of the invoices, in cents."""
    amount_paid_cents: int
    """Sum of `amount_paid_cents` of the invoices, in cents."""
    amount_due_cents: int
    """What customers still owe: sum of `amount_due_cents` of the open invoices, in cents."""
    amount_credited_cents: int
    """Sum of `amount_credited_cents` of the invoices, in cents."""


class InvoiceTotals(TypedDict):
    object: Literal["invoice_totals"]
    """Type of the object."""
    data: list[InvoiceTotal]
    """One entry per currency; empty if there are no invoices."""


class InvoiceUpcomingEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["invoice.upcoming"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: UpcomingInvoice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class InvoiceVoidedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["invoice.voided"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Invoice
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: InvoicePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class InvoiceWithTaxEvidence(TypedDict):
    id: str
    """Id of the invoice. Starts with `inv_`."""
    object: Literal["invoice"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    number: str
    """Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode."""
    status: str
    """`open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry)."""
    billing_reason: str
    """Why the invoice was issued: `subscription_create` (first period), `subscription_cycle` (renewal), `subscription_update` (plan change or resumption), `usage` (metered period) or `one_shot`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    subscription_id: str | None
    """Id of the subscription. Starts with `sub_`; `null` for one-off payments."""
    one_shot_payment_id: str | None
    """Id of the one-off payment. Starts with `osp_`; `null` for subscriptions."""
    payment_id: str | None
    """Id of the payment that paid the invoice; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    tax_behavior: str
    """`inclusive` (the amounts of the lines include tax) or `exclusive` (tax is added to them)."""
    lines: list[InvoiceLine]
    """What is charged, one entry per line of the invoice."""
    subtotal_cents: int
    """Sum of `amount_cents` of all lines, in cents, before discount."""
    discount_cents: int
    """Sum of `discount_cents` of all lines, in cents."""
    tax_cents: int
    """Sum of the tax of all rates, in cents."""
    total_cents: int
    """Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`."""
    amount_paid_cents: int
    """Amount paid so far, in cents. Refunds do not reduce it."""
    amount_due_cents: int
    """Unpaid amount in cents: `total_cents` minus `amount_paid_cents`."""
    amount_credited_cents: int
    """Sum of the credit notes of the invoice, in cents."""
    tax: list[TaxSum]
    """Tax per rate; empty if no tax applies."""
    reverse_charge: bool
    """True if the buyer owes the tax in another EU country, so that no tax is charged."""
    seller: InvoiceWithTaxEvidenceSeller
    """Details of the account when the charge started. They never change."""
    buyer: InvoiceWithTaxEvidenceBuyer
    """Details of the customer when the charge started. A purge of the customer does not erase what the law requires."""
    period_start: int | None
    """Unix time in seconds when the invoiced period starts; `null` for one-off payments."""
    period_end: int | None
    """Unix time in seconds when the invoiced period ends; `null` for one-off payments."""
    issued_at: int
    """Unix time in seconds when the invoice was issued."""
    paid_at: int | None
    """Unix time in seconds when the invoice was paid; `null` until then."""
    voided_at: int | None
    """Unix time in seconds when the invoice was voided; `null` if it was not."""
    next_payment_attempt: int | None
    """Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled."""
    e_invoice: EInvoice
    """The e-invoice of the document: format, status and missing fields."""
    document: NotRequired[DocumentTexts]
    """The texts of the PDF, in the customer's language, with `expand=document`; absent otherwise."""
    tax_evidence: NotRequired[TaxEvidence | None]
    """Evidence of the location of a consumer, with `expand=tax_evidence`; absent otherwise. `null`: none was needed or collected, or nothing was charged."""


class InvoiceWithTaxEvidenceBuyer(TypedDict):
    name: str | None
    """Name of the buyer; `null` if it was unknown."""
    email: str | None
    """Email address of the buyer; `null` if it was unknown."""
    address: Address | None
    """Billing address of the buyer; `null` if it was unknown."""
    country_code: str | None
    """Country of the buyer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    vat_number: str | None
    """VAT number of the buyer with its country prefix; `null` if the customer had none."""
    vat_name: str | None
    """Name under which the VAT number is registered; `null` if there is no number or no registered name."""


class InvoiceWithTaxEvidenceSeller(TypedDict):
    name: str
    """Name of the account."""
    legal_name: str | None
    """Legal name of the seller; `null` if the billing profile had none."""
    email: str | None
    """Email address of the seller; `null` if the account had none."""
    address: Address | None
    """Address of the seller; `null` if the billing profile had none."""
    country_code: str | None
    """Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    vat_id: str | None
    """VAT id of the seller with its country prefix; `null` if the billing profile had none."""
    registration_number: str | None
    """Number of the seller in the company register; `null` if the billing profile had none."""
    phone: str | None
    """Telephone number of the seller; `null` if the billing profile had none."""


class Issuer(TypedDict):
    id: str
    """Id of the bank, to send as `issuer`."""
    name: str
    """Name of the bank for the buyer."""


Journal = TypedDict(
    "Journal",
    {
        "object": "Literal[\"journal\"]",
        "livemode": "bool",
        "from": "str",
        "to": "str",
        "entries": "list[JournalEntry]",
        "totals": "list[JournalTotal]",
        "deferred_revenue": "list[JournalDeferredRevenue]",
    },
)


class JournalDeferredRevenue(TypedDict):
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    month: str
    """Month in UTC at whose end the revenue is recognized, such as `2026-11`."""
    amount_cents: int
    """Revenue in cents."""


class JournalEntry(TypedDict):
    kind: str
    """Cause of the entry: a document was issued or voided (`invoice_issued`, `invoice_voided`, `credit_note_issued`), or money was received or returned (`payment`, `refund`, `refund_reversed`, `chargeback`, `chargeback_reversed`). `revenue_recognized`: the end of a month, when revenue of a period that was paid in advance is earned."""
    at: int
    """Unix time in seconds."""
    document_id: str
    """Id of the invoice, credit note, payment, refund or dispute."""
    number: str | None
    """Number of the invoice or credit note; for a payment or dispute, the number of the paid invoice. `null`: none."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    postings: list[JournalPosting]
    """Debits and credits of the entry; their amounts add up to 0."""


class JournalPosting(TypedDict):
    account: str
    """`receivables`: unpaid invoices. `deferred_revenue`: revenue of periods that have not ended. `customer_credit`: credit that plan changes carried to later invoices, without its VAT. `provider_cash`: money at the payment provider, without its fees and payouts. `overpayments`: payments that paid no invoice and are owed to the customer. `chargebacks`: money that open disputes took."""
    country_code: str | None
    """Country of the VAT; `null` for accounts other than `vat`, or if it is unknown."""
    rate_basis_points: int | None
    """VAT rate in hundredths of a percent; `null` for accounts other than `vat`."""
    amount_cents: int
    """Positive: debit. Negative: credit. Never 0."""


class JournalTotal(TypedDict):
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    account: str
    """`receivables`: unpaid invoices. `deferred_revenue`: revenue of periods that have not ended. `customer_credit`: credit that plan changes carried to later invoices, without its VAT. `provider_cash`: money at the payment provider, without its fees and payouts. `overpayments`: payments that paid no invoice and are owed to the customer. `chargebacks`: money that open disputes took."""
    debit_cents: int
    """Sum of the debits, in cents."""
    credit_cents: int
    """Sum of the credits as a positive number, in cents."""


class ListSummary(TypedDict):
    statuses: list[StatusCount]
    """Number of objects by status, with all filters of the list except the one by status; empty if the list has no filter by status. Objects that were created a moment ago can be missing."""
    totals: list[AmountTotal] | None
    """Sums with all filters of the list, one entry per currency. `null` if the list has more than 5000 objects, and for lists without amounts. The sums of invoices: `GET /v1/invoices/totals`."""


class ListedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    type: str
    """Type of the event, such as `invoice.paid`."""
    data: dict[str, Any]
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""
    customer: NotRequired[CustomerSummary | None]
    """The customer of the event, only with `expand=customer`; `null` for events that concern no customer, and if the customer is deleted."""


class Meter(TypedDict):
    id: str
    """Id of the meter. Starts with `mtr_`."""
    object: Literal["meter"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    event_name: str
    """Name of the usage events that the meter counts."""
    aggregation: str
    """Quantity of a period: `sum` of the values, `count` of the events, `max` (the highest value), `last` (the value of the latest event), or `unique` (number of different values)."""
    value_key: str | None
    """Property of the event that contains the value; `null`: the `value` of the event, or no value for `count`."""
    filters: list[MeterFilter]
    """An event is counted if it passes all filters; `[]`: every event is counted."""
    status: str
    """`active`, or `inactive`: new prices cannot refer to the meter; existing prices are still billed from it."""


class MeterCreateFilterParams(TypedDict):
    key: str
    """Property of the event."""
    values: Sequence[str]
    """The event is counted if the property has one of these values."""


class MeterCreateParams(TypedDict):
    event_name: str
    """Name of the usage events to count."""
    aggregation: str
    """Quantity of a period: `sum` of the values, `count` of the events, `max` (the highest value), `last` (the value of the latest event), or `unique` (number of different values)."""
    value_key: NotRequired[str | None]
    """Property that contains the value; required for `unique`, not allowed for `count`. Default: `null`, the `value` of the event."""
    filters: NotRequired[Sequence[MeterCreateFilterParams] | None]
    """An event is counted if it passes all filters. Default: none."""


class MeterFilter(TypedDict):
    key: str
    """Property of the event."""
    values: list[str]
    """The event is counted if the property has one of these values."""


class MeterList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Meter]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class MeterUpdateParams(TypedDict):
    status: NotRequired[str]
    """`active`, or `inactive` to prevent new prices with the meter."""


class Metrics(TypedDict):
    object: Literal["metrics"]
    """Type of the object."""
    interval: str
    """Length of the periods: `day` or `month`."""
    data: list[MetricsPeriod]
    """One entry per period and currency."""


class MetricsPeriod(TypedDict):
    object: Literal["metrics.period"]
    """Type of the object."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    period: str
    """The period in UTC: `2026-11` for a month, `2026-11-24` for a day."""
    period_start: int
    """Unix time in seconds of the first second of the period."""
    period_end: int
    """Unix time in seconds of the first second of the next period."""
    mrr_cents: int
    """Monthly recurring revenue in cents at the end of the period."""
    mrr_movements: MrrMovements
    """What changed the MRR in the period."""
    active_subscriptions: int
    """Subscriptions at the end of the period that are active or past due; those in a trial, paused or canceled do not count."""
    trialing_subscriptions: int
    """Subscriptions at the end of the period that are in a trial, or whose first charge after the trial is not paid yet."""
    new_subscriptions: int
    """Subscriptions that became active in the period for the first time."""
    churned_subscriptions: int
    """Active subscriptions that were canceled or paused in the period."""
    revenue_cents: int
    """Sum of the payments that succeeded in the period, in cents, including tax."""
    refunded_cents: int
    """Sum of the refunds that succeeded in the period, in cents."""
    disputed_cents: int
    """Sum of the chargebacks of the period minus reversed chargebacks, in cents."""
    net_revenue_cents: int
    """`revenue_cents` minus `refunded_cents` and `disputed_cents`, in cents."""
    succeeded_payments: int
    """Number of payments that succeeded in the period."""
    failed_payments: int
    """Number of payments that failed in the period."""


class MissingField(TypedDict):
    field: str
    """Path of the field, such as `customer.e_invoicing.buyer_reference`."""
    rule: str
    """Id of the violated rule, such as `BR-DE-15`."""
    message: str
    """What to add."""


class MrrMovements(TypedDict):
    new_cents: int
    """MRR in cents of subscriptions that began, or whose first charge after a trial was paid."""
    expansion_cents: int
    """Increase of MRR in cents of active subscriptions, such as upgrades."""
    contraction_cents: int
    """Decrease of MRR in cents of active subscriptions, such as downgrades; zero or negative."""
    churn_cents: int
    """Lost MRR in cents of subscriptions that were canceled or paused; zero or negative."""
    reactivation_cents: int
    """MRR in cents of paused subscriptions that were resumed."""


class OnboardingActivation(TypedDict):
    object: Literal["onboarding.activation"]
    """Type of the object."""
    steps: list[OnboardingActivationStep]
    """The steps from a new account to live payments, in the usual order."""
    completed: int
    """Number of completed steps."""
    total: int
    """Number of steps."""
    ready_for_live: bool
    """True if the account can take and invoice live payments."""
    payment_provider_connected: bool
    """True if a payment provider account is connected in live mode."""
    has_product: bool
    """True if the account has a product, in either mode."""
    has_price: bool
    """True if the account has a price, in either mode."""
    domain_verified: bool
    """True if the account uses a custom domain."""
    has_test_payment: bool
    """True if a payment succeeded in test mode."""
    has_webhook: bool
    """True if the account has a webhook endpoint, in either mode."""


class OnboardingActivationStep(TypedDict):
    key: str
    """Name of the step, such as `product_created`."""
    done: bool
    """True if the step is completed."""


class OneShotPayment(TypedDict):
    id: str
    """Id of the one-off payment. Starts with `osp_`."""
    object: Literal["one_shot_payment"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    status: str
    """`open` (to be paid), `pending` (the payment has no outcome yet), `succeeded`, `failed`, `canceled` (by the buyer), `expired` or `refunded` (in full)."""
    amount_cents: int
    """Requested amount in cents. If the account adds tax to its prices, the buyer pays the tax on top."""
    amount_refunded_cents: int
    """Sum of the succeeded refunds, in cents."""
    amount_disputed_cents: int
    """Sum of the open disputes, in cents; 0 if there are none."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    description: str
    """What is sold, shown to the buyer and printed on the invoice."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    payment_id: str | None
    """Id of the succeeded payment; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt."""
    invoice_id: str | None
    """Id of the invoice, issued when the payment succeeds. Starts with `inv_`; `null` until then."""
    payment_method: str | None
    """The payment method that was used; until the payment succeeds, the only one that the buyer can use. `null`: the buyer chooses."""
    ui_mode: str
    """`hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page)."""
    url: str | None
    """URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`."""
    client_secret: str | None
    """Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded one-off payment contains it; `null` otherwise."""
    success_url: str | None
    """URL to which the buyer returns after paying; `null` if none was set."""
    cancel_url: str | None
    """URL to which the buyer returns without paying; `null` if none was set."""
    expires_at: int | None
    """Unix time in seconds when the one-off payment expires if it is not paid, 24 hours after its creation; never `null`."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class OneShotPaymentCreateParams(TypedDict):
    amount_cents: int
    """Amount in cents. If the account adds tax to its prices, the buyer pays the tax on top."""
    currency: str
    """Three-letter ISO 4217 code, in upper or lower case."""
    description: str
    """What is sold, shown to the buyer and printed on the invoice."""
    customer_id: NotRequired[str | None]
    """Id of the buying customer. Default: a customer is created."""
    customer_email: NotRequired[str | None]
    """Email address of the created customer; not allowed with `customer_id`. Default: `null`."""
    customer_name: NotRequired[str | None]
    """Name of the created customer; not allowed with `customer_id`. Default: `null`."""
    country: NotRequired[str | None]
    """Country of the created customer, in two capital letters; not allowed with `customer_id`. Default: `null`."""
    success_url: NotRequired[str | None]
    """URL to which the buyer returns after paying. Required with `ui_mode` `hosted`."""
    cancel_url: NotRequired[str | None]
    """URL to which the buyer returns without paying. Required with `ui_mode` `hosted`."""
    payment_method: NotRequired[str | None]
    """Payment method that the buyer uses: required with `ui_mode` `hosted`, not allowed with `embedded`. `directdebit` cannot be used."""
    ui_mode: NotRequired[str]
    """`hosted` (the buyer pays on a page of the service) or `embedded` (in the payment element on your page). Default: `hosted`."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class OneShotPaymentFailedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["one_shot_payment.failed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: OneShotPayment
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: OneShotPaymentPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class OneShotPaymentList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[OneShotPayment]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class OneShotPaymentPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the one-off payment. Starts with `osp_`."""
    object: NotRequired[Literal["one_shot_payment"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    status: NotRequired[str]
    """`open` (to be paid), `pending` (the payment has no outcome yet), `succeeded`, `failed`, `canceled` (by the buyer), `expired` or `refunded` (in full)."""
    amount_cents: NotRequired[int]
    """Requested amount in cents. If the account adds tax to its prices, the buyer pays the tax on top."""
    amount_refunded_cents: NotRequired[int]
    """Sum of the succeeded refunds, in cents."""
    amount_disputed_cents: NotRequired[int]
    """Sum of the open disputes, in cents; 0 if there are none."""
    currency: NotRequired[str]
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    description: NotRequired[str]
    """What is sold, shown to the buyer and printed on the invoice."""
    customer_id: NotRequired[str]
    """Id of the customer. Starts with `cus_`."""
    payment_id: NotRequired[str | None]
    """Id of the succeeded payment; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt."""
    invoice_id: NotRequired[str | None]
    """Id of the invoice, issued when the payment succeeds. Starts with `inv_`; `null` until then."""
    payment_method: NotRequired[str | None]
    """The payment method that was used; until the payment succeeds, the only one that the buyer can use. `null`: the buyer chooses."""
    ui_mode: NotRequired[str]
    """`hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page)."""
    url: NotRequired[str | None]
    """URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`."""
    client_secret: NotRequired[str | None]
    """Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded one-off payment contains it; `null` otherwise."""
    success_url: NotRequired[str | None]
    """URL to which the buyer returns after paying; `null` if none was set."""
    cancel_url: NotRequired[str | None]
    """URL to which the buyer returns without paying; `null` if none was set."""
    expires_at: NotRequired[int | None]
    """Unix time in seconds when the one-off payment expires if it is not paid, 24 hours after its creation; never `null`."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class OneShotPaymentRefundedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["one_shot_payment.refunded"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: OneShotPayment
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: OneShotPaymentPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class OneShotPaymentSucceededEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["one_shot_payment.succeeded"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: OneShotPayment
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: OneShotPaymentPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class OrderButton(TypedDict):
    order_text_required: bool
    """True if the button must have only the text that consumer law requires, `Zahlungspflichtig bestellen` or its translation: you or the buyer are in Germany or Austria, or the sale is a trial for a consumer in the EU."""
    asks_immediate_service: bool
    """True if the element asks whether the service is to begin before the withdrawal period ends."""
    terms_url: str | None
    """URL of your terms; `null`: none."""
    privacy_url: str | None
    """URL of your privacy policy; `null`: none."""
    withdrawal_url: str | None
    """URL of your information about the right of withdrawal; `null`: none."""


class Payment(TypedDict):
    id: str
    """Id of the payment. Starts with `pay_`."""
    object: Literal["payment"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    type: str
    """`initial` (first payment of a checkout), `setup` (verification of a payment method), `renewal` (also the resumption of a paused subscription), `plan_change`, `usage` or `one_shot`."""
    status: str
    """`pending`, `succeeded`, `failed` or `canceled` (also if the buyer did not pay in time)."""
    amount_cents: int
    """Charged amount in cents, with tax."""
    amount_refunded_cents: int
    """Sum of the pending and succeeded refunds, in cents."""
    amount_disputed_cents: int
    """Sum of the open disputes, in cents."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    subscription_id: NotRequired[str | None]
    """Id of the subscription. Starts with `sub_`; `null` if the payment is not for a subscription. Absent on the first payment of a checkout until the subscription exists."""
    invoice_id: str | None
    """Id of the paid invoice. Starts with `inv_`; `null` if there is none, as for verification charges."""
    checkout_session_id: str | None
    """Id of the checkout session that the buyer paid. Starts with `cs_`; `null` for other payments."""
    one_shot_payment_id: str | None
    """Id of the one-off payment that the buyer paid. Starts with `osp_`; `null` for other payments."""
    payment_method: PaymentMethod | None
    """The payment method; `null` while it is unknown."""
    failure_code: str | None
    """Why the payment failed, such as `insufficient_funds`, `card_expired` or `mandate_gone`; codes of the payment provider are passed on. `null` if it did not fail or the reason is unknown."""
    failure_message: str | None
    """Explanation of the failure by the payment provider; `null` if there is none."""
    paid_at: int | None
    """Unix time in seconds when the payment succeeded; `null` until then."""
    refund_eligibility: RefundEligibility | None
    """With `expand=refund_eligibility`: whether the payment can be refunded. Otherwise `null`."""


class PaymentFailedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["payment.failed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Payment
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: PaymentPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class PaymentLink(TypedDict):
    id: str
    """Id of the payment link. Starts with `plink_`."""
    object: Literal["payment_link"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    active: bool
    """False: the page says that nothing is sold here."""
    url: str
    """Permanent URL of the page. Everyone who has it can buy."""
    price_id: str
    """Id of the price that is sold. Starts with `price_`."""
    coupon_code: str | None
    """Code of the coupon that buyers get. While it cannot be used, the link sells at the full price. `null`: none."""
    trial_days_override: int | None
    """Length of the trial in days, instead of `trial_days` of the price; `null`: that of the price."""
    payment_method: str | None
    """The only payment method that buyers can use; `null`: they choose."""
    success_url: str | None
    """URL to which buyers return after paying; `null`: a page of the service thanks them."""
    cancel_url: str | None
    """URL to which buyers return without paying; `null`: the page of the link."""
    max_sales: int | None
    """Maximum number of sales. An open checkout session counts until it expires. `null`: without limit."""
    sales_count: NotRequired[int]
    """Number of completed and open checkout sessions, when the link is retrieved; absent without `max_sales`. At the maximum, nothing is sold."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""
    max_amount_cents: NotRequired[int]
    """`max_amount_cents` of the sold subscriptions: limit in cents on the usage of a period; absent if there is none."""


class PaymentLinkCreateParams(TypedDict):
    price_id: str
    """Id of the price to sell. It and its product must be active."""
    coupon_code: NotRequired[str | None]
    """Code of a coupon for all buyers. If it can no longer be used, the link sells at the full price. Default: none."""
    trial_days_override: NotRequired[int | None]
    """Length of the trial in days, instead of `trial_days` of the price; 0: no trial. Default: `trial_days` of the price."""
    max_amount_cents: NotRequired[int | None]
    """For a metered price: `max_amount_cents` of the subscriptions that buyers get. Default: none."""
    payment_method: NotRequired[str | None]
    """The only payment method that buyers can use. Default: they choose."""
    success_url: NotRequired[str | None]
    """URL to which buyers return after paying. The id of the session replaces `{CHECKOUT_SESSION_ID}`. `null`: a page of the service thanks them."""
    cancel_url: NotRequired[str | None]
    """URL to which buyers return without paying. `null`: the page of the link."""
    max_sales: NotRequired[int | None]
    """Maximum number of sales. An open checkout session counts until it expires. Default: no limit; a limit cannot be added later."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class PaymentLinkList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[PaymentLink]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class PaymentLinkUpdateParams(TypedDict):
    active: NotRequired[bool]
    """False ends the sale, true starts it again."""
    success_url: NotRequired[str | None]
    """URL to which buyers return after paying. The id of the session replaces `{CHECKOUT_SESSION_ID}`. `null`: a page of the service thanks them."""
    cancel_url: NotRequired[str | None]
    """URL to which buyers return without paying. `null`: the page of the link."""
    max_sales: NotRequired[int]
    """Maximum number of sales, if the link was created with a limit."""
    metadata: NotRequired[Mapping[str, str]]
    """Your own data, as keys with string values. Replaces all keys; if omitted, they do not change."""


class PaymentList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Payment]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class PaymentMethod(TypedDict):
    type: str
    """Payment method, such as `creditcard`, `directdebit`, `ideal` or `paypal`."""
    brand: str | None
    """Brand of the card, such as `Visa`; `null` if the payment method is not a card."""
    last4: str | None
    """Last four digits of the card number; `null` if the payment method is not a card."""
    exp_month: int | None
    """Month in which the card expires, 1 to 12; `null` if the payment method is not a card."""
    exp_year: int | None
    """Year in which the card expires, such as 2031; `null` if the payment method is not a card."""


class PaymentMethodCapability(TypedDict):
    id: str
    """Payment method, such as `creditcard`."""
    recurring: bool
    """True if the method can start a subscription."""
    currencies: list[str]
    """Currencies that the method accepts, as ISO 4217 codes."""


class PaymentPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the payment. Starts with `pay_`."""
    object: NotRequired[Literal["payment"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    type: NotRequired[str]
    """`initial` (first payment of a checkout), `setup` (verification of a payment method), `renewal` (also the resumption of a paused subscription), `plan_change`, `usage` or `one_shot`."""
    status: NotRequired[str]
    """`pending`, `succeeded`, `failed` or `canceled` (also if the buyer did not pay in time)."""
    amount_cents: NotRequired[int]
    """Charged amount in cents, with tax."""
    amount_refunded_cents: NotRequired[int]
    """Sum of the pending and succeeded refunds, in cents."""
    amount_disputed_cents: NotRequired[int]
    """Sum of the open disputes, in cents."""
    currency: NotRequired[str]
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    customer_id: NotRequired[str]
    """Id of the customer. Starts with `cus_`."""
    subscription_id: NotRequired[str | None]
    """Id of the subscription. Starts with `sub_`; `null` if the payment is not for a subscription. Absent on the first payment of a checkout until the subscription exists."""
    invoice_id: NotRequired[str | None]
    """Id of the paid invoice. Starts with `inv_`; `null` if there is none, as for verification charges."""
    checkout_session_id: NotRequired[str | None]
    """Id of the checkout session that the buyer paid. Starts with `cs_`; `null` for other payments."""
    one_shot_payment_id: NotRequired[str | None]
    """Id of the one-off payment that the buyer paid. Starts with `osp_`; `null` for other payments."""
    payment_method: NotRequired[PaymentMethod | None]
    """The payment method; `null` while it is unknown."""
    failure_code: NotRequired[str | None]
    """Why the payment failed, such as `insufficient_funds`, `card_expired` or `mandate_gone`; codes of the payment provider are passed on. `null` if it did not fail or the reason is unknown."""
    failure_message: NotRequired[str | None]
    """Explanation of the failure by the payment provider; `null` if there is none."""
    paid_at: NotRequired[int | None]
    """Unix time in seconds when the payment succeeded; `null` until then."""
    refund_eligibility: NotRequired[RefundEligibility | None]
    """With `expand=refund_eligibility`: whether the payment can be refunded. Otherwise `null`."""


class PaymentSucceededEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["payment.succeeded"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Payment
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: PaymentPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class Ping(TypedDict):
    object: Literal["ping"]
    """Type of the object."""
    livemode: bool | None
    """Mode of the API key: true in live mode, false in test mode. `null` without a key."""
    scopes: list[str] | None
    """What the API key is allowed to do, such as `customers:read`; `*` allows everything. `null` without a key."""
    time: int
    """Unix time in seconds of the response, in real time."""


class PlanChangePreview(TypedDict):
    object: Literal["plan_change_preview"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the subscription. Starts with `sub_`."""
    price_id: str
    """Id of the new price. Starts with `price_`."""
    proration_at: int
    """Unix time in seconds for which the amounts are computed. A change at this second charges exactly these amounts."""
    credit_cents: int
    """Value of the unused part of the paid period in cents, before tax if prices are `exclusive` of tax."""
    charge_cents: int
    """Charge in cents for the rest of the period at the new price, and for usage that is not billed yet; after discount, before tax if prices are `exclusive` of tax."""
    tax_cents: int
    """Tax of the amount due now, in cents."""
    amount_due_now_cents: int
    """Amount in cents that the change charges now, after credit and with tax; 0 if nothing is due."""
    carried_credit_cents: int
    """Credit in cents that is left for the next invoices after the change."""
    next_charge_amount_cents: int | None
    """Amount of the next renewal in cents, with discount, carried credit and tax; `null` for a metered price or if no renewal follows."""
    next_period_start: int
    """Unix time in seconds when the period of the next charge starts."""
    next_period_end: int
    """Unix time in seconds when the period of the next charge ends."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    lines: list[InvoiceLine]
    """Lines of the invoice of the change; empty if there is none."""


class PortalAddMethodParams(TypedDict):
    method: str
    """Payment method to add."""
    card_token: NotRequired[str | None]
    """Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider."""
    issuer: NotRequired[str | None]
    """Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider."""


class PortalApplyCouponParams(TypedDict):
    code: str
    """Promotion code, in upper or lower case."""


class PortalBranding(TypedDict):
    id: str
    """Id of the account. Starts with `acct_`."""
    object: Literal["portal_branding"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """Always true: both modes share the branding."""
    display_name: str | None
    """Name shown on the pages; `null`: the name of the account."""
    logo_url: str | None
    """URL of the logo on the pages; `null`: none."""
    icon_url: str | None
    """URL of the small icon of the pages; `null`: none."""
    primary_color: str | None
    """Color of buttons and links, in the form `#rrggbb`; `null`: the default color."""
    background_color: str | None
    """Color of the background, in the form `#rrggbb`; `null`: the default color."""
    support_email: str | None
    """Email address for questions of customers; `null`: the email address of the account."""
    support_url: str | None
    """URL of your support page; `null`: none."""
    privacy_url: str | None
    """URL of your privacy policy; `null`: none."""
    terms_url: str | None
    """URL of your terms; `null`: none."""
    withdrawal_url: NotRequired[str]
    """URL of your information about the right of withdrawal; absent: none."""
    contrast_warnings: list[PortalBrandingContrastWarning]
    """Colors that are hard to read on the background; empty if there are none. Links use `suggested_color`, buttons the color itself."""
    plans: str | list[str]
    """Prices that customers can change to in the portal: `same_product` (those of the same product), `all`, or a list of price ids."""


class PortalBrandingContrastWarning(TypedDict):
    param: str
    """Field of the color."""
    contrast_ratio: float
    """Contrast of the color with the background, from 1 to 21. Text needs 4.5 (WCAG 2.2)."""
    suggested_color: str
    """The nearest readable color, in the form `#rrggbb`."""


class PortalCancelParams(TypedDict):
    reason: NotRequired[str]
    """Why the customer cancels. Default: none; then `cancellation_reason` is `requested`. Refused with `withdraw`."""
    withdraw: NotRequired[bool]
    """True withdraws from the contract, which is possible until `withdrawal.until` of the subscription, and sets `cancellation_reason` to `withdrawn`. Default: false."""


class PortalChargedPrice(TypedDict):
    amount_cents: int | None
    """Amount per period in cents; `null` for metered prices."""
    unit_amount_decimal: str | None
    """Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers."""


class PortalCustomer(TypedDict):
    id: str
    """Id of the customer. Starts with `cus_`."""
    object: Literal["portal.customer"]
    """Type of the object."""
    name: str | None
    """Name of the customer, printed on invoices; `null` if unknown."""
    email: str | None
    """Email address for invoices and notices; `null` if unknown."""
    pending_email: str | None
    """New email address that the customer has not approved yet; `null` if there is none."""
    country_code: str | None
    """Billing country of the customer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown."""
    address: Address | None
    """Billing address, printed on invoices; `null` if unknown."""
    language: str | None
    """Language of emails and invoices, as a BCP 47 tag such as `nl`; `null` if unknown."""
    vat_number: str | None
    """Verified VAT number with its country prefix; `null` if none is set."""
    e_invoicing: NotRequired[PortalEInvoicing]
    """Settings for e-invoices. Absent if none was set."""


class PortalEInvoicing(TypedDict):
    buyer_reference: str | None
    """Reference that the customer asks for. For German public bodies: the Leitweg-ID. `null` if none was set."""
    electronic_address: ElectronicAddress | None
    """The customer's address in an e-invoicing network such as Peppol; `null` if none was set."""


class PortalEInvoicingParams(TypedDict):
    buyer_reference: NotRequired[str | None]
    """Reference that the customer asks for. For German public bodies: the Leitweg-ID. `null` if none was set."""
    electronic_address: NotRequired[ElectronicAddressParams | None]
    """The customer's address in an e-invoicing network such as Peppol; `null` if none was set."""


class PortalInvoicePayment(TypedDict):
    object: Literal["portal.invoice_payment"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    invoice_id: str
    """Id of the invoice. Starts with `inv_`."""
    payment_id: str | None
    """Id of the payment that charges the invoice; with `requires_action`, of the verification charge. Starts with `pay_`; `null` if there is none."""
    status: str
    """`paid`, `processing` while the payment has no outcome yet, or `requires_action` if the customer must confirm the payment."""
    redirect_url: NotRequired[str]
    """Page of the payment provider on which the customer confirms the payment. Present with `requires_action`."""


class PortalPlan(TypedDict):
    id: str
    """Id of the price. Starts with `price_`."""
    object: Literal["price.summary"]
    """Type of the object."""
    active: bool
    """True if the price can be sold; in a subscription, as of its creation or last plan change."""
    amount_cents: int | None
    """Amount per period in cents; `null` for metered prices."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    interval: str
    """Length of a billing period: `month` or `year`."""
    payment_methods: list[str]
    """Payment methods that buyers can use, such as `creditcard`."""
    product_id: str
    """Id of the product that is sold. Starts with `prod_`."""
    product_name: str
    """Name of the product; in a subscription, as of its creation or last plan change."""
    trial_days: int
    """Length of the free trial of the price in days; 0: no trial."""
    unit_amount_decimal: str | None
    """Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers."""
    usage_type: str
    """`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period)."""
    tax: PortalSessionTax
    """Tax of charges to the customer for this price."""
    charged_price: NotRequired[PortalChargedPrice]
    """The price that is charged under reverse charge: this price minus the tax that it includes. Absent if this price is charged."""


class PortalPlans(TypedDict):
    object: Literal["portal.plans"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: list[PortalPlan]
    """The prices that the subscription can change to."""


class PortalPreviewUpdateParams(TypedDict):
    price_id: str
    """Id of the new price. It must be active and have the currency of the subscription."""
    coupon_code: NotRequired[str | None]
    """Code of a coupon to redeem with the change; it replaces the current discount. Default: none."""


class PortalSession(TypedDict):
    id: str
    """Id of the portal session. Starts with `bps_`."""
    object: Literal["portal.session"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    limited: bool
    """True for the link in an automatic email, such as one about a failed renewal: plan changes, cancellation, coupons and changes of details are refused."""
    expires_at: int
    """Unix time in seconds when the session expires, in real time."""
    return_url: str | None
    """URL that leads back to the site of the seller; `null` for sessions from emails."""
    branding: PortalSessionBranding
    """Name, colors and links of the seller."""
    customer: PortalCustomer
    """The customer of the subscription."""
    can_approve_email: bool
    """True if this session can approve `pending_email` of the customer."""
    subscription: Subscription
    """The subscription of the session."""
    tax: PortalSessionTax
    """Tax of charges to the customer."""
    charged_price: NotRequired[PortalChargedPrice]
    """The price that is charged under reverse charge: the price in `subscription` minus the tax that it includes. Absent if the price in `subscription` is charged."""
    charged_max_amount_cents: NotRequired[int]
    """`max_amount_cents` of the subscription without the tax that its prices include. Present with `charged_price` if there is a maximum."""
    allow_promotion_codes: bool
    """True if the customer can enter a promotion code for the product of the subscription."""
    invoices: list[PortalSessionInvoice]
    """The latest invoices of the subscription, newest first."""
    has_more_invoices: bool
    """True if there are older invoices."""
    credit_notes: list[PortalSessionCreditNote]
    """Credit notes of the listed `invoices`, newest first."""
    payment_methods: CheckoutPaymentMethods
    """The saved payment methods of the customer."""
    charged_method_id: NotRequired[str]
    """Id of the saved payment method that the subscription is charged to; absent if there is none. It can differ from the default."""
    resume_due_cents: NotRequired[int]
    """Amount in cents, with tax, that resuming the subscription charges now; absent if it charges nothing."""
    withdrawal_refund_cents: NotRequired[int]
    """Amount in cents that a withdrawal from the contract refunds now; absent if the customer cannot withdraw."""
    e_invoicing_fields: NotRequired[list[str]]
    """Fields of `e_invoicing` that e-invoices to businesses in the country of the customer need. Absent if there are none."""
    usage_summary: NotRequired[UsageSummary]
    """Usage of the open period by day, or by month if the period is longer than 31 days; without `breakdown` if it cannot be shown. With `charged_price`, its amounts are without the tax that prices include. Absent for licensed prices."""


class PortalSessionBranding(TypedDict):
    display_name: str
    """Name of the seller: `display_name` of the portal branding or, without one, the name of the account."""
    logo_url: str | None
    """URL of the logo on the pages; `null`: none."""
    icon_url: str | None
    """URL of the small icon of the pages; `null`: none."""
    primary_color: str | None
    """Color of buttons and links, in the form `#rrggbb`; `null`: the default color."""
    background_color: str | None
    """Color of the background, in the form `#rrggbb`; `null`: the default color."""
    support_email: str
    """Email address for questions: that of the portal branding, or the email address of the account."""
    support_url: str | None
    """URL of your support page; `null`: none."""
    privacy_url: str | None
    """URL of your privacy policy; `null`: none."""
    terms_url: str | None
    """URL of your terms; `null`: none."""
    withdrawal_url: NotRequired[str]
    """URL of your information about the right of withdrawal; absent: none."""


class PortalSessionCreditNote(TypedDict):
    id: str
    """Id of the credit note. Starts with `cn_`."""
    number: str
    """Number of the credit note, such as `CN-000123` (`TEST-CN-000123` in test mode). Counted without gaps per account and mode."""
    invoice_id: str
    """Id of the corrected invoice. Starts with `inv_`."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    tax_cents: int
    """Sum of the credited tax of all rates, in cents."""
    total_cents: int
    """Credited amount in cents, with tax."""
    issued_at: int
    """Unix time in seconds when the credit note was issued."""


class PortalSessionInvoice(TypedDict):
    id: str
    """Id of the invoice. Starts with `inv_`."""
    number: str
    """Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode."""
    status: str
    """`open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry)."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    tax_cents: int
    """Sum of the tax of all rates, in cents."""
    total_cents: int
    """Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`."""
    amount_due_cents: int
    """Unpaid amount in cents: `total_cents` minus `amount_paid_cents`."""
    period_start: int | None
    """Unix time in seconds when the invoiced period starts; `null` for one-off payments."""
    period_end: int | None
    """Unix time in seconds when the invoiced period ends; `null` for one-off payments."""
    issued_at: int
    """Unix time in seconds when the invoice was issued."""
    paid_at: int | None
    """Unix time in seconds when the invoice was paid; `null` until then."""
    next_payment_attempt: int | None
    """Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled."""


class PortalSessionTax(TypedDict):
    behavior: str
    """`inclusive` (prices include tax) or `exclusive` (tax is added to prices)."""
    rate_basis_points: int
    """Tax rate in hundredths of a percent; 0 if no tax is charged."""
    display_name: str | None
    """Name of the tax; `null` if there is none."""
    reverse_charge: NotRequired[bool]
    """True if the customer owes the tax, so that none is charged. Otherwise absent."""


class PortalUpdateCustomerParams(TypedDict):
    name: NotRequired[str | None]
    """New name; `null` clears it."""
    email: NotRequired[str]
    """New email address. It replaces the current one after approval with the link that is mailed to the new address."""
    country_code: NotRequired[str]
    """New billing country: two capital letters (ISO 3166-1 alpha-2), such as `NL`."""
    address: NotRequired[AddressParams]
    """New billing address; omitted lines are cleared."""
    e_invoicing: NotRequired[PortalEInvoicingParams]
    """New settings for e-invoices, for documents that are issued from now on; omitted fields are cleared."""
    language: NotRequired[str]
    """New language, as a BCP 47 tag such as `nl`."""


class PortalUpdateParams(TypedDict):
    price_id: str
    """Id of the new price. It must be active and have the currency of the subscription."""
    coupon_code: NotRequired[str | None]
    """Code of a coupon to redeem with the change; it replaces the current discount. Default: none."""


class PortalVatNumberParams(TypedDict):
    vat_number: str | None
    """VAT number with its country prefix, such as `NL123456789B01`; spaces, dots and hyphens are ignored. `null` clears it."""


class Price(TypedDict):
    id: str
    """Id of the price. Starts with `price_`."""
    object: Literal["price"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    product_id: str
    """Id of the product that is sold. Starts with `prod_`."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    interval: str
    """Length of a billing period: `month` or `year`."""
    usage_type: str
    """`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period)."""
    amount_cents: int | None
    """Amount per period in cents; `null` for metered prices."""
    unit_amount_decimal: str | None
    """Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers."""
    tiers: list[PriceTier] | None
    """Graduated tiers: each unit costs the price of its tier. `null` for prices without tiers."""
    meter_id: str | None
    """Id of the meter whose usage events are billed in addition to usage records; `null`: usage records only. Starts with `mtr_`."""
    trial_days: int
    """Length of the free trial in days; 0: no trial."""
    payment_methods: list[str] | None
    """Payment methods that buyers can use, such as `creditcard`; `null`: every method that can start a subscription in the currency."""
    refund_window_days: int | None
    """Days after a payment in which it can be refunded; 0: no refunds. `null`: the default of the account applies."""
    active: bool
    """True if the price can be sold. False prevents new checkouts; existing subscriptions continue."""
    self_service: bool
    """True if customers can choose the price for a plan change in the billing portal."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class PriceArchivedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["price.archived"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Price
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: PricePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class PriceCreateParams(TypedDict):
    product_id: str
    """Id of the product that is sold."""
    currency: str
    """Three-letter ISO 4217 code, in upper or lower case."""
    interval: str
    """Length of a billing period: `month` or `year`."""
    usage_type: NotRequired[str]
    """`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period). Default: `licensed`."""
    amount_cents: NotRequired[int | None]
    """Amount per period in cents; required for licensed prices, not allowed for metered prices."""
    unit_amount_decimal: NotRequired[str | None]
    """Price of one unit of usage in cents, as a decimal string such as `0.05`. Metered prices require this or `tiers`."""
    tiers: NotRequired[Sequence[PriceCreateTierParams] | None]
    """Graduated tiers in ascending order: each unit costs the price of its tier. Metered prices require this or `unit_amount_decimal`."""
    meter_id: NotRequired[str | None]
    """Id of the meter whose usage events are billed; for metered prices only. Default: `null`, which bills usage records only."""
    trial_days: NotRequired[int]
    """Length of the free trial in days; 0: no trial. Default: 0."""
    payment_methods: NotRequired[Sequence[str] | None]
    """Payment methods that buyers can use. Default: `null`, every method that can start a subscription in the currency."""
    refund_window_days: NotRequired[int | None]
    """Days after a payment in which it can be refunded; 0: no refunds. Default: `null`, the window of the account."""
    self_service: NotRequired[bool]
    """True if customers can choose the price for a plan change in the billing portal. Default: true."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class PriceCreateTierParams(TypedDict):
    up_to: int | None
    """Last unit of the tier, counted from the start of the period; `null` for the last tier only."""
    flat_amount_cents: NotRequired[int | None]
    """Amount in cents that is charged once per period if usage reaches the tier. Default: 0."""
    unit_amount_cents: NotRequired[int | None]
    """Price of one unit in cents; not together with `unit_amount_decimal`. Default: 0."""
    unit_amount_decimal: NotRequired[str | None]
    """Price of one unit in cents, as a decimal string such as `0.05`. Default: `unit_amount_cents`."""


class PriceCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["price.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Price
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class PriceList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Price]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class PricePreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the price. Starts with `price_`."""
    object: NotRequired[Literal["price"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    product_id: NotRequired[str]
    """Id of the product that is sold. Starts with `prod_`."""
    currency: NotRequired[str]
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    interval: NotRequired[str]
    """Length of a billing period: `month` or `year`."""
    usage_type: NotRequired[str]
    """`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period)."""
    amount_cents: NotRequired[int | None]
    """Amount per period in cents; `null` for metered prices."""
    unit_amount_decimal: NotRequired[str | None]
    """Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers."""
    tiers: NotRequired[list[PriceTier] | None]
    """Graduated tiers: each unit costs the price of its tier. `null` for prices without tiers."""
    meter_id: NotRequired[str | None]
    """Id of the meter whose usage events are billed in addition to usage records; `null`: usage records only. Starts with `mtr_`."""
    trial_days: NotRequired[int]
    """Length of the free trial in days; 0: no trial."""
    payment_methods: NotRequired[list[str] | None]
    """Payment methods that buyers can use, such as `creditcard`; `null`: every method that can start a subscription in the currency."""
    refund_window_days: NotRequired[int | None]
    """Days after a payment in which it can be refunded; 0: no refunds. `null`: the default of the account applies."""
    active: NotRequired[bool]
    """True if the price can be sold. False prevents new checkouts; existing subscriptions continue."""
    self_service: NotRequired[bool]
    """True if customers can choose the price for a plan change in the billing portal."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class PriceSummary(TypedDict):
    id: str
    """Id of the price. Starts with `price_`."""
    object: Literal["price.summary"]
    """Type of the object."""
    active: bool
    """True if the price can be sold; in a subscription, as of its creation or last plan change."""
    amount_cents: int | None
    """Amount per period in cents; `null` for metered prices."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    interval: str
    """Length of a billing period: `month` or `year`."""
    payment_methods: list[str]
    """Payment methods that buyers can use, such as `creditcard`."""
    product_id: str
    """Id of the product that is sold. Starts with `prod_`."""
    product_name: str
    """Name of the product; in a subscription, as of its creation or last plan change."""
    trial_days: int
    """Length of the free trial of the price in days; 0: no trial."""
    unit_amount_decimal: str | None
    """Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers."""
    usage_type: str
    """`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period)."""


class PriceTier(TypedDict):
    up_to: int | None
    """Last unit of the tier, counted from the start of the period; `null` for the last tier, which has no end."""
    flat_amount_cents: int
    """Amount in cents that is charged once per period if usage reaches the tier; 0 if there is none."""
    unit_amount_decimal: str
    """Price of one unit in the tier in cents, as a decimal string such as `0.05`."""


class PriceUpdateParams(TypedDict):
    active: NotRequired[bool]
    """False prevents new checkouts for the price, true allows them again; existing subscriptions continue."""
    refund_window_days: NotRequired[int | None]
    """Days after a payment in which it can be refunded; 0: no refunds. `null`: the window of the account."""
    self_service: NotRequired[bool]
    """True if customers can choose the price for a plan change in the billing portal."""


class PriceUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["price.updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Price
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: PricePreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class Product(TypedDict):
    id: str
    """Id of the product. Starts with `prod_`."""
    object: Literal["product"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    name: str
    """Name of the product, shown to buyers and on invoices."""
    description: str | None
    """Description of the product; `null` if there is none."""
    marketing_features: list[str]
    """Short texts about what the product offers; empty if there are none."""
    allow_promotion_codes: bool
    """True if buyers can enter a promotion code for the prices of the product."""
    tax_category: str
    """Category of the product for VAT: `electronic_service`, `e_book` or `news` (newspapers and magazines). Decides the rate in the tax modes `eu_home` and `eu_oss`."""
    default_price_id: str | None
    """Default price of the product: its first price, or the one set later. Starts with `price_`; `null` before the first price."""
    default_price: Price | None
    """The default price, with `expand=default_price`; `null` otherwise."""
    active: bool
    """True if the product can be sold. False prevents new checkouts; existing subscriptions continue."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class ProductArchivedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["product.archived"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Product
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: ProductPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class ProductCreateParams(TypedDict):
    name: str
    """Name of the product, shown to buyers and on invoices."""
    description: NotRequired[str | None]
    """Description of the product. Default: `null`."""
    marketing_features: NotRequired[Sequence[str] | None]
    """Short texts about what the product offers. Default: none."""
    allow_promotion_codes: NotRequired[bool]
    """True if buyers can enter a promotion code for the prices of the product. Default: false."""
    tax_category: NotRequired[str]
    """Category of the product for VAT: `electronic_service`, `e_book` or `news` (newspapers and magazines). Decides the rate in the tax modes `eu_home` and `eu_oss`. Default: `electronic_service`."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class ProductCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["product.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Product
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class ProductList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Product]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class ProductPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the product. Starts with `prod_`."""
    object: NotRequired[Literal["product"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    name: NotRequired[str]
    """Name of the product, shown to buyers and on invoices."""
    description: NotRequired[str | None]
    """Description of the product; `null` if there is none."""
    marketing_features: NotRequired[list[str]]
    """Short texts about what the product offers; empty if there are none."""
    allow_promotion_codes: NotRequired[bool]
    """True if buyers can enter a promotion code for the prices of the product."""
    tax_category: NotRequired[str]
    """Category of the product for VAT: `electronic_service`, `e_book` or `news` (newspapers and magazines). Decides the rate in the tax modes `eu_home` and `eu_oss`."""
    default_price_id: NotRequired[str | None]
    """Default price of the product: its first price, or the one set later. Starts with `price_`; `null` before the first price."""
    default_price: NotRequired[Price | None]
    """The default price, with `expand=default_price`; `null` otherwise."""
    active: NotRequired[bool]
    """True if the product can be sold. False prevents new checkouts; existing subscriptions continue."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class ProductUpdateParams(TypedDict):
    name: NotRequired[str]
    """New name, shown to buyers and on invoices. Existing subscriptions and their invoices keep the former name until the plan changes."""
    description: NotRequired[str | None]
    """New description; `null` clears it."""
    marketing_features: NotRequired[Sequence[str] | None]
    """New short texts about what the product offers; `null` removes all."""
    allow_promotion_codes: NotRequired[bool]
    """True if buyers can enter a promotion code for the prices of the product."""
    tax_category: NotRequired[str]
    """Category of the product for VAT: `electronic_service`, `e_book` or `news` (newspapers and magazines). Decides the rate in the tax modes `eu_home` and `eu_oss`. Subscriptions keep the category with which they were sold."""
    default_price_id: NotRequired[str]
    """Id of the new default price: an active price of the product."""
    active: NotRequired[bool]
    """False prevents new checkouts for the prices of the product, true allows them again; existing subscriptions continue."""
    metadata: NotRequired[Mapping[str, str]]
    """Your own data, as keys with string values. Replaces all keys; if omitted, they do not change."""


class ProductUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["product.updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Product
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: ProductPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class ProviderCredential(TypedDict):
    id: str
    """Id of the account. Starts with `acct_`."""
    object: Literal["provider_credential"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    connected: bool
    """True if a payment provider account is connected in this mode."""
    fingerprint: str
    """First 12 hexadecimal digits of the SHA-256 digest of the key of the provider, to recognize the key."""
    profile_id: str
    """Id of the profile at the payment provider that the key belongs to."""


class ProviderPayload(TypedDict):
    object: Literal["payment.provider"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    redacted: bool
    """True if the customer was purged: `payload` then contains only amounts, statuses, timestamps and identifiers."""
    payload: dict[str, Any]
    """The payment as the payment provider returns it, with the field names of the provider."""


class ReachedUsageAlert(TypedDict):
    usage_alert_id: str
    """Id of the usage alert. Starts with `ualert_`."""
    reached_at: int
    """Unix time in seconds when the threshold was reached."""


class Refund(TypedDict):
    id: str
    """Id of the refund. Starts with `re_`."""
    object: Literal["refund"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    status: str
    """`pending` (not settled yet), `succeeded` (the money was returned) or `failed`. A succeeded refund becomes `failed` if the bank of the customer returns the money."""
    payment_id: str
    """Id of the refunded payment. Starts with `pay_`."""
    amount_cents: int
    """Refunded amount in cents."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    reason: str | None
    """Your reason for the refund, printed on the credit note; `overpayment` if the service refunded a second payment. `null` if none was given."""
    credit_note_id: str | None
    """Id of the credit note, issued when the refund succeeds. A refund that repeats a failed refund can have the credit note of that failed refund. Starts with `cn_`; `null` if there is none."""
    failure_reason: str | None
    """Why the refund failed; `null` if it did not fail or the reason is unknown."""
    settled_at: int | None
    """Unix time in seconds when the refund got its status, `succeeded` or `failed`; `null` while it is pending."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class RefundCreateParams(TypedDict):
    payment_id: NotRequired[str]
    """Id of the payment to refund. Send this or `subscription_id`."""
    subscription_id: NotRequired[str]
    """Id of the subscription whose last payment is refunded. Send this or `payment_id`."""
    amount_cents: NotRequired[int]
    """Amount to refund in cents. Default: all that can be refunded."""
    reason: NotRequired[str | None]
    """Your reason for the refund, printed on the credit note. Default: `null`."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class RefundCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["refund.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Refund
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class RefundEligibility(TypedDict):
    object: Literal["refund_eligibility"]
    """Type of the object."""
    amount_cents: int
    """Highest amount that can be refunded now, in cents; 0 if nothing can be refunded."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    days_remaining: int | None
    """Days until the refund window ends, rounded up; 0 once it has ended. `null` if the charge is not paid or refunds are disabled."""
    eligible: bool
    """True if the charge can be refunded now."""
    reason: str | None
    """Why the charge cannot be refunded: `no_payment`, `payment_not_succeeded`, `already_refunded`, `charge_disputed`, `plan_change_pending`, `renewal_processing`, `refunds_disabled` or `refund_window_passed`. `null` if it can be refunded."""


class RefundFailedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["refund.failed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Refund
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: RefundPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class RefundList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Refund]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class RefundPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the refund. Starts with `re_`."""
    object: NotRequired[Literal["refund"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    status: NotRequired[str]
    """`pending` (not settled yet), `succeeded` (the money was returned) or `failed`. A succeeded refund becomes `failed` if the bank of the customer returns the money."""
    payment_id: NotRequired[str]
    """Id of the refunded payment. Starts with `pay_`."""
    amount_cents: NotRequired[int]
    """Refunded amount in cents."""
    currency: NotRequired[str]
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    reason: NotRequired[str | None]
    """Your reason for the refund, printed on the credit note; `overpayment` if the service refunded a second payment. `null` if none was given."""
    credit_note_id: NotRequired[str | None]
    """Id of the credit note, issued when the refund succeeds. A refund that repeats a failed refund can have the credit note of that failed refund. Starts with `cn_`; `null` if there is none."""
    failure_reason: NotRequired[str | None]
    """Why the refund failed; `null` if it did not fail or the reason is unknown."""
    settled_at: NotRequired[int | None]
    """Unix time in seconds when the refund got its status, `succeeded` or `failed`; `null` while it is pending."""
    metadata: NotRequired[dict[str, str]]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class RefundSucceededEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["refund.succeeded"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Refund
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: RefundPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class ReplacedEmailTexts(TypedDict):
    subject: str | None
    """Your text; `null`: the default."""
    opening: str | None
    """Your text; `null`: the default."""
    closing: str | None
    """Your text; `null`: the default."""


class RequestLog(TypedDict):
    id: str
    """Id of the entry. Starts with `rql_`."""
    object: Literal["request_log"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    request_id: str
    """Id of the request, as in its header `Request-Id` and in errors. Starts with `req_`."""
    method: str
    """HTTP method of the request, such as `POST`."""
    path: str
    """Path of the request, without its query, such as `/v1/customers`."""
    operation: str
    """Name of the operation, such as `customers.create`."""
    api_key_id: str
    """Id of the API key. Starts with `ak_`."""
    status: int
    """HTTP status of the response."""
    error_code: str | None
    """Error code of the response; `null` if the request succeeded."""
    duration_ms: int
    """Time in milliseconds until the response was sent."""


class RequestLogList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[RequestLog]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class SandboxCheckoutSessionPayParams(TypedDict):
    method: NotRequired[str]
    """Payment method that the buyer chooses, if the session or one-off payment has no `payment_method`. Default: `creditcard`."""
    outcome: NotRequired[str]
    """Outcome of the payment; `pending`: none yet. Default: `paid`."""


class SandboxCustomerBehavior(TypedDict):
    object: Literal["sandbox.customer_behavior"]
    """Type of the object."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    livemode: bool
    """Always false: the sandbox is in test mode."""
    charges: str
    """Outcome of charges without the buyer, such as renewals: `paid`; `pending` until you decide it; declined as `insufficient_funds`, `card_expired` or `authentication_required`; `mandate_gone` (the payment method was revoked); `unreachable` (the provider does not answer); `timeout_after_charge` (the provider charges, but does not answer). Default: `paid`."""
    refunds: str
    """Outcome of refunds: `refunded`; `pending` until you decide it; `refused`; `timeout_after_refund` (the provider refunds, but does not answer); `duplicate` (the provider answers that the refund exists already). Default: `refunded`."""


class SandboxCustomerBehaviorParams(TypedDict):
    charges: NotRequired[str]
    """Outcome of charges without the buyer, such as renewals: `paid`; `pending` until you decide it; declined as `insufficient_funds`, `card_expired` or `authentication_required`; `mandate_gone` (the payment method was revoked); `unreachable` (the provider does not answer); `timeout_after_charge` (the provider charges, but does not answer). Default: `paid`."""
    refunds: NotRequired[str]
    """Outcome of refunds: `refunded`; `pending` until you decide it; `refused`; `timeout_after_refund` (the provider refunds, but does not answer); `duplicate` (the provider answers that the refund exists already). Default: `refunded`."""


class SandboxOneShotPayParams(TypedDict):
    method: NotRequired[str]
    """Payment method that the buyer chooses, if the session or one-off payment has no `payment_method`. Default: `creditcard`."""
    outcome: NotRequired[str]
    """Outcome of the payment; `pending`: none yet. Default: `paid`."""


class SandboxPaymentOutcomeParams(TypedDict):
    outcome: str
    """For a pending payment: `paid` or `failed`. For a paid payment: `charged_back`, and afterwards `chargeback_reversed`."""
    failure_reason: NotRequired[str | None]
    """Code of the payment provider for a failed payment, such as `insufficient_funds`. Default: `null`, no reason."""
    notify: NotRequired[bool]
    """False simulates a lost webhook of the payment provider. Default: true."""


class SandboxRefundOutcomeParams(TypedDict):
    outcome: str
    """Outcome of the pending refund; `failed` also for a succeeded one."""


class SearchResult(TypedDict):
    object: Literal["search_result"]
    """Type of the object."""
    customers: CustomerList | None
    """Customers by name or email address; `null` if the key lacks `customers:read`."""
    subscriptions: FoundSubscriptionList | None
    """Subscriptions charged to a card whose last four digits match the search text, with their `customer` if the key has `customers:read`; `null` if it lacks `subscriptions:read`."""
    invoices: FoundInvoiceList | None
    """The invoice whose number matches the search text; `null` if the key lacks `invoices:read`."""
    payments: FoundPaymentList | None
    """One-off payments by a card whose last four digits match the search text; `null` if the key lacks `payments:read`."""
    products: FoundProductList | None
    """Products by name, archived ones too; `null` if the key lacks `products:read`."""
    coupons: FoundCouponList | None
    """Coupons by code, inactive ones too; `null` if the key lacks `coupons:read`."""


class SellerEInvoicing(TypedDict):
    contact: EInvoicingContact
    """Contact for questions about invoices. Required by XRechnung."""
    electronic_address: ElectronicAddress | None
    """Your address in an e-invoicing network such as Peppol; `null` if none was set."""
    iban: str | None
    """Account for credit transfers, printed on e-invoices that are open when issued; `null` if none was set."""
    bic: str | None
    """BIC of the account; `null` if none was set."""
    exemption: VatExemption | None
    """Why you charge no VAT on sales that are neither under reverse charge nor exports, such as the scheme for small businesses; `null` if none was set."""


class SellerEInvoicingParams(TypedDict):
    contact: NotRequired[EInvoicingContactParams | None]
    """Contact for questions about invoices. Required by XRechnung."""
    electronic_address: NotRequired[ElectronicAddressParams | None]
    """Your address in an e-invoicing network such as Peppol; `null` if none was set."""
    iban: NotRequired[str | None]
    """Account for credit transfers, printed on e-invoices that are open when issued; `null` if none was set."""
    bic: NotRequired[str | None]
    """BIC of the account; `null` if none was set."""
    exemption: NotRequired[VatExemptionParams | None]
    """Why you charge no VAT on sales that are neither under reverse charge nor exports, such as the scheme for small businesses; `null` if none was set."""


class StatusCount(TypedDict):
    status: str
    """Status of the objects; for products, prices and coupons `active` or `inactive`."""
    count: int
    """Number of objects with this status, at most 1000."""
    has_more: bool
    """True if more objects may have this status than were counted."""


class Subscription(TypedDict):
    id: str
    """Id of the subscription. Starts with `sub_`."""
    object: Literal["subscription"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    price_id: str
    """Id of the price. Starts with `price_`."""
    status: str
    """`active`, `past_due` (a renewal failed and is retried) or `canceled`. A paused subscription stays `active`: use `serves_customer`."""
    renewal_state: str
    """`scheduled`, `processing` (the renewal payment has no outcome yet), `retrying` (it failed), `paused`, `ending` (a cancellation is scheduled) or `ended`."""
    serves_customer: bool
    """True if the customer should have the service, also while a renewal is unpaid. False if paused or canceled, or if the usage of the period exceeds `max_amount_cents`."""
    cancel_at_period_end: bool
    """True if a cancellation was scheduled for the end of the current period. Stays true after the subscription has ended."""
    canceled_at: int | None
    """Unix time in seconds when the cancellation was requested or, without a request, when the subscription ended; `null` if no cancellation was requested and the subscription has not ended."""
    cancellation_reason: str | None
    """`requested`, a reason chosen by the customer (such as `too_expensive`), `payment_failed`, `refund_issued`, `withdrawn` or `test_clock_deleted`. `null` if no cancellation is scheduled and the subscription has not ended."""
    current_period_start: int
    """Unix time in seconds when the current period or trial started."""
    current_period_end: int
    """Unix time in seconds when the current period or trial ends; the renewal is charged then."""
    trial_start: int | None
    """Unix time in seconds when the trial started; `null` if there was no trial."""
    trial_end: int | None
    """Unix time in seconds when the trial ends or ended; `null` if there was no trial."""
    last_payment_at: int | None
    """Unix time in seconds of the last successful payment, verification charges aside; `null` before the first."""
    last_payment_id: str | None
    """Id of the last successful payment, verification charges aside. Starts with `pay_`; `null` before the first."""
    payment_count: int
    """Number of successful payments; verification charges do not count."""
    mrr_cents: int
    """Recurring amount per month in cents after a running discount: a yearly price counts with one twelfth. 0 for metered prices, paused and canceled subscriptions."""
    next_charge_amount_cents: int | None
    """Amount of the next renewal in cents, with discount, carried credit and tax. `null` for metered prices, and if no renewal follows because the subscription is paused, ending or canceled."""
    next_payment_attempt: int | None
    """Unix time in seconds of the next retry of a failed renewal; `null` if there is none."""
    dunning_attempts_notified: int
    """Number of notices (`dunning.email_required`) about failed attempts of the current renewal, at most `dunning_max_attempts`; 0 again once it is paid."""
    dunning_last_notified_at: int | None
    """Unix time in seconds of the last `dunning.email_required`; `null` if there was none."""
    dunning_max_attempts: int
    """Number of retries after a failed renewal; if the last one fails, the subscription is canceled. Set by the `dunning_schedule` of the account when the subscription started or was last charged."""
    discount: Discount | None
    """The discount of the redeemed coupon; `null` if there is none or it has ended."""
    payment_method: PaymentMethod | None
    """The payment method that renewals are charged to; `null` if there is none."""
    customer: CustomerSummary | None
    """The customer, with `expand=customer`; `null` otherwise, and if the customer is deleted."""
    price: PriceSummary
    """The price as it was when the subscription was created or last changed its plan."""
    refund_eligibility: RefundEligibility | None
    """Whether the last payment can be refunded, with `expand=refund_eligibility`; `null` otherwise."""
    max_amount_cents: NotRequired[int | None]
    """Limit in cents on the usage of each period, before discount and tax; absent if there is none. In `previous_attributes` of events, `null` if there was none."""
    max_amount_exceeded_at: NotRequired[int | None]
    """Unix time in seconds when the usage of the open period exceeded `max_amount_cents`; `null` if it has not. Absent without `max_amount_cents`."""
    withdrawal: NotRequired[SubscriptionWithdrawal | None]
    """The consumer's right to withdraw from the contract; absent if there is none. In `previous_attributes` of events, `null` if there was none."""
    reached_usage_alerts: NotRequired[list[ReachedUsageAlert] | None]
    """The usage alerts whose threshold the usage of the open period has reached; absent if there are none. In `previous_attributes` of events, `null` if there were none."""


class SubscriptionCancelParams(TypedDict):
    withdraw: NotRequired[bool]
    """True withdraws from the contract on behalf of the customer, which is possible until `withdrawal.until` of the subscription, and sets `cancellation_reason` to `withdrawn`. Also requires the scope `refunds:write`. Default: false."""


class SubscriptionCanceledEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.canceled"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionCouponAppliedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.coupon_applied"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionCouponExpiredEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.coupon_expired"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[Subscription]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""
    summary: NotRequired[ListSummary]
    """Counts and sums of the list, on all pages together; only with `include=summary`."""


class SubscriptionPastDueEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.past_due"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionPausedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.paused"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionPaymentMethodUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.payment_method_updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionPlanChangedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.plan_changed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionPreviewUpdateParams(TypedDict):
    price_id: str
    """Id of the new price. It must be active and have the currency of the subscription."""
    coupon_code: NotRequired[str | None]
    """Code of a coupon to redeem with the change; it replaces the current discount. Default: none."""


class SubscriptionPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the subscription. Starts with `sub_`."""
    object: NotRequired[Literal["subscription"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    customer_id: NotRequired[str]
    """Id of the customer. Starts with `cus_`."""
    price_id: NotRequired[str]
    """Id of the price. Starts with `price_`."""
    status: NotRequired[str]
    """`active`, `past_due` (a renewal failed and is retried) or `canceled`. A paused subscription stays `active`: use `serves_customer`."""
    renewal_state: NotRequired[str]
    """`scheduled`, `processing` (the renewal payment has no outcome yet), `retrying` (it failed), `paused`, `ending` (a cancellation is scheduled) or `ended`."""
    serves_customer: NotRequired[bool]
    """True if the customer should have the service, also while a renewal is unpaid. False if paused or canceled, or if the usage of the period exceeds `max_amount_cents`."""
    cancel_at_period_end: NotRequired[bool]
    """True if a cancellation was scheduled for the end of the current period. Stays true after the subscription has ended."""
    canceled_at: NotRequired[int | None]
    """Unix time in seconds when the cancellation was requested or, without a request, when the subscription ended; `null` if no cancellation was requested and the subscription has not ended."""
    cancellation_reason: NotRequired[str | None]
    """`requested`, a reason chosen by the customer (such as `too_expensive`), `payment_failed`, `refund_issued`, `withdrawn` or `test_clock_deleted`. `null` if no cancellation is scheduled and the subscription has not ended."""
    current_period_start: NotRequired[int]
    """Unix time in seconds when the current period or trial started."""
    current_period_end: NotRequired[int]
    """Unix time in seconds when the current period or trial ends; the renewal is charged then."""
    trial_start: NotRequired[int | None]
    """Unix time in seconds when the trial started; `null` if there was no trial."""
    trial_end: NotRequired[int | None]
    """Unix time in seconds when the trial ends or ended; `null` if there was no trial."""
    last_payment_at: NotRequired[int | None]
    """Unix time in seconds of the last successful payment, verification charges aside; `null` before the first."""
    last_payment_id: NotRequired[str | None]
    """Id of the last successful payment, verification charges aside. Starts with `pay_`; `null` before the first."""
    payment_count: NotRequired[int]
    """Number of successful payments; verification charges do not count."""
    mrr_cents: NotRequired[int]
    """Recurring amount per month in cents after a running discount: a yearly price counts with one twelfth. 0 for metered prices, paused and canceled subscriptions."""
    next_charge_amount_cents: NotRequired[int | None]
    """Amount of the next renewal in cents, with discount, carried credit and tax. `null` for metered prices, and if no renewal follows because the subscription is paused, ending or canceled."""
    next_payment_attempt: NotRequired[int | None]
    """Unix time in seconds of the next retry of a failed renewal; `null` if there is none."""
    dunning_attempts_notified: NotRequired[int]
    """Number of notices (`dunning.email_required`) about failed attempts of the current renewal, at most `dunning_max_attempts`; 0 again once it is paid."""
    dunning_last_notified_at: NotRequired[int | None]
    """Unix time in seconds of the last `dunning.email_required`; `null` if there was none."""
    dunning_max_attempts: NotRequired[int]
    """Number of retries after a failed renewal; if the last one fails, the subscription is canceled. Set by the `dunning_schedule` of the account when the subscription started or was last charged."""
    discount: NotRequired[Discount | None]
    """The discount of the redeemed coupon; `null` if there is none or it has ended."""
    payment_method: NotRequired[PaymentMethod | None]
    """The payment method that renewals are charged to; `null` if there is none."""
    customer: NotRequired[CustomerSummary | None]
    """The customer, with `expand=customer`; `null` otherwise, and if the customer is deleted."""
    price: NotRequired[PriceSummary]
    """The price as it was when the subscription was created or last changed its plan."""
    refund_eligibility: NotRequired[RefundEligibility | None]
    """Whether the last payment can be refunded, with `expand=refund_eligibility`; `null` otherwise."""
    max_amount_cents: NotRequired[int | None]
    """Limit in cents on the usage of each period, before discount and tax; absent if there is none. In `previous_attributes` of events, `null` if there was none."""
    max_amount_exceeded_at: NotRequired[int | None]
    """Unix time in seconds when the usage of the open period exceeded `max_amount_cents`; `null` if it has not. Absent without `max_amount_cents`."""
    withdrawal: NotRequired[SubscriptionWithdrawal | None]
    """The consumer's right to withdraw from the contract; absent if there is none. In `previous_attributes` of events, `null` if there was none."""
    reached_usage_alerts: NotRequired[list[ReachedUsageAlert] | None]
    """The usage alerts whose threshold the usage of the open period has reached; absent if there are none. In `previous_attributes` of events, `null` if there were none."""


class SubscriptionReactivatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.reactivated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionReauthorization(TypedDict):
    object: Literal["subscription.reauthorization"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the subscription. Starts with `sub_`."""
    payment_id: str
    """Id of the verification charge. Starts with `pay_`."""
    url: str | None
    """URL to which to redirect the customer; `null` if no action of the customer is needed."""
    expires_at: int
    """Unix time in seconds until which the customer can authorize the payment method."""


class SubscriptionReauthorizePaymentMethodParams(TypedDict):
    return_url: str
    """URL to which the customer returns afterwards."""
    method: NotRequired[str | None]
    """Payment method to authorize. Default: the customer chooses."""


class SubscriptionResumedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.resumed"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionTrialEndedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.trial_ended"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionTrialStartedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.trial_started"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionTrialWillEndEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.trial_will_end"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionUpdateParams(TypedDict):
    price_id: NotRequired[str]
    """Id of the new price. It must be active and have the currency of the subscription. Required without `max_amount_cents`."""
    coupon_code: NotRequired[str | None]
    """Code of a coupon to redeem with the change; it replaces the current discount. Default: none."""
    max_amount_cents: NotRequired[int | None]
    """For a metered price: maximum amount in cents of the usage of a period, before discount and tax. If the usage exceeds this maximum, `serves_customer` is false until the next period or until the maximum is raised. `null` removes the maximum. Not together with `price_id`. Default: no change."""


class SubscriptionUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["subscription.updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: Subscription
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: SubscriptionPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class SubscriptionWithdrawal(TypedDict):
    until: int
    """Unix time in seconds: the last second in which the customer can withdraw, at the end of a day in UTC."""
    partial_refund: bool
    """True if the customer asked that the service begins at once: a withdrawal refunds the unused part of the payments."""
    withdrawn_at: int | None
    """Unix time in seconds of the withdrawal; `null` if the customer has not withdrawn."""
    refund_cents: int | None
    """Amount in cents that is refunded for the withdrawal; `null` before it."""
    refundable_cents: NotRequired[int]
    """Amount in cents that a withdrawal would refund now, with `expand=withdrawal_refund` when the subscription is retrieved. Absent otherwise, and if the customer can no longer withdraw."""


class TaxEvidence(TypedDict):
    status: str
    """`sufficient` (two of the three countries match the country of the sale; a matching `ip_country_code` or `payment_country_code` alone is enough while sales to other member states are at most 100,000 EUR a year), `insufficient` (too few are known) or `contradicted` (too few match, and at least one differs). For a consumer outside the EU, all countries outside the EU match."""
    billing_country_code: str | None
    """Country of the billing address, ISO 3166-1 alpha-2; `null`: unknown."""
    ip_country_code: str | None
    """Country of the IP address at the checkout; `null`: unknown."""
    payment_country_code: str | None
    """Country of the card or bank account; `null`: not reported by the payment provider."""
    country_confirmed: bool
    """True if the buyer confirmed the billing country at the checkout."""


class TaxRate(TypedDict):
    id: str
    """Id of the tax rate. Starts with `txr_`."""
    object: Literal["tax_rate"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    country_code: str
    """Country of the customers to whom the rate applies: two capital letters (ISO 3166-1 alpha-2), such as `NL`."""
    rate_basis_points: int
    """Rate in hundredths of a percent: 2100 is 21 %."""
    display_name: str | None
    """Name of the tax on invoices, such as `BTW`; `null`: no name."""
    active: bool
    """True if the rate applies to new charges. A country has at most one active rate."""


class TaxRateCreateParams(TypedDict):
    country_code: str
    """Country of the customers to whom the rate applies: two capital letters (ISO 3166-1 alpha-2), such as `NL`."""
    rate_basis_points: int
    """Rate in hundredths of a percent: 2100 is 21 %."""
    display_name: NotRequired[str | None]
    """Name of the tax on invoices, such as `BTW`. Default: `null`."""
    active: NotRequired[bool]
    """True if the rate applies to new charges. Default: true."""


class TaxRateList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[TaxRate]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class TaxRateUpdateParams(TypedDict):
    display_name: NotRequired[str | None]
    """Name of the tax on invoices; `null` clears it."""
    active: NotRequired[bool]
    """True if the rate applies to new charges."""


class TaxSum(TypedDict):
    rate_basis_points: int
    """Tax rate in hundredths of a percent: 2100 is 21 %."""
    display_name: str | None
    """Name of the rate; `Reverse charge` if the buyer owes the tax, `null` if the rate has no name."""
    taxable_cents: int
    """Amount in cents, without tax, that is taxed at this rate."""
    tax_cents: int
    """Tax at this rate in cents, rounded once for all lines of the rate."""


class TenantBillingProfileUpdateParams(TypedDict):
    legal_name: NotRequired[str]
    """Legal name of the seller on invoices."""
    address: NotRequired[AddressParams]
    """Address of the seller on invoices; omitted lines are cleared."""
    country_code: NotRequired[str]
    """Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`."""
    vat_id: NotRequired[str | None]
    """VAT id of the account with its country prefix. It cannot be changed or cleared once set."""
    registration_number: NotRequired[str | None]
    """Number in the company register; `null` clears it."""
    email: NotRequired[str]
    """Contact email address of the account, printed on invoices."""
    phone: NotRequired[str | None]
    """Telephone number on invoices; `null` clears it."""
    tax_behavior: NotRequired[str]
    """`inclusive` (prices include tax) or `exclusive` (tax is added to prices)."""
    tax_mode: NotRequired[str]
    """`manual` (only the tax rates of the account), `eu_home` (your VAT for all consumers in the EU, below the threshold of 10,000 EUR a year) or `eu_oss` (the VAT of the buyer's country). Tax rates of the account take precedence."""
    registrations: NotRequired[Sequence[TenantBillingProfileUpdateRegistrationParams]]
    """VAT registrations outside the EU, one per country; replaces all of them. Used in the modes `eu_home` and `eu_oss`."""
    refund_window_days: NotRequired[int]
    """Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds."""
    dunning_schedule: NotRequired[Sequence[int] | None]
    """Days after the first failure of a renewal on which it is retried: 1 to 6 numbers from 1 to 28, in ascending order, for renewals charged from now on; `null` sets the default (2, 7, 14, 21). After the last retry the subscription is canceled."""
    invoice_footer: NotRequired[str | None]
    """Text at the foot of invoices and credit notes; `null` clears it."""
    e_invoicing: NotRequired[SellerEInvoicingParams | None]
    """Settings for e-invoices, for documents that are issued from now on; omitted fields are cleared, `null` clears all."""
    withdrawal: NotRequired[TenantBillingProfileUpdateWithdrawalParams]
    """Whether consumers can withdraw from the contract in the portal within 14 days. Applies to subscriptions that are sold from now on."""
    customer_emails: NotRequired[bool]
    """Whether customers get emails about their orders and subscriptions: order confirmation, changes, end of a trial, renewal of a yearly plan, SEPA debits, expiring cards, changes whose payment failed, and the end of a subscription after a hard decline."""


TenantBillingProfileUpdateRegistrationParams = TypedDict(
    "TenantBillingProfileUpdateRegistrationParams",
    {
        "country": "str",
        "number": "str",
        "from": "str",
    },
)


class TenantBillingProfileUpdateWithdrawalParams(TypedDict):
    enabled: bool
    """True: customers without a VAT number can withdraw, if you or they are in the EU."""
    partial_refund: NotRequired[bool]
    """True: the order page asks whether the service is to begin at once; customers who said yes get only the unused part of their payments back."""


class TenantCapabilities(TypedDict):
    object: Literal["tenant_capabilities"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    currencies: list[str]
    """Currencies that the service supports, as ISO 4217 codes."""
    payment_methods: list[PaymentMethodCapability]
    """Payment methods that the service supports, active at the payment provider or not."""
    limits: dict[str, int]
    """Limits of the API by name; the name contains the unit, as in `webhook_timeout_seconds`."""
    features: dict[str, bool]
    """Features by name; true if this deployment has the feature."""


class TenantEmailTextsUpdateParams(TypedDict):
    email: str
    """The email."""
    language: str
    """Language of the texts."""
    texts: EmailTextsParams
    """Your texts, in plain text with placeholders such as `{merchant}`. An omitted text is reset to the default."""
    preview: NotRequired[bool]
    """True: checks the texts, returns the email and stores nothing. Default: false."""


class TenantExport(TypedDict):
    object: Literal["tenant_export"]
    """Type of the object."""
    service_export_version: Literal[2]
    """Version of the format of the export."""
    tenant_id: str
    """Id of the account. Starts with `acct_`."""
    livemode: bool
    """True in live mode, false in test mode."""
    generated_at: int
    """Unix time in seconds of the moment that the export shows."""
    products: list[Product]
    """All products, each as its retrieval returns it."""
    prices: list[Price]
    """All prices, each as its retrieval returns it."""
    meters: list[Meter]
    """All meters, each as its retrieval returns it."""
    coupons: list[Coupon]
    """All coupons, each as its retrieval returns it."""
    tax_rates: list[TaxRate]
    """All tax rates, each as its retrieval returns it."""
    customers: list[Customer]
    """All customers that are not deleted, each as its retrieval returns it."""
    subscriptions: list[Subscription]
    """All subscriptions, each as its retrieval returns it."""
    payments: list[Payment]
    """All payments, each as its retrieval returns it."""
    one_shot_payments: list[OneShotPayment]
    """All one-off payments, each as its retrieval returns it."""
    refunds: list[Refund]
    """All refunds, each as its retrieval returns it."""
    invoices: list[Invoice]
    """All invoices with their lines, each as its retrieval returns it."""
    credit_notes: list[CreditNote]
    """All credit notes with their lines, each as its retrieval returns it."""
    disputes: list[Dispute]
    """All disputes, each as its retrieval returns it."""
    usage_records: list[UsageRecord]
    """All usage records, each as its retrieval returns it."""
    events: list[Event]
    """The events of the last 90 days, oldest first."""


class TenantPortalBrandingLogoParams(TypedDict):
    content: str
    """Content of the PNG or JPEG file in Base64, at most 100 KB before encoding."""


class TenantPortalBrandingUpdateParams(TypedDict):
    display_name: NotRequired[str | None]
    """Name shown on the pages; `null`: the name of the account."""
    logo_url: NotRequired[str | None]
    """https URL of the logo on the pages; `null`: none, and an uploaded logo is deleted."""
    icon_url: NotRequired[str | None]
    """https URL of the small icon of the pages; `null`: none."""
    primary_color: NotRequired[str | None]
    """Color of buttons and links, in the form `#rrggbb`; `null`: the default color."""
    background_color: NotRequired[str | None]
    """Color of the background, in the form `#rrggbb`; `null`: the default color."""
    support_email: NotRequired[str | None]
    """Email address for questions of customers; `null`: the email address of the account."""
    support_url: NotRequired[str | None]
    """https URL of your support page; `null`: none."""
    privacy_url: NotRequired[str | None]
    """https URL of your privacy policy; `null`: none."""
    terms_url: NotRequired[str | None]
    """https URL of your terms; `null`: none."""
    withdrawal_url: NotRequired[str | None]
    """https URL of your information about the right of withdrawal; `null`: none."""
    plans: NotRequired[str | Sequence[str]]
    """Prices that customers can change to in the portal: `same_product` (those of the same product), `all`, or a list of price ids."""


class TenantProviderCredentialConnectParams(TypedDict):
    api_key: str
    """API key of the payment provider, for the mode (test or live) of the key that makes the call."""
    provider: NotRequired[str]
    """Payment provider of the key. Default: the one whose keys have this format."""


class TestClock(TypedDict):
    id: str
    """Id of the test clock. Starts with `clk_`."""
    object: Literal["test_clock"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    name: str | None
    """Your name for the clock; `null` if none was set."""
    frozen_time: int
    """The simulated time, in Unix seconds. While `status` is `advancing`, the time that the advance has reached."""
    status: str
    """`ready`, `advancing` (due work up to the new time is being processed) or `failed` (an advance stopped; advance again to continue)."""


class TestClockAdvanceParams(TypedDict):
    frozen_time: int
    """The simulated time to advance to, in Unix seconds: after the time of the clock, by at most two months (two years if no subscription on the clock is monthly)."""


class TestClockCreateParams(TypedDict):
    frozen_time: int
    """Initial simulated time, in Unix seconds, between the years 2000 and 2100."""
    name: NotRequired[str | None]
    """Your name for the clock. Default: `null`."""


class TestClockDeleted(TypedDict):
    id: str
    """Id of the test clock. Starts with `clk_`."""
    object: Literal["test_clock"]
    """Type of the object."""
    deleted: bool
    """Always true: the test clock is deleted."""


class TestClockList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[TestClock]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class UpcomingInvoice(TypedDict):
    object: Literal["upcoming_invoice"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    invoice_id: str | None
    """Id of the open invoice. Starts with `inv_`; `null`: none is issued yet."""
    subscription_id: str
    """Id of the subscription. Starts with `sub_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    amount_due_cents: int
    """Amount that the renewal charges, in cents, with tax."""
    tax_cents: int
    """Tax in `amount_due_cents`, in cents."""
    period_start: int
    """Start of the service period that the renewal pays for, Unix time in seconds."""
    period_end: int
    """End of the service period that the renewal pays for, Unix time in seconds."""


class UsageAlert(TypedDict):
    id: str
    """Id of the usage alert. Starts with `ualert_`."""
    object: Literal["usage_alert"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str | None
    """Id of the subscription. Starts with `sub_`; `null` for an alert of a customer."""
    customer_id: str | None
    """Id of the customer: the usage of each of its subscriptions is compared with the threshold. Starts with `cus_`; `null` for an alert of a subscription."""
    meter_id: str | None
    """Id of a meter: the alert counts only subscriptions whose price has this meter. Starts with `mtr_`; `null`: all metered subscriptions."""
    quantity: int | None
    """Threshold as number of units in a period; `null` for an amount."""
    amount_cents: int | None
    """Threshold as amount of the usage of a period in cents, before discount and tax; `null` for a quantity."""
    email_customer: bool
    """True if the customer gets an email when the threshold is reached."""


class UsageAlertCreateParams(TypedDict):
    subscription_id: NotRequired[str | None]
    """Id of a metered subscription. Default: the subscriptions of `customer_id`."""
    customer_id: NotRequired[str | None]
    """Id of a customer: the alert applies to each metered subscription of the customer, including later ones. Not together with `subscription_id`."""
    meter_id: NotRequired[str | None]
    """Id of a meter: the alert applies only to subscriptions with a price of this meter. With `subscription_id`, the subscription must already have such a price. Default: any metered price."""
    quantity: NotRequired[int | None]
    """Threshold as a number of units in a period."""
    amount_cents: NotRequired[int | None]
    """Threshold as an amount of the usage of a period in cents, before discount and tax. Not together with `quantity`."""
    email_customer: NotRequired[bool | None]
    """Whether the customer gets an email when the threshold is reached. Default: false."""


class UsageAlertDeleted(TypedDict):
    id: str
    """Id of the deleted usage alert. Starts with `ualert_`."""
    object: Literal["usage_alert"]
    """Type of the object."""
    deleted: bool
    """Always true: the alert is deleted."""


class UsageAlertList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[UsageAlert]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class UsageEvent(TypedDict):
    id: str
    """The id that you sent with the event."""
    object: Literal["usage_event"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    event_name: str
    """Name of the event."""
    subscription_id: str
    """Id of the subscription. Starts with `sub_`."""
    customer_id: str
    """Id of the customer. Starts with `cus_`."""
    meter_id: str
    """Id of the meter that counts the event. Starts with `mtr_`."""
    occurred_at: int
    """Unix time in seconds of the usage."""
    value: str | None
    """Value of the event, as a decimal string such as `0.25`; `null` if none was sent."""
    properties: dict[str, str]
    """Properties of the event, as names with text values; `{}` if there are none."""
    period_start: int | None
    """Unix time in seconds of the start of the period in which the event is counted; `null`: it is not counted, because it is free or does not pass the filters of the meter."""
    status: str
    """`recorded`, or `canceled`: the event is not counted."""


class UsageEventBatch(TypedDict):
    object: Literal["usage_event_batch"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    recorded: int
    """Number of events that were recorded."""
    duplicates: int
    """Number of duplicates: events that were already recorded."""
    refused: int
    """Number of events that were refused."""
    outcomes: list[UsageEventOutcome]
    """The outcome of each event, in the order of the request."""


class UsageEventCreateEventParams(TypedDict):
    id: str
    """Your id for the event, unique in the account and mode. The same event sent again is not counted twice."""
    event_name: str
    """Name of the event: the `event_name` of the meter."""
    subscription_id: NotRequired[str | None]
    """Id of the subscription that is billed. Default: the subscription of `customer_id`."""
    customer_id: NotRequired[str | None]
    """Id of a customer with one subscription that is billed from these events. Not together with `subscription_id`."""
    occurred_at: NotRequired[int | None]
    """Unix time in seconds of the usage. Default: now."""
    value: NotRequired[str | None]
    """Value of the event, as a decimal string such as `0.25` with at most 12 places; not negative. Default: `null`."""
    properties: NotRequired[Mapping[str, str] | None]
    """At most 10 properties of the event, as names with text values: for filters and `value_key` of meters. Default: `{}`."""


class UsageEventCreateParams(TypedDict):
    events: Sequence[UsageEventCreateEventParams]
    """The events, at most 1,000."""


class UsageEventError(TypedDict):
    code: str
    """Error code, such as `parameter_invalid`."""
    param: str | None
    """Field of the event; `null` if the error is not about a field."""
    reason: str | None
    """Reason for the code, such as `subscription_not_metered`; `null` if there is none."""
    message: str
    """What is wrong, and what to do."""


class UsageEventList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[UsageEvent]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class UsageEventOutcome(TypedDict):
    id: str | None
    """Id of the event; `null` if it has no valid id."""
    outcome: str
    """`recorded`, `duplicate` (the same event was recorded before) or `refused`."""
    error: UsageEventError | None
    """Why the event was refused; `null` for the other outcomes."""


class UsageRecord(TypedDict):
    id: str
    """Id of the usage record. Starts with `ur_`."""
    object: Literal["usage_record"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the metered subscription. Starts with `sub_`."""
    quantity: int
    """Number of used units, 0 or more."""
    occurred_at: int
    """Unix time in seconds of the usage. It decides in which period the usage is charged."""
    metadata: dict[str, str]
    """Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it."""


class UsageRecordCreateParams(TypedDict):
    quantity: int
    """Number of used units."""
    occurred_at: NotRequired[int | None]
    """Unix time in seconds of the usage. Default: now."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`."""


class UsageRecordList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[UsageRecord]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class UsageSummary(TypedDict):
    object: Literal["usage_summary"]
    """Type of the object."""
    livemode: bool
    """True in live mode, false in test mode."""
    subscription_id: str
    """Id of the metered subscription. Starts with `sub_`."""
    period_start: int
    """Unix time in seconds when the period starts."""
    period_end: int
    """Unix time in seconds when the period ends."""
    total_quantity: int
    """Number of used units that are not billed yet."""
    record_count: int
    """Number of usage records and usage events that are not billed yet."""
    amount_cents: int
    """Amount for the usage so far in cents, before discount and tax; 0 in a trial."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    tiers: list[UsageSummaryTier] | None
    """Usage per tier of the price; `null` for a price without tiers."""
    breakdown: NotRequired[list[UsageSummaryBreakdown]]
    """Usage of the open period by meter, time and property, oldest first. Present only if the request has `interval` or `group_by`."""


class UsageSummaryBreakdown(TypedDict):
    starts_at: int
    """Unix time in seconds when the hour, day or month (UTC) of the row starts, never before `period_start`; `period_start` for `interval=period`."""
    meter_id: str | None
    """Id of the meter of the usage events. Starts with `mtr_`; `null` for usage records."""
    event_name: str | None
    """Name of the usage events of the meter; `null` for usage records."""
    group: str | None
    """Value of the property that `group_by` names; `null` without `group_by`, and for usage without this property."""
    quantity: str
    """Quantity of the row as a decimal string, by the aggregation of the meter. In a period with more than 10,000 usage records and events, a meter with the aggregation `unique` counts each value only in the row of its first use."""
    record_count: int
    """Number of usage records and usage events."""
    amount_cents: int | None
    """What the row adds to `amount_cents` of the summary, in cents: negative if a meter with the aggregation `last` decreases. `null` with `group_by`."""


class UsageSummaryTier(TypedDict):
    up_to: int | None
    """Last unit of the tier, counted from the start of the period; `null` for the last tier, which has no end."""
    quantity: int
    """Units that fall into the tier."""
    amount_cents: int
    """Amount for these units in cents, with the flat amount of the tier."""


class VatExemption(TypedDict):
    category: str
    """`E` (exempt from tax) or `O` (outside the scope of tax)."""
    code: str | None
    """Code of the reason in the VATEX list, such as `VATEX-EU-132`; `null`: the text is enough."""
    reason: str
    """The reason as the law requires it on invoices."""


class VatExemptionParams(TypedDict):
    category: str
    """`E` (exempt from tax) or `O` (outside the scope of tax)."""
    code: NotRequired[str | None]
    """Code of the reason in the VATEX list, such as `VATEX-EU-132`; `null`: the text is enough."""
    reason: str
    """The reason as the law requires it on invoices."""


VatReport = TypedDict(
    "VatReport",
    {
        "object": "Literal[\"vat_report\"]",
        "livemode": "bool",
        "from": "str",
        "to": "str",
        "rows": "list[VatReportRow]",
        "corrections": "list[VatReportCorrection]",
        "ec_sales": "list[VatReportEcSale]",
        "totals": "list[VatReportTotal]",
    },
)


class VatReportCorrection(TypedDict):
    month: str
    """Month of the corrected invoices in UTC, such as `2026-09`."""
    country_code: str | None
    """Country of the VAT, ISO 3166-1 alpha-2: the country of the customer or, for sales to consumers in other member states in the tax mode `eu_home`, your country; `null` if it is unknown."""
    treatment: str
    """`taxed`; `zero_rated` (a rate of 0 applied); `reverse_charge` (the customer owes the VAT); `export` (from the EU to another country, untaxed); `untaxed` (no tax rate applied, or you declared an exemption)."""
    rate_basis_points: int
    """Tax rate in hundredths of a percent: 2100 is 21 %."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    net_cents: int
    """Sum without VAT, in cents."""
    tax_cents: int
    """VAT in cents."""
    gross_cents: int
    """Sum with VAT, in cents."""
    invoices: int
    """Number of invoices that were issued."""
    voided_invoices: int
    """Number of invoices that were voided."""
    credit_notes: int
    """Number of credit notes that were issued."""
    credited_cents: int
    """Sum of the credit notes with VAT, in cents; positive. Already deducted from the other amounts."""


class VatReportEcSale(TypedDict):
    vat_number: str | None
    """VAT number of the customer; `null` if the invoice shows none. Credit for unused time has the number of its charge."""
    country_code: str | None
    """Country of the VAT, ISO 3166-1 alpha-2: the country of the customer or, for sales to consumers in other member states in the tax mode `eu_home`, your country; `null` if it is unknown."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    net_cents: int
    """Sum without VAT, in cents."""


class VatReportRow(TypedDict):
    country_code: str | None
    """Country of the VAT, ISO 3166-1 alpha-2: the country of the customer or, for sales to consumers in other member states in the tax mode `eu_home`, your country; `null` if it is unknown."""
    treatment: str
    """`taxed`; `zero_rated` (a rate of 0 applied); `reverse_charge` (the customer owes the VAT); `export` (from the EU to another country, untaxed); `untaxed` (no tax rate applied, or you declared an exemption)."""
    rate_basis_points: int
    """Tax rate in hundredths of a percent: 2100 is 21 %."""
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    net_cents: int
    """Sum without VAT, in cents."""
    tax_cents: int
    """VAT in cents."""
    gross_cents: int
    """Sum with VAT, in cents."""
    invoices: int
    """Number of invoices that were issued."""
    voided_invoices: int
    """Number of invoices that were voided."""
    credit_notes: int
    """Number of credit notes that were issued."""
    credited_cents: int
    """Sum of the credit notes with VAT, in cents; positive. Already deducted from the other amounts."""


class VatReportTotal(TypedDict):
    currency: str
    """Currency of the amounts: ISO 4217 code in upper case, such as `EUR`."""
    net_cents: int
    """Sum without VAT, in cents."""
    tax_cents: int
    """VAT in cents."""
    gross_cents: int
    """Sum with VAT, in cents."""
    invoices: int
    """Number of invoices that were issued."""
    voided_invoices: int
    """Number of invoices that were voided."""
    credit_notes: int
    """Number of credit notes that were issued."""
    credited_cents: int
    """Sum of the credit notes with VAT, in cents; positive. Already deducted from the other amounts."""


class WebhookDelivery(TypedDict):
    id: str
    """Id of the delivery. Starts with `whd_`."""
    object: Literal["webhook_delivery"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    endpoint_id: str
    """Id of the webhook endpoint. Starts with `we_`."""
    event_id: str
    """Id of the event. Starts with `evt_`."""
    event_type: str
    """Type of the event, such as `invoice.paid`."""
    status: str
    """`pending` (an attempt follows), `delivered` (the endpoint answered with 2xx) or `failed` (the last attempt failed)."""
    attempt_count: int
    """Number of attempts so far."""
    next_attempt_at: int | None
    """Unix time in seconds of the next attempt; `null` if none follows."""
    last_response_code: int | None
    """HTTP status of the last response; `null` before the first attempt, or if the last attempt got no response."""
    last_error: str | None
    """Why the last attempt failed; `null` if the last attempt succeeded, and before the first attempt."""
    last_response_body_excerpt: str | None
    """First 2048 bytes of the last response; `null` if the last attempt got no response."""
    test: NotRequired[bool]
    """True for a test event, which no list of events contains. Absent in deliveries of recorded events."""


class WebhookDeliveryList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[WebhookDelivery]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class WebhookDeliveryRequest(TypedDict):
    object: Literal["webhook_delivery_request"]
    """Type of the object."""
    method: Literal["POST"]
    """HTTP method of the request."""
    url: str
    """URL of the endpoint, to which the next attempt is sent."""
    headers: dict[str, str]
    """Headers of the request by name. The signatures and their times are missing, because each attempt computes them when it is sent; `Service-Delivery-Attempt` is the number of the last attempt, or 1 before the first one."""
    body: str | None
    """Body of the request, byte for byte as it is sent; `null` if the event is no longer kept (90 days), or the key lacks the scope `events:read`."""


class WebhookEndpoint(TypedDict):
    id: str
    """Id of the webhook endpoint. Starts with `we_`."""
    object: Literal["webhook_endpoint"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    url: str
    """URL that receives the events by POST."""
    enabled_events: list[str]
    """Types of the events that are sent; `*`: all types."""
    description: str | None
    """Your note about the endpoint; `null` if none was set."""
    status: str
    """`enabled`, or `disabled`: events that are recorded while it is disabled are never sent."""
    secret_fingerprint: str
    """First 12 hexadecimal digits of the SHA-256 digest of the signing secret, to recognize it."""


class WebhookEndpointCreateParams(TypedDict):
    url: str
    """URL that receives the events by POST. It must resolve to public IP addresses."""
    enabled_events: NotRequired[Sequence[str]]
    """Types of the events to send; `*`: all types. Default: `["*"]`."""
    description: NotRequired[str | None]
    """Your note about the endpoint. Default: `null`."""


class WebhookEndpointCreatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["webhook_endpoint.created"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: WebhookEndpoint
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: dict[str, Any] | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class WebhookEndpointDeleted(TypedDict):
    id: str
    """Id of the webhook endpoint. Starts with `we_`."""
    object: Literal["webhook_endpoint"]
    """Type of the object."""
    deleted: bool
    """Always true: the endpoint and its deliveries are deleted."""


class WebhookEndpointDeletedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["webhook_endpoint.deleted"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: WebhookEndpoint
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: WebhookEndpointPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class WebhookEndpointList(TypedDict):
    object: Literal["list"]
    """Type of the object."""
    data: list[WebhookEndpoint]
    """The objects of this page."""
    has_more: bool
    """True if more objects follow: send the id of the last object as `starting_after`."""


class WebhookEndpointPreviousAttributes(TypedDict):
    id: NotRequired[str]
    """Id of the webhook endpoint. Starts with `we_`."""
    object: NotRequired[Literal["webhook_endpoint"]]
    """Type of the object."""
    created: NotRequired[int]
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: NotRequired[bool]
    """True in live mode, false in test mode."""
    url: NotRequired[str]
    """URL that receives the events by POST."""
    enabled_events: NotRequired[list[str]]
    """Types of the events that are sent; `*`: all types."""
    description: NotRequired[str | None]
    """Your note about the endpoint; `null` if none was set."""
    status: NotRequired[str]
    """`enabled`, or `disabled`: events that are recorded while it is disabled are never sent."""
    secret_fingerprint: NotRequired[str]
    """First 12 hexadecimal digits of the SHA-256 digest of the signing secret, to recognize it."""


class WebhookEndpointSendTestEventParams(TypedDict):
    event_type: NotRequired[str]
    """Type of the event."""


class WebhookEndpointUpdateParams(TypedDict):
    url: NotRequired[str]
    """New URL that receives the events by POST. It must resolve to public IP addresses."""
    enabled_events: NotRequired[Sequence[str]]
    """Types of the events to send; `*`: all types."""
    description: NotRequired[str | None]
    """Your note about the endpoint; `null` clears it."""
    status: NotRequired[str]
    """`enabled`, or `disabled` to stop deliveries."""


class WebhookEndpointUpdatedEvent(TypedDict):
    id: str
    """Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording."""
    object: Literal["event"]
    """Type of the object."""
    type: Literal["webhook_endpoint.updated"]
    """Type of the event."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: WebhookEndpoint
    """The object as it was when the event was recorded; later changes do not affect it."""
    previous_attributes: WebhookEndpointPreviousAttributes | None
    """The changed fields of the object with their values before the change; `null` if there are none."""


class WebhookEndpointWithSecret(TypedDict):
    id: str
    """Id of the webhook endpoint. Starts with `we_`."""
    object: Literal["webhook_endpoint"]
    """Type of the object."""
    created: int
    """Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock."""
    livemode: bool
    """True in live mode, false in test mode."""
    url: str
    """URL that receives the events by POST."""
    enabled_events: list[str]
    """Types of the events that are sent; `*`: all types."""
    description: str | None
    """Your note about the endpoint; `null` if none was set."""
    status: str
    """`enabled`, or `disabled`: events that are recorded while it is disabled are never sent."""
    secret_fingerprint: str
    """First 12 hexadecimal digits of the SHA-256 digest of the signing secret, to recognize it."""
    secret: str
    """Secret to verify the signature of deliveries, `svcwhsec_...`. Only this response contains it."""


WebhookEvent = (
    CheckoutSessionCompletedEvent
    | CheckoutSessionExpiredEvent
    | SubscriptionCreatedEvent
    | SubscriptionUpdatedEvent
    | SubscriptionPausedEvent
    | SubscriptionResumedEvent
    | SubscriptionReactivatedEvent
    | SubscriptionPlanChangedEvent
    | SubscriptionTrialStartedEvent
    | SubscriptionTrialWillEndEvent
    | SubscriptionTrialEndedEvent
    | SubscriptionPastDueEvent
    | SubscriptionCanceledEvent
    | SubscriptionPaymentMethodUpdatedEvent
    | SubscriptionCouponAppliedEvent
    | SubscriptionCouponExpiredEvent
    | InvoiceCreatedEvent
    | InvoicePaidEvent
    | InvoicePaymentFailedEvent
    | InvoiceVoidedEvent
    | InvoiceMarkedUncollectibleEvent
    | InvoiceUpcomingEvent
    | PaymentSucceededEvent
    | PaymentFailedEvent
    | RefundCreatedEvent
    | RefundSucceededEvent
    | RefundFailedEvent
    | DisputeCreatedEvent
    | DisputeClosedEvent
    | CreditNoteCreatedEvent
    | OneShotPaymentSucceededEvent
    | OneShotPaymentFailedEvent
    | OneShotPaymentRefundedEvent
    | CustomerCreatedEvent
    | CustomerUpdatedEvent
    | CustomerDeletedEvent
    | ProductCreatedEvent
    | ProductUpdatedEvent
    | ProductArchivedEvent
    | PriceCreatedEvent
    | PriceArchivedEvent
    | PriceUpdatedEvent
    | CouponCreatedEvent
    | CouponUpdatedEvent
    | WebhookEndpointCreatedEvent
    | WebhookEndpointUpdatedEvent
    | WebhookEndpointDeletedEvent
    | DunningEmailRequiredEvent
)
"""An event of any type of this version; `type` determines the type of `data`. A later version of the service can record further types, so ignore a type that is not known."""


class ApiKeysListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""


class AuditLogsListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""
    action: NotRequired[str]
    """Returns only entries of this action, such as `customer.updated`."""
    resource_type: NotRequired[str]
    """Returns only entries about objects of this type, such as `customer`."""
    resource_id: NotRequired[str]
    """Returns only entries about the object with this id."""
    actor_id: NotRequired[str]
    """Returns only entries of the actor with this id, such as an API key."""


class CheckoutElementRetrieveQuery(TypedDict):
    country: NotRequired[str]
    """Country to compute the amounts for, if the buyer’s country is unknown: two capital letters (ISO 3166-1 alpha-2), such as `NL`."""


CouponsListQuery = TypedDict(
    "CouponsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "active": "NotRequired[bool]",
    },
)


class CreditNotesEInvoiceQuery(TypedDict):
    format: NotRequired[str]
    """One of `e_invoice.formats`. Default: `e_invoice.format` of the credit note; if it is `null`, the format that follows from the country and identifiers of the customer."""


CreditNotesListQuery = TypedDict(
    "CreditNotesListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "invoice_id": "NotRequired[str]",
        "customer_id": "NotRequired[str]",
    },
)


class CreditNotesRetrieveQuery(TypedDict):
    expand: NotRequired[str]
    """Objects to include in the response; none by default. Comma list of `document`."""


CustomersListQuery = TypedDict(
    "CustomersListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "email": "NotRequired[str]",
    },
)


DisputesListQuery = TypedDict(
    "DisputesListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "payment_id": "NotRequired[str]",
        "status": "NotRequired[Sequence[str]]",
    },
)


class EventsListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""
    expand: NotRequired[str]
    """Objects to include in the response; none by default. Comma list of `customer`."""
    type: NotRequired[Sequence[str]]
    """Returns only events of these types. Default: all types."""
    customer_id: NotRequired[str]
    """Returns only events of the customer with this id, and of the objects that belong to the customer."""


class InvoicesEInvoiceQuery(TypedDict):
    format: NotRequired[str]
    """One of `e_invoice.formats`. Default: `e_invoice.format` of the invoice; if it is `null`, the format that follows from the country and identifiers of the customer."""


InvoicesListQuery = TypedDict(
    "InvoicesListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "customer_id": "NotRequired[str]",
        "subscription_id": "NotRequired[str]",
        "status": "NotRequired[Sequence[str]]",
        "number": "NotRequired[str]",
    },
)


class InvoicesRetrieveQuery(TypedDict):
    expand: NotRequired[str]
    """Objects to include in the response; none by default. Comma list of `tax_evidence`, `document`."""


InvoicesTotalsQuery = TypedDict(
    "InvoicesTotalsQuery",
    {
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "status": "NotRequired[Sequence[str]]",
        "customer_id": "NotRequired[str]",
    },
)


class MetersListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""
    status: NotRequired[str]
    """Returns only meters with this status. Default: all."""


MetricsRetrieveQuery = TypedDict(
    "MetricsRetrieveQuery",
    {
        "interval": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "currency": "NotRequired[str]",
    },
)


OneShotPaymentsListQuery = TypedDict(
    "OneShotPaymentsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "customer_id": "NotRequired[str]",
        "status": "NotRequired[Sequence[str]]",
    },
)


class PaymentLinksListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""


PaymentsListQuery = TypedDict(
    "PaymentsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "customer_id": "NotRequired[str]",
        "subscription_id": "NotRequired[str]",
    },
)


class PaymentsRetrieveQuery(TypedDict):
    expand: NotRequired[str]
    """Objects to include in the response; none by default. Comma list of `refund_eligibility`."""


PricesListQuery = TypedDict(
    "PricesListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "product_id": "NotRequired[str]",
        "meter_id": "NotRequired[str]",
        "active": "NotRequired[bool]",
    },
)


ProductsListQuery = TypedDict(
    "ProductsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "expand": "NotRequired[str]",
        "active": "NotRequired[bool]",
    },
)


class ProductsRetrieveQuery(TypedDict):
    expand: NotRequired[str]
    """Objects to include in the response; none by default. Comma list of `default_price`."""


RefundsListQuery = TypedDict(
    "RefundsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "payment_id": "NotRequired[str]",
        "customer_id": "NotRequired[str]",
    },
)


ReportsCohortsQuery = TypedDict(
    "ReportsCohortsQuery",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


ReportsJournalQuery = TypedDict(
    "ReportsJournalQuery",
    {
        "from": "str",
        "to": "str",
        "format": "NotRequired[str]",
        "currency": "NotRequired[str]",
        "datev_consultant": "NotRequired[str]",
        "datev_client": "NotRequired[str]",
        "datev_chart": "NotRequired[str]",
        "datev_accounts": "NotRequired[str]",
        "datev_fiscal_year_start": "NotRequired[str]",
    },
)


ReportsVatQuery = TypedDict(
    "ReportsVatQuery",
    {
        "from": "str",
        "to": "str",
        "format": "NotRequired[str]",
    },
)


RequestLogsListQuery = TypedDict(
    "RequestLogsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "status": "NotRequired[str]",
        "api_key_id": "NotRequired[str]",
    },
)


class SearchQueryQuery(TypedDict):
    query: str
    """What to look for, such as `ada lov`, `ada@`, `INV-000123`, `4242` or `cus_01`."""
    limit: NotRequired[int]
    """Maximum number of objects of each kind, 1 to 20. Default: 5."""


SubscriptionsListQuery = TypedDict(
    "SubscriptionsListQuery",
    {
        "limit": "NotRequired[int]",
        "starting_after": "NotRequired[str]",
        "include": "NotRequired[str]",
        "created[gte]": "NotRequired[int]",
        "created[gt]": "NotRequired[int]",
        "created[lte]": "NotRequired[int]",
        "created[lt]": "NotRequired[int]",
        "expand": "NotRequired[str]",
        "customer_id": "NotRequired[str]",
        "status": "NotRequired[Sequence[str]]",
        "renewal_state": "NotRequired[Sequence[str]]",
    },
)


class SubscriptionsRetrieveQuery(TypedDict):
    expand: NotRequired[str]
    """Objects to include in the response; none by default. Comma list of `customer`, `refund_eligibility`, `withdrawal_refund`."""


class TaxRatesListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""


class TenantEmailTextsListQuery(TypedDict):
    language: NotRequired[str]
    """Language of the texts. Default: `en`."""


class TestClocksListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""


class UsageAlertsListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""
    subscription_id: NotRequired[str]
    """Returns only the alerts of this subscription, without those of its customer."""
    customer_id: NotRequired[str]
    """Returns only the alerts of this customer, without those of subscriptions."""


class UsageEventsListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""
    subscription_id: str
    """Id of the subscription."""


class UsageRecordsListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""


class UsageRecordsSummaryQuery(TypedDict):
    interval: NotRequired[str]
    """Length of time of a row of `breakdown`: `hour`, `day` or `month` (UTC), or `period`. Default: `period` with `group_by`, otherwise no breakdown."""
    group_by: NotRequired[str]
    """Property of usage events: `breakdown` has a row for each of its values. Default: none."""


class WebhookDeliveriesListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""


class WebhookEndpointsListQuery(TypedDict):
    limit: NotRequired[int]
    """Highest number of objects to return. A page can have fewer objects even if another page follows."""
    starting_after: NotRequired[str]
    """Id of the last object of the previous page; the response starts after it. Default: the first page."""
