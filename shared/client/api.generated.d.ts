/** Written by `npm run generate` from the API's description. */

export interface paths {
    "/portal/billing_email/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a new e-mail address
         * @description Replaces `email` with `pending_email`; without a pending address, nothing changes. Requires the session of the link mailed to `pending_email`: other sessions get 409 `state_conflict` (`email_not_approvable`).
         *
         *     Requires a portal token.
         *
         *     Events: `customer.updated`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `email_not_approvable`.
         */
        post: operations["portal.approve_billing_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a promotion code to the subscription
         * @description The discount applies from the next charge and replaces the current discount. A customer may enter 5 invalid codes, then one every 12 seconds; further codes return 429.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `subscription.updated`, `subscription.coupon_applied`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `subscription_past_due`, `operation_pending`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `promotion_codes_not_allowed`, `subscription_canceled`, `renewal_processing`, `payment_processing`.
         */
        post: operations["portal.apply_coupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/credit_notes/{credit_note_id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the PDF of a credit note of the subscription
         * @description The PDF is rendered once, shortly after issue, and never changes. Until then, the response is 501 `rendering_pending`.
         *
         *     Requires a portal token.
         *
         *     Errors: 404 `resource_missing`; 501 `rendering_pending`.
         */
        get: operations["portal.credit_note_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the customer's details
         * @description Omitted fields keep their values. Only `name` can be cleared with `null`. A new `email` is stored as `pending_email` until it is approved with the link mailed to that address. Limits: a session may set 5 addresses a minute; a customer may request the same address five times at once, then once every four hours.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `customer.updated`, `subscription.updated`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["portal.update_customer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/invoices/{invoice_id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay the open invoice of a failed renewal
         * @description Charges the payment method of the subscription now instead of at the next retry. `status` is `paid`, or `processing` while the payment is pending. A decline returns 402. Without a payment method, or after a permanent decline, returns 409 (`payment_method_missing`): add a payment method and make it the default first.
         *
         *     Requires a portal token.
         *
         *     Events: `subscription.updated`, `invoice.paid`, `payment.succeeded`, `payment.failed`, `invoice.payment_failed`, `dunning.email_required`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `payment_method_missing`, `payment_refused`.
         */
        post: operations["portal.pay_invoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/invoices/{invoice_id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the PDF of an invoice of the subscription
         * @description The PDF is rendered once, shortly after issue, and never changes. Until then, the response is 501 `rendering_pending`.
         *
         *     Requires a portal token.
         *
         *     Errors: 404 `resource_missing`; 501 `rendering_pending`.
         */
        get: operations["portal.invoice_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/payment_methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a payment method to the wallet
         * @description Charges a verification amount; nothing is sold. If the provider requires an action of the customer, redirect to `redirect_url`, which returns to the portal afterwards. The new method does not become the default.
         *
         *     Requires a portal token.
         *
         *     Events: `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `payment_refused`, `provider_not_connected`, `test_clock_deleted`.
         */
        post: operations["portal.add_method"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/payment_methods/{payment_method_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a saved payment method
         * @description Revokes the mandate of the payment method at the payment provider. Rejected while a subscription uses the payment method (`payment_method_in_use`): make another payment method the default first.
         *
         *     Requires a portal token.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `payment_method_in_use`, `renewal_processing`, `provider_refused`.
         */
        delete: operations["portal.remove_method"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/payment_methods/{payment_method_id}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a saved payment method the default
         * @description From their next renewal, all subscriptions of the customer that have not ended are charged to this payment method; a pending renewal keeps its payment method. The previous default stays in the wallet.
         *
         *     Requires a portal token.
         *
         *     Events: `subscription.updated`, `subscription.payment_method_updated`.
         *
         *     Errors: 404 `resource_missing`; 409 `operation_pending`.
         */
        post: operations["portal.set_default_method"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans that the subscription can change to
         * @description The other active self-service prices in the currency of the subscription. `plans` of the portal branding selects from these prices: all prices of the same product, all prices of the account (newest first), or the listed prices.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["portal.plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the contents of the portal
         * @description The subscription of the session with its latest invoices, and the customer with the saved payment methods. `limited`: the session was opened by the link in an email about an invoice, a failed renewal or a changed address; operations that do not accept limited sessions return 403 (`portal_session_limited`).
         *
         *     Requires a portal token.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["portal.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/subscription/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the subscription
         * @description Cancels at the end of the current period: `cancel_at_period_end` is true until then. A past due subscription is canceled immediately. `reason` is stored as `cancellation_reason`.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `subscription.updated`, `subscription.canceled`, `invoice.voided`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`. Reasons: `subscription_canceled`, `renewal_processing`.
         */
        post: operations["portal.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/subscription/preview_update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of plan
         * @description Returns the amounts that `update` would charge at this second, or the error that `update` would return. Changes nothing.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `subscription_past_due`, `operation_pending`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `subscription_canceled`, `subscription_paused`, `renewal_processing`, `payment_processing`, `plan_not_offered`, `promotion_codes_not_allowed`, `too_many_changes`.
         */
        post: operations["portal.preview_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/subscription/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the scheduled cancellation of the subscription
         * @description Possible until the current period ends.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `subscription.updated`, `subscription.reactivated`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `subscription_canceled`, `period_over`.
         */
        post: operations["portal.reactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/subscription/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the subscription
         * @description Charges the rest of the current period if it is unpaid. A decline returns 402 and leaves the subscription paused.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `subscription.updated`, `subscription.resumed`, `invoice.created`, `invoice.paid`, `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `operation_pending`, `subscription_past_due`; 502 `provider_unavailable`. Reasons: `subscription_canceled`, `period_over`, `renewal_processing`, `payment_processing`, `payment_method_missing`, `payment_refused`.
         */
        post: operations["portal.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/subscription/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the plan
         * @description Changes to another price and charges the amounts that `preview_update` returns at that second. The plan changes once the charge is paid; a decline returns 402 and keeps the old plan. Returns 403 (`plan_not_offered`) for a price that `plans` does not list, and 409 (`too_many_changes`) after 10 changes in a period.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `subscription.updated`, `subscription.plan_changed`, `subscription.coupon_applied`, `invoice.created`, `invoice.paid`, `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `subscription_past_due`, `operation_pending`; 502 `provider_unavailable`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `subscription_canceled`, `subscription_paused`, `renewal_processing`, `payment_processing`, `plan_not_offered`, `promotion_codes_not_allowed`, `too_many_changes`, `payment_method_missing`, `payment_refused`.
         */
        post: operations["portal.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/vat_number": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the customer's VAT number
         * @description Send the number with its country prefix, or `null` to clear the number. The number is checked with the EU VAT validation service, as in `customers.vat_number`: an invalid number is rejected and changes nothing.
         *
         *     Requires a portal token; limited sessions get 403 (`portal_session_limited`).
         *
         *     Events: `customer.updated`, `subscription.updated`.
         *
         *     Errors: 404 `resource_missing`; 409 `operation_pending`. Reasons: `vat_number_invalid`, `vat_service_unavailable`.
         */
        post: operations["portal.vat_number"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account's activation checklist
         * @description Computed from the data of both modes. Steps: `product_created`, `price_created`, `test_payment_made`, `webhook_registered`, `billing_profile_completed` (legal name, street, city and country), `payment_provider_connected` (in live mode), `domain_verified` (the account uses a custom domain). `ready_for_live` is true if the steps for price, test payment, billing profile and provider are done.
         *
         *     Requires the scope `tenant:read`.
         */
        get: operations["account.activation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List problems that need attention
         * @description Returns current problems, most severe first. In the key's mode: `billing_on_hold`, `overpayments_not_refunded` (a customer paid twice, and the refund has failed so far), `card_testing_suspected` (too many refused payments from one IP address during the last day), `webhook_deliveries_failing` (among the ten latest deliveries of each endpoint), `subscriptions_past_due`, `credit_left` (canceled subscriptions with credit that was paid for and not used), `reverse_charge_without_vat_number` (customers with a valid VAT number who are charged tax because the account has no VAT number), `webhook_endpoints_disabled`. For the account: `payment_provider_not_connected` (in live mode), `billing_profile_incomplete`. `count` stops at 100: 100 means 100 or more. It is `null` if the problem has no count.
         *
         *     Requires the scope `tenant:read`.
         */
        get: operations["account.attention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account's own plan and usage
         * @description `usage` has the meters `invoices_issued` and `webhook_endpoints`, each once per mode. Plans are free: `subscription` and `next_invoice` are always `null`, `collection_available` and `billing_authorized` are always `false`.
         *
         *     Requires the scope `tenant:read`.
         */
        get: operations["account.billing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the account's own plan
         * @description Takes effect immediately, in both modes. Plans are free.
         *
         *     Requires the scope `tenant:write`.
         */
        post: operations["account.plan_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first
         * @description Lists the keys of the mode of the calling key, revoked keys too. The keys themselves are never returned.
         *
         *     Requires the scope `api_keys:read`.
         */
        get: operations["api_keys.list"];
        put?: never;
        /**
         * Create an API key
         * @description Only this response contains the key. `scopes` must be a subset of the scopes of the creating key, which are the default. For a live key, the owners receive an email, and the console requires a sign-in within the last 15 minutes.
         *
         *     Requires the scope `api_keys:write`.
         */
        post: operations["api_keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an API key
         * @description Returns the key without its `secret`.
         *
         *     Requires the scope `api_keys:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["api_keys.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys/{api_key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description The key stops working immediately. Revoking a revoked key has no effect.
         *
         *     Requires the scope `api_keys:write`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["api_keys.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit_logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries, newest first
         * @description Entries are kept for 400 days. Keys of both modes list the entries that concern the whole account. Filters match exactly. With filters, a page can have fewer than `limit` entries although `has_more` is true.
         *
         *     Requires the scope `audit_logs:read`.
         */
        get: operations["audit_logs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit_logs/{audit_log_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an audit log entry
         * @description Returns an entry of the mode of the key, or one that concerns the whole account. Entries older than 400 days return 404.
         *
         *     Requires the scope `audit_logs:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["audit_logs.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing_portal/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a billing portal session
         * @description Redirect the customer to `url` to view and manage the subscription; `url` is valid for one hour. Only this response contains `token`, which is also part of `url`. `deliver_email` also emails the link to the customer; if the customer has no email address, the response is 409 `state_conflict` (`customer_has_no_email`). In test mode only the account's members receive emails. Works for canceled subscriptions too.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`. Reasons: `customer_has_no_email`.
         */
        post: operations["billing_portal.create_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing_portal/sessions/{session_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a billing portal session
         * @description The token of the session stops working immediately. Revoking a revoked session has no effect.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["billing_portal.revoke_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/one_shot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one-off payments, newest first
         * @description Lists the one-off payments of the account, or only those of a customer or with a status.
         *
         *     Requires the scope `checkout_sessions:read`.
         */
        get: operations["one_shot_payments.list"];
        put?: never;
        /**
         * Create a one-off payment
         * @description Redirect the buyer to `url`. With `ui_mode: hosted`, `payment_method`, `success_url` and `cancel_url` are required. With `ui_mode: embedded`, `payment_method` is not allowed, and the response contains a `client_secret` for the buyer’s browser. Exclusive tax is added to `amount_cents`. Without `customer_id` a customer is created.
         *
         *     Requires the scope `checkout_sessions:write`.
         *
         *     Events: `customer.created`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`. Reasons: `provider_not_connected`, `test_clock_deleted`.
         */
        post: operations["one_shot_payments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/one_shot/{one_shot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a one-off payment
         * @description Returns the current state of the one-off payment. `client_secret` is always `null` here.
         *
         *     Requires the scope `checkout_sessions:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["one_shot_payments.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/one_shot/{one_shot_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an embedded one-off payment
         * @description Works like confirming an embedded session; `session_id` of the response is the id of the one-off payment. `directdebit` is rejected, because it requires a mandate.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Events: `customer.updated`, `one_shot_payment.succeeded`, `one_shot_payment.failed`, `invoice.created`, `invoice.paid`, `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`. Reasons: `payment_refused`, `provider_not_connected`.
         */
        post: operations["checkout_element.confirm_one_shot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the wallet of the buyer's customer
         * @description Returns the payment methods of the subscriptions that have not ended, and the payment methods that the customer added or used before. Empty if all subscriptions have ended.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["checkout_payment_methods.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment-methods/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the setup of a payment method
         * @description `amount_due_now` is the amount of the verification charge. `client_secret` confirms this setup, within 30 minutes.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`. Reasons: `test_clock_deleted`.
         */
        post: operations["checkout_payment_methods.setup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment-methods/setup/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the setup of a payment method
         * @description Charges the verification amount. If the buyer must authorize the charge, redirect the buyer to `redirect_url`; from there the buyer returns to the session's `success_url` or `cancel_url`. A failed setup can be confirmed again.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Events: `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `client_secret_expired`, `payment_refused`, `provider_not_connected`, `test_clock_deleted`.
         */
        post: operations["checkout_payment_methods.setup_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment-methods/{payment_method_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a saved payment method
         * @description Revokes the mandate of the payment method at the payment provider. Fails with `payment_method_in_use` while a subscription uses the payment method: make another payment method the default first.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `payment_method_in_use`, `renewal_processing`, `provider_refused`.
         */
        delete: operations["checkout_payment_methods.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment-methods/{payment_method_id}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a saved payment method the default
         * @description From their next renewal, all subscriptions of the customer that have not ended use this payment method. A renewal in progress keeps its payment method. The previous payment methods stay in the wallet.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Events: `subscription.updated`, `subscription.payment_method_updated`.
         *
         *     Errors: 404 `resource_missing`; 409 `operation_pending`.
         */
        post: operations["checkout_payment_methods.set_default"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout session
         * @description Redirect the buyer to `url`. Payment creates the subscription. Without `customer_id` a customer is created.
         *
         *     Requires the scope `checkout_sessions:write`.
         *
         *     Events: `customer.created`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `provider_not_connected`, `test_clock_deleted`.
         */
        post: operations["checkout_sessions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{checkout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a checkout session
         * @description Returns the current state of the session. `client_secret` is always `null` here.
         *
         *     Requires the scope `checkout_sessions:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["checkout_sessions.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{checkout_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the payment of an embedded session
         * @description Starts a payment, or continues the pending payment; a different method, card or bank starts a payment that replaces the pending payment. If `redirect_url` is set, redirect the buyer there. After a failed or canceled payment, the session can be confirmed again until it expires.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Events: `customer.updated`, `checkout.session.completed`, `subscription.created`, `subscription.trial_started`, `subscription.coupon_applied`, `invoice.created`, `invoice.paid`, `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`. Reasons: `payment_refused`, `provider_not_connected`.
         */
        post: operations["checkout_element.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{checkout_id}/coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a promotion code to an embedded session
         * @description Replaces the applied code; `null` removes it. Returns the updated contents of the element.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `promotion_codes_not_allowed`, `payment_processing`.
         */
        post: operations["checkout_element.apply_coupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{checkout_id}/element": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the contents of the payment element of a session
         * @description Amounts are the amounts that will be charged, including discount and tax. If the buyer’s country is unknown, `country` computes the amounts for a buyer in that country.
         *
         *     Requires the client secret of a checkout session or one-off payment.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["checkout_element.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List coupons, newest first
         * @description Lists the coupons of the mode of the key, inactive coupons too.
         *
         *     Requires the scope `coupons:read`.
         */
        get: operations["coupons.list"];
        put?: never;
        /**
         * Create a coupon
         * @description Requires exactly one of `percent_off` and `amount_off_cents`. Codes are unique and case-insensitive. `max_redemptions_per_customer` is 1 by default; `null` means no limit. `currency` is required for `amount_off_cents` and `min_amount_cents` if the account has prices in several currencies; otherwise it defaults to the currency of the prices (EUR before the first price).
         *
         *     Requires the scope `coupons:write`.
         *
         *     Events: `coupon.created`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `coupon_code_taken`.
         */
        post: operations["coupons.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a coupon code
         * @description Checks the code for a price, or for a currency and an amount. If the code cannot be used, the response is 200 with `valid: false` and a `reason`. For a customer on a test clock, the time of the clock applies.
         *
         *     Requires the scope `coupons:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["coupons.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons/{coupon_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a coupon
         * @description Returns the coupon with its current number of redemptions.
         *
         *     Requires the scope `coupons:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["coupons.retrieve"];
        put?: never;
        /**
         * Update a coupon
         * @description Omitted fields keep their values; `null` clears `max_redemptions`, `max_redemptions_per_customer`, `min_amount_cents`, `applies_to_price_ids` and `redeem_by`. `active: false` disables the code. Existing discounts do not change.
         *
         *     Requires the scope `coupons:write`.
         *
         *     Events: `coupon.updated`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["coupons.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit notes, newest first
         * @description Lists the credit notes of the account, or only those of an invoice or a customer. Those of deleted and purged customers too.
         *
         *     Requires the scope `credit_notes:read`.
         */
        get: operations["credit_notes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{credit_note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a credit note
         * @description Returns the credit note as it was issued. Credit notes never change and are never deleted.
         *
         *     Requires the scope `credit_notes:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["credit_notes.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{credit_note_id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the PDF of a credit note
         * @description In the customer's language. Rendered shortly after the credit note is issued; until then the response is 501 `rendering_pending`.
         *
         *     Requires the scope `credit_notes:read`.
         *
         *     Errors: 404 `resource_missing`; 501 `rendering_pending`.
         */
        get: operations["credit_notes.pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers, newest first
         * @description Lists the customers that are not deleted.
         *
         *     Requires the scope `customers:read`.
         */
        get: operations["customers.list"];
        put?: never;
        /**
         * Create a customer
         * @description Email addresses are not unique: two requests with the same address create two customers.
         *
         *     Requires the scope `customers:write`.
         *
         *     Events: `customer.created`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["customers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a customer
         * @description Returns 404 for a deleted customer.
         *
         *     Requires the scope `customers:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["customers.retrieve"];
        put?: never;
        /**
         * Update a customer
         * @description Omitted fields keep their values. Only `name` can be cleared with `null`. Setting `email`, also to the same address, clears `email_delivery`, so that emails are sent again. A change of the country can change the tax, and so `next_charge_amount_cents` of the customer’s subscriptions.
         *
         *     Requires the scope `customers:write`.
         *
         *     Events: `customer.updated`, `subscription.updated`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["customers.update"];
        /**
         * Delete a customer
         * @description Expires open checkouts and revokes the mandates at the payment provider. Fails while a subscription is active or an invoice is open. Invoices and payments are kept.
         *
         *     Requires the scope `customers:write`.
         *
         *     Events: `customer.deleted`, `checkout.session.expired`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `customer_has_open_invoice`, `payment_processing`, `provider_refused`.
         */
        delete: operations["customers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Purge a customer's personal data
         * @description Works for deleted customers too. Erases personal data from events, audit entries, stored idempotent responses and webhook deliveries, and deletes the customer at the payment provider. Invoices keep the data that the law requires. Cannot be undone.
         *
         *     Requires the scope `customers:write`.
         *
         *     Events: `customer.deleted`, `checkout.session.expired`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `customer_has_open_invoice`, `payment_processing`, `provider_refused`.
         */
        post: operations["customers.purge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/revoke_portal_sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke all billing portal sessions of a customer
         * @description Ends all existing portal sessions of the customer immediately, for all subscriptions, including the portal links in emails. Sessions created later are not affected.
         *
         *     Requires the scope `customers:write`.
         *
         *     Errors: 404 `resource_missing`; 409 `operation_pending`.
         */
        post: operations["customers.revoke_portal_sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/vat_number": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a customer's VAT number
         * @description Send the number with its country prefix, or `null` to clear the number. The number is checked with the EU VAT validation service; an invalid number is rejected and changes nothing. In test mode, the number `200` after the prefix is invalid, the number `300` simulates that the service is not available, and all other numbers are valid.
         *
         *     Requires the scope `customers:write`.
         *
         *     Events: `customer.updated`, `subscription.updated`.
         *
         *     Errors: 404 `resource_missing`; 409 `operation_pending`. Reasons: `vat_number_invalid`, `vat_service_unavailable`.
         */
        post: operations["customers.vat_number"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes, newest first
         * @description Lists the disputes of the account, or only those of a payment or with a status.
         *
         *     Requires the scope `disputes:read`.
         */
        get: operations["disputes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{dispute_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a dispute
         * @description A dispute is a chargeback at the payment provider. `status` is `open`, or `won` once the chargeback is reversed. Disputes are read-only.
         *
         *     Requires the scope `disputes:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["disputes.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description Events appear in the order in which they were recorded; an event is delayed by at most about 30 seconds while earlier events are being written. `customer_id` returns only events of a customer and of the objects that belong to the customer.
         *
         *     Requires the scope `events:read`. `expand=customer` also requires `customers:read`.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events as they are recorded
         * @description Server-sent events: `message` frames in recorded order, a comment after 15 seconds without events, `timeout` after about an hour (reconnect with the last id), `unauthorized` when the key is no longer valid. Without a cursor, the stream starts now.
         *
         *     Requires the scope `events:read`.
         *
         *     Errors: 503 `at_capacity`.
         */
        get: operations["events.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description Events are kept for 90 days; older events return 404.
         *
         *     Requires the scope `events:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["events.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices, newest first
         * @description `number` returns only the invoice with this number.
         *
         *     Requires the scope `invoices:read`.
         */
        get: operations["invoices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{invoice_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an invoice
         * @description Returns the invoice with all its lines. Invoices are never deleted.
         *
         *     Requires the scope `invoices:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["invoices.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{invoice_id}/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice by email
         * @description Sends the invoice's PDF to the customer's current email address. In test mode only the account's members receive emails; for other addresses, and for a customer with an `email_delivery`, the call succeeds but sends nothing. Returns 409 `state_conflict` for a customer without an email address (`customer_has_no_email`) and for a void invoice.
         *
         *     Requires the scope `invoices:write`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `customer_has_no_email`.
         */
        post: operations["invoices.email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{invoice_id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the PDF of an invoice
         * @description The invoice as issued, in the customer's language. Rendered shortly after the invoice is issued; until then the response is 501 `rendering_pending`.
         *
         *     Requires the scope `invoices:read`.
         *
         *     Errors: 404 `resource_missing`; 501 `rendering_pending`.
         */
        get: operations["invoices.pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{invoice_id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an invoice
         * @description Cancels an `open` or `uncollectible` invoice that has no payments. The invoice keeps its number. A subscription that is past due because of the invoice becomes `active` and continues with its next period; the current period is not billed. Refund a paid invoice instead. Voiding a void invoice has no effect.
         *
         *     Requires the scope `invoices:write`.
         *
         *     Events: `invoice.voided`, `subscription.updated`, `subscription.canceled`, `subscription.coupon_expired`.
         *
         *     Errors: 404 `resource_missing`; 409 `invoice_not_voidable`, `operation_pending`. Reasons: `renewal_processing`.
         */
        post: operations["invoices.void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve MRR, churn and revenue by day or month
         * @description Returns MRR and its movements, active, trialing, new and churned subscriptions, revenue, refunds, disputes and failed payments, per currency and per day or month (UTC) from `from` to `to`. The default is the last twelve months or thirty days; at most 366 periods of the years 2000 to 2999. Computed from the event log with a delay of some seconds. For customers on a test clock, the date of the clock applies. MRR is the sum of `mrr_cents` of all subscriptions except those in a trial; a pause counts as churn and its end as reactivation. Revenue is the sum of payments, including tax. This endpoint is an extension of the specification.
         *
         *     Requires the scope `metrics:read`.
         */
        get: operations["metrics.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments, newest first
         * @description Lists the payments of the account, also failed attempts and verification charges, or only those of a customer or subscription.
         *
         *     Requires the scope `payments:read`.
         */
        get: operations["payments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment
         * @description Returns a payment, also one that failed.
         *
         *     Requires the scope `payments:read`. `expand=refund_eligibility` also requires `payments:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["payments.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{payment_id}/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the payment provider's record of a payment
         * @description Fetches the payment from the payment provider. `payload` is the provider's object, unchanged. If the customer was purged, `redacted` is true, and `payload` contains only amounts, statuses, timestamps and identifiers. Returns 409 if the payment never reached the provider or the provider account is no longer connected.
         *
         *     Requires the scope `payments:read`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`; 502 `provider_unavailable`; 503 `at_capacity`. Reasons: `credential_rejected`, `provider_not_connected`.
         */
        get: operations["payments.provider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is up
         * @description Can be called with or without an API key. With a key, `livemode` and `scopes` are those of the key.
         */
        get: operations["ping.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices, newest first
         * @description Lists the prices of the account, or only those of a product. Inactive prices too, unless `active` is sent.
         *
         *     Requires the scope `prices:read`.
         */
        get: operations["prices.list"];
        put?: never;
        /**
         * Create a price
         * @description Amount, currency and interval are fixed once created. A product's first price becomes its default. With `self_service: false`, customers cannot choose the price in the portal.
         *
         *     Requires the scope `prices:write`.
         *
         *     Events: `price.created`, `product.updated`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["prices.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{price_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a price
         * @description Returns a price, also an inactive one.
         *
         *     Requires the scope `prices:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["prices.retrieve"];
        put?: never;
        /**
         * Update a price
         * @description `active: false` makes the price unavailable for new subscriptions; existing subscriptions continue. `refund_window_days: null` resets the refund window to the default of the account. `self_service` defines whether customers can choose the price in the portal. Other fields cannot be changed.
         *
         *     Requires the scope `prices:write`.
         *
         *     Events: `price.updated`, `price.archived`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["prices.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products, newest first
         * @description Lists the products of the account. Inactive products too, unless `active` is sent.
         *
         *     Requires the scope `products:read`. `expand=default_price` also requires `prices:read`.
         */
        get: operations["products.list"];
        put?: never;
        /**
         * Create a product
         * @description Creates an active product. Create a price next: the first one becomes the default price.
         *
         *     Requires the scope `products:write`.
         *
         *     Events: `product.created`.
         */
        post: operations["products.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a product
         * @description Returns a product, also an inactive one.
         *
         *     Requires the scope `products:read`. `expand=default_price` also requires `prices:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["products.retrieve"];
        put?: never;
        /**
         * Update a product
         * @description Omitted fields keep their values; `null` clears `description` and `marketing_features`. `active: false` prevents new checkouts for the prices of the product; existing subscriptions continue.
         *
         *     Requires the scope `products:write`.
         *
         *     Events: `product.updated`, `product.archived`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["products.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds, newest first
         * @description Lists the refunds of the account, or only those of a payment or customer. Also refunds made at the payment provider or by the service.
         *
         *     Requires the scope `refunds:read`.
         */
        get: operations["refunds.list"];
        put?: never;
        /**
         * Refund a charge
         * @description Refunds a paid charge in full, or `amount_cents` of it. Send either `payment_id`, or `subscription_id` for the charge of the subscription’s current period. The refund is `pending` until the payment provider settles it, which emits `refund.succeeded` or `refund.failed`. A full refund of the current period’s charge ends the subscription.
         *
         *     Requires the scope `refunds:write`.
         *
         *     Events: `refund.created`, `refund.succeeded`, `refund.failed`, `credit_note.created`, `subscription.updated`, `subscription.canceled`, `invoice.voided`, `one_shot_payment.refunded`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `charge_already_refunded`, `charge_disputed`, `refund_duplicate`, `operation_pending`; 502 `provider_unavailable`. Reasons: `no_payment`, `payment_not_succeeded`, `refunds_disabled`, `refund_window_passed`, `plan_change_pending`, `renewal_processing`, `payment_refused`, `provider_not_connected`.
         */
        post: operations["refunds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a refund
         * @description Returns the current state of the refund.
         *
         *     Requires the scope `refunds:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["refunds.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search customers, subscriptions, invoices, payments, products and coupons
         * @description An extension of the specification, for search fields that show matches while people type. Finds names by the beginning of the name or of a later part, and email addresses, coupon codes and ids by their beginning. Case and accents do not matter. Finds invoices by their whole number, with or without the letters and zeros in front, and card payments by the last four digits. Includes what was written a moment ago.
         *
         *     Requires one of the scopes `customers:read`, `subscriptions:read`, `invoices:read`, `payments:read`, `products:read`, `coupons:read`.
         */
        get: operations["search.query"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions, newest first
         * @description Lists the subscriptions of the account, canceled ones too, or only those of a customer or in a state.
         *
         *     Requires the scope `subscriptions:read`. `expand=customer` also requires `customers:read`. `expand=refund_eligibility` also requires `payments:read`.
         */
        get: operations["subscriptions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a subscription
         * @description Returns a subscription, also a canceled one. `serves_customer` tells whether to provide the service.
         *
         *     Requires the scope `subscriptions:read`. `expand=customer` also requires `customers:read`. `expand=refund_eligibility` also requires `payments:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["subscriptions.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description Cancels the subscription at the end of the current period: until then `cancel_at_period_end` is true, and `reactivate` reverts the cancellation. A past due subscription ends immediately, and its open invoice is no longer collected.
         *
         *     Requires the scope `subscriptions:cancel`.
         *
         *     Events: `subscription.updated`, `subscription.canceled`, `invoice.voided`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`. Reasons: `subscription_canceled`, `renewal_processing`.
         */
        post: operations["subscriptions.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a subscription
         * @description Pauses the subscription immediately: `serves_customer` becomes false, and `status` does not change. Until the subscription is resumed, periods are not billed, while a trial, a scheduled cancellation and a discount continue to run. Usage of a metered price before and during the pause is charged at the first period end after resuming, or when the subscription ends.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Events: `subscription.updated`, `subscription.paused`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `operation_pending`, `subscription_past_due`. Reasons: `subscription_canceled`, `renewal_processing`, `payment_processing`, `period_over`.
         */
        post: operations["subscriptions.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/preview_update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a plan change
         * @description Returns what `update` would charge now, with its invoice lines, and the amount of the next charge. Changes nothing.
         *
         *     Requires the scope `subscriptions:read`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`, `subscription_past_due`, `operation_pending`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `subscription_canceled`, `subscription_paused`, `renewal_processing`, `payment_processing`.
         */
        post: operations["subscriptions.preview_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert a scheduled cancellation
         * @description Works until the end of the current period.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Events: `subscription.updated`, `subscription.reactivated`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `subscription_canceled`, `period_over`.
         */
        post: operations["subscriptions.reactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/reauthorize_payment_method": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the customer authorize another payment method
         * @description Redirect the customer to `url` to pay a verification charge; from there the customer returns to `return_url`. Once the charge is paid, the subscription uses the authorized payment method (`subscription.payment_method_updated`), and a failed renewal is charged immediately. Without `method`, the customer chooses a payment method on that page.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Events: `payment.succeeded`, `payment.failed`, `subscription.updated`, `subscription.payment_method_updated`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `operation_pending`; 502 `provider_unavailable`. Reasons: `subscription_canceled`, `payment_refused`, `provider_not_connected`, `test_clock_deleted`.
         */
        post: operations["subscriptions.reauthorize_payment_method"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused subscription
         * @description Resumes the subscription. Resuming is free in a trial, for a metered price and in a paid period. In an unpaid period, the rest of the period is charged immediately to the payment method, and the subscription resumes once the charge is paid; if the payment is declined, the response is 402 and the subscription stays paused. The next full charge is at the end of the period.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Events: `subscription.updated`, `subscription.resumed`, `invoice.created`, `invoice.paid`, `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `operation_pending`, `subscription_past_due`; 502 `provider_unavailable`. Reasons: `subscription_canceled`, `period_over`, `renewal_processing`, `payment_processing`, `payment_method_missing`, `payment_refused`.
         */
        post: operations["subscriptions.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the plan of a subscription
         * @description Changes the price of the subscription, for the amount that `preview_update` returns at that second: the unused part of the paid period is credited, and the new price is charged for the rest of the period immediately. The plan changes once the charge is paid; if the payment is declined, the response is 402 and the plan does not change. Remaining credit is applied to the next invoices. A change of the interval starts a new period.
         *
         *     Requires the scope `subscriptions:write`.
         *
         *     Events: `subscription.updated`, `subscription.plan_changed`, `subscription.coupon_applied`, `invoice.created`, `invoice.paid`, `payment.succeeded`, `payment.failed`.
         *
         *     Errors: 402 `payment_refused`; 404 `resource_missing`; 409 `state_conflict`, `subscription_past_due`, `operation_pending`; 502 `provider_unavailable`. Reasons: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_already_redeemed`, `coupon_exhausted`, `coupon_currency_mismatch`, `coupon_not_applicable`, `coupon_minimum_not_reached`, `subscription_canceled`, `subscription_paused`, `renewal_processing`, `payment_processing`, `payment_method_missing`, `payment_refused`.
         */
        post: operations["subscriptions.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/usage_records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the usage records of a subscription, newest first
         * @description Lists the usage records of the subscription, billed or not.
         *
         *     Requires the scope `usage_records:read`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `subscription_not_metered`.
         */
        get: operations["usage_records.list"];
        put?: never;
        /**
         * Record usage
         * @description Usage counts in the period of `occurred_at`, or in the current period if that period is already billed. `occurred_at` can be at most five minutes in the future and not before the start of the subscription. Send an `Idempotency-Key`, so that a retry does not count twice.
         *
         *     Requires the scope `usage_records:write`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `subscription_not_metered`, `subscription_canceled`, `period_over`, `payment_processing`.
         */
        post: operations["usage_records.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscription_id}/usage_summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the current period's usage summary
         * @description Returns what the next invoice charges for usage so far, before discount and tax. While the invoice of a period is open, the summary is for the following period. Usage in a trial is free.
         *
         *     Requires the scope `usage_records:read`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `subscription_not_metered`.
         */
        get: operations["usage_records.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tax_rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tax rates, newest first
         * @description Lists the tax rates of the account, inactive rates too.
         *
         *     Requires the scope `tax_rates:read`.
         */
        get: operations["tax_rates.list"];
        put?: never;
        /**
         * Create a tax rate
         * @description Applies to customers in the country from their next charge. A country can have only one active rate: to replace it, set the existing rate to `active: false` first. Rate and country cannot be changed.
         *
         *     Requires the scope `tax_rates:write`.
         *
         *     Events: `subscription.updated`.
         *
         *     Errors: 409 `state_conflict`. Reasons: `tax_rate_country_taken`.
         */
        post: operations["tax_rates.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tax_rates/{tax_rate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a tax rate
         * @description Returns a tax rate, also an inactive one.
         *
         *     Requires the scope `tax_rates:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["tax_rates.retrieve"];
        put?: never;
        /**
         * Update a tax rate
         * @description `display_name: null` clears the name. `active: false` disables the rate; existing invoices do not change.
         *
         *     Requires the scope `tax_rates:write`.
         *
         *     Events: `subscription.updated`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`. Reasons: `tax_rate_country_taken`.
         */
        post: operations["tax_rates.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant/billing_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account's billing profile
         * @description Both modes share one profile. Test keys can read it.
         *
         *     Requires the scope `tenant:read`.
         */
        get: operations["tenant.billing_profile_retrieve"];
        put?: never;
        /**
         * Update the account's billing profile
         * @description Omitted fields keep their values; `null` clears `registration_number`, `phone` and `invoice_footer`. Once set, `vat_id` cannot be changed or cleared; without a `vat_id`, invoices never use reverse charge. Existing invoices do not change.
         *
         *     Requires the scope `tenant:write` and a live mode key.
         *
         *     Events: `subscription.updated`.
         *
         *     Errors: 400 `vat_id_locked`.
         */
        post: operations["tenant.billing_profile_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account's capabilities and limits
         * @description Returns the currencies and payment methods that the service supports. The payment provider decides which payment methods are active for the account. The name of a limit contains its unit. `features` are the features of this deployment. Limits and features can be added.
         *
         *     Requires the scope `tenant:read`.
         */
        get: operations["tenant.capabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that the account has stored in this mode
         * @description Every object as its GET returns it, all at one point in time, and the events of the last 90 days, oldest first. The body is streamed after status 200: incomplete JSON means that the export failed. Each object is on a separate line. To resume a broken export within 24 hours after `generated_at`, send the header `Export-Resume` of its response as `resume`, and the id of the last complete object as `starting_after`: the response has the same `generated_at` and the objects after that object; the arrays before it are empty. The owners are notified by email, at most once a day per API key.
         *
         *     Requires the scope `data:export`.
         *
         *     Errors: 503 `at_capacity`.
         */
        get: operations["tenant.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant/portal_branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account's portal branding
         * @description Both modes share one branding. Test keys can read it.
         *
         *     Requires the scope `tenant:read`.
         */
        get: operations["tenant.portal_branding_retrieve"];
        put?: never;
        /**
         * Update the account's portal branding
         * @description Omitted fields keep their values; `null` clears a field. `plans` defines the prices that customers can change to in the portal: the prices of the same product (`same_product`, the default), `all`, or a list of price ids from live or test mode.
         *
         *     Requires the scope `tenant:write` and a live mode key.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["tenant.portal_branding_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant/provider_credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a payment provider account
         * @description Validates the provider's API key (mollie: `live_...` or `test_...`, of the calling key's mode) and stores it encrypted, replacing an earlier key. The key is never returned. `provider` is required only if keys of several providers have the same format. Live payments require a live key; without a test key, test mode uses the sandbox. Existing payments stay at the provider account, or in the sandbox, where they were made. The owners receive an email, and the console requires a sign-in within the last 15 minutes.
         *
         *     Requires the scope `tenant:write`.
         *
         *     Errors: 502 `provider_unavailable`. Reasons: `credential_rejected`, `outcome_unknown`.
         */
        post: operations["tenant.provider_credential_connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_clocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List test clocks, newest first
         * @description Lists the test clocks of the account.
         *
         *     Requires the scope `test_clocks:read` and a test mode key.
         */
        get: operations["test_clocks.list"];
        put?: never;
        /**
         * Create a test clock
         * @description Customers created with the id of the clock use the simulated time of the clock.
         *
         *     Requires the scope `test_clocks:write` and a test mode key.
         */
        post: operations["test_clocks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_clocks/{test_clock_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a test clock
         * @description Returns the test clock. Poll it after an advance until `status` is no longer `advancing`.
         *
         *     Requires the scope `test_clocks:read` and a test mode key.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["test_clocks.retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a test clock
         * @description The customers on the clock are kept, but cannot buy anything else: their subscriptions are canceled (`cancellation_reason: test_clock_deleted`), open invoices are voided, and open checkout sessions expire. For a clock with thousands of subscriptions, this continues for a while after the response.
         *
         *     Requires the scope `test_clocks:write` and a test mode key.
         *
         *     Events: `subscription.updated`, `subscription.canceled`, `invoice.voided`, `checkout.session.expired`.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`.
         */
        delete: operations["test_clocks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_clocks/{test_clock_id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance a test clock
         * @description Processes everything that is due up to `frozen_time`, in order, each at its simulated time. `status` is `advancing` in the meantime, and `ready` afterwards.
         *
         *     Requires the scope `test_clocks:write` and a test mode key.
         *
         *     Errors: 404 `resource_missing`; 409 `state_conflict`.
         */
        post: operations["test_clocks.advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description Lists the webhook endpoints of the mode of the key, disabled ones too.
         *
         *     Requires the scope `webhook_endpoints:read`.
         */
        get: operations["webhook_endpoints.list"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description `url` must resolve to public IP addresses. Only this response, and the response of a rotation, contains the signing secret.
         *
         *     Requires the scope `webhook_endpoints:write`.
         *
         *     Events: `webhook_endpoint.created`.
         *
         *     Errors: 409 `webhook_endpoint_limit_reached`. Reasons: `url_not_public`.
         */
        post: operations["webhook_endpoints.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/event_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Lists the names of all event types, in one page.
         *
         *     Requires the scope `webhook_endpoints:read`.
         */
        get: operations["webhook_endpoints.event_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook endpoint
         * @description Returns the endpoint without its signing secret.
         *
         *     Requires the scope `webhook_endpoints:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["webhook_endpoints.retrieve"];
        put?: never;
        /**
         * Update a webhook endpoint
         * @description Omitted fields keep their values; `null` clears `description`. `status: disabled` stops deliveries: events that occur while the endpoint is disabled are never sent; pending deliveries continue once the endpoint is `enabled` again.
         *
         *     Requires the scope `webhook_endpoints:write`.
         *
         *     Events: `webhook_endpoint.updated`.
         *
         *     Errors: 404 `resource_missing`. Reasons: `url_not_public`.
         */
        post: operations["webhook_endpoints.update"];
        /**
         * Delete a webhook endpoint
         * @description Also deletes the deliveries of the endpoint. Events are kept.
         *
         *     Requires the scope `webhook_endpoints:write`.
         *
         *     Events: `webhook_endpoint.deleted`.
         *
         *     Errors: 404 `resource_missing`.
         */
        delete: operations["webhook_endpoints.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint's webhook deliveries, newest first
         * @description Deliveries are kept for 30 days.
         *
         *     Requires the scope `webhook_endpoints:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["webhook_deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook delivery
         * @description Returns the delivery with the result of its latest attempt.
         *
         *     Requires the scope `webhook_endpoints:read`.
         *
         *     Errors: 404 `resource_missing`.
         */
        get: operations["webhook_deliveries.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook
         * @description Queues a delivery that has not succeeded for an immediate attempt; `attempt_count` continues. After the last scheduled attempt, this adds one attempt without further retries. A succeeded delivery is returned unchanged. If the endpoint is disabled, the attempt waits until the endpoint is enabled.
         *
         *     Requires the scope `webhook_endpoints:write`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["webhook_deliveries.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{endpoint_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an endpoint's signing secret
         * @description Only this response contains the new secret. For 24 hours, deliveries are also signed with the previous secret.
         *
         *     Requires the scope `webhook_endpoints:write`.
         *
         *     Errors: 404 `resource_missing`.
         */
        post: operations["webhook_endpoints.rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        "account.attention": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "account.attention";
            /** @description The current problems, most severe first; empty if there are none. */
            data: {
                /** @description Name of the problem, such as `subscriptions_past_due`. */
                key: string;
                /** @description `bad` (something fails now), `warn` (something will fail, or money is outstanding) or `info`. */
                severity: string;
                /** @description Title of the problem, in English. */
                title: string;
                /** @description What the problem means and what to do, in English. */
                body: string;
                /** @description Label of the action, in English. */
                cta: string;
                /** @description Path in the API of the action, such as `/v1/subscriptions?status=past_due`. */
                href: string;
                /** @description Number of affected objects, at most 100: 100 means 100 or more. `null` if the problem has no number. */
                count: number | null;
            }[];
        };
        "account.billing": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "account.billing";
            /** @description The plan that the account has with the operator of this deployment. */
            plan: components["schemas"]["account.plan"];
            /** @description Always `null`: the service collects no payments for plans. */
            subscription: null;
            /** @description Always `null`: the service issues no invoices for plans. */
            next_invoice: null;
            /** @description Usage of the account: each meter once per mode. */
            usage: components["schemas"]["account.usage_meter"][];
            /** @description Always false: the service collects no payments for plans. */
            collection_available: boolean;
            /** @description Always false: the service collects no payments for plans. */
            billing_authorized: boolean;
        };
        "account.plan": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "account.plan";
            /** @description Id of the plan, such as `growth` or `growth_year`. */
            id: string;
            /** @description Name of the plan. */
            name: string;
            /** @description Billing interval of the plan: `month` or `year`. */
            interval: string;
            /** @description Price of the plan in cents; always 0, because plans are free. */
            amount_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
        };
        "account.usage_meter": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "account.usage_meter";
            /** @description What is counted. */
            key: string;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Counted number in this mode. */
            quantity: number;
            /** @description Highest number that the plan allows; `null`: without limit. */
            limit: number | null;
        };
        api_key: {
            /** @description Id of the API key; not the key itself. Starts with `ak_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "api_key";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description First 16 characters of the key, to recognize it. */
            prefix: string;
            /** @description Your name for the key; `null` if none was set. */
            label: string | null;
            /** @description What the key is allowed to do, such as `customers:read`; `*` allows everything. */
            scopes: string[];
            /** @description Who created the key; `null` if unknown. */
            created_by: {
                /** @description `member` (a member in the console), `api_key` (another key) or `operator_command` (the command line of the operator). */
                type: string;
                /** @description Id of the member (`mem_`) or key (`ak_`); `null` for the command line. */
                id: string | null;
            } | null;
            /** @description Unix time in seconds of the last use, accurate to a minute; `null` if the key was never used. */
            last_used_at: number | null;
            /** @description Unix time in seconds when the key was revoked; `null` if it is valid. */
            revoked_at: number | null;
        };
        "api_key.create": {
            /** @description Id of the API key; not the key itself. Starts with `ak_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "api_key";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description First 16 characters of the key, to recognize it. */
            prefix: string;
            /** @description Your name for the key; `null` if none was set. */
            label: string | null;
            /** @description What the key is allowed to do, such as `customers:read`; `*` allows everything. */
            scopes: string[];
            /** @description Who created the key; `null` if unknown. */
            created_by: {
                /** @description `member` (a member in the console), `api_key` (another key) or `operator_command` (the command line of the operator). */
                type: string;
                /** @description Id of the member (`mem_`) or key (`ak_`); `null` for the command line. */
                id: string | null;
            } | null;
            /** @description Unix time in seconds of the last use, accurate to a minute; `null` if the key was never used. */
            last_used_at: number | null;
            /** @description Unix time in seconds when the key was revoked; `null` if it is valid. */
            revoked_at: number | null;
            /** @description The key, `svc_live_...` or `svc_test_...`. Only this response contains it: store it securely. */
            secret: string;
        };
        audit_log: {
            /** @description Id of the entry. Starts with `al_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "audit_log";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Who made the change: `api_key`, `operator` (a member in the console, or the command line), `portal_session`, `checkout_session`, `one_shot_payment`, `provider_webhook` (the payment provider), `system` or `reaper` (completes interrupted requests). */
            actor_type: string;
            /** @description Id of the actor: of the API key, member, session or one-off payment; `null` if the actor has none. */
            actor_id: string | null;
            /** @description What happened, such as `customer.updated` or `api_key.revoked`. */
            action: string;
            /** @description Type of the changed object, such as `customer`; `null` if the entry concerns no object. */
            resource_type: string | null;
            /** @description Id of the changed object; `null` if the entry concerns no object. */
            resource_id: string | null;
            /** @description Further details of the action; `{}` if there are none. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description IP address of the request; `null` without a request, and for buyers once their customer was purged. */
            ip_address: string | null;
            /** @description User agent of the request; `null` without a request, and for buyers once their customer was purged. */
            user_agent: string | null;
        };
        "billing_portal.session": {
            /** @description Id of the portal session. Starts with `bps_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "billing_portal.session";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the subscription that the portal shows. Starts with `sub_`. */
            subscription_id: string;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Token of the session, `svc_portal_...`, which authorizes the calls of the portal. Only this response contains it. */
            token: string;
            /** @description URL of the portal, with the token, to which to redirect the customer. On the custom domain of the account, if it has one. */
            url: string;
            /** @description URL of the link in the portal that leads back to your site. */
            return_url: string;
            /** @description Unix time in seconds when the session expires, one hour after its creation, in real time. */
            expires_at: number;
        };
        "billing_portal.session.revoke_session": {
            /** @description Id of the portal session. Starts with `bps_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "billing_portal.session";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the subscription that the portal shows. Starts with `sub_`. */
            subscription_id: string;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Unix time in seconds when the session was first revoked. */
            revoked_at: number;
        };
        "billing_portal.session_revocation": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "billing_portal.session_revocation";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Unix time in seconds when the sessions were revoked. */
            revoked_at: number;
        };
        billing_profile: {
            /** @description Id of the account. Starts with `acct_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "billing_profile";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description Always true: both modes share the profile. */
            livemode: boolean;
            /** @description Legal name of the seller on invoices; `null` if none was set. */
            legal_name: string | null;
            /** @description Address of the seller on invoices; `null` if none was set. */
            address: {
                /** @description Street and house number; `null` if unknown. */
                line1: string | null;
                /** @description Second line of the address, such as an apartment; `null` if there is none. */
                line2: string | null;
                /** @description Postal code; `null` if unknown. */
                postal_code: string | null;
                /** @description City or town; `null` if unknown. */
                city: string | null;
            } | null;
            /** @description Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if none was set. */
            country_code: string | null;
            /** @description VAT id of the account with its country prefix; `null` if none was set. It cannot be changed once set. */
            vat_id: string | null;
            /** @description Number in the company register; `null` if none was set. */
            registration_number: string | null;
            /** @description Contact email address of the account, printed on invoices. */
            email: string;
            /** @description Telephone number on invoices; `null` if none was set. */
            phone: string | null;
            /** @description `inclusive` (prices include tax) or `exclusive` (tax is added to prices). */
            tax_behavior: string;
            /** @description Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds. */
            refund_window_days: number;
            /** @description Text at the foot of invoices and credit notes; `null` if none was set. */
            invoice_footer: string | null;
        };
        "checkout.session": {
            /** @description Id of the checkout session. Starts with `cs_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout.session";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Email address of the buyer: that of the request, or of the customer at the creation of the session; `null` if unknown. */
            customer_email: string | null;
            /** @description Country of the buyer: that of the request, or of the customer at the creation of the session; two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown. */
            customer_country_code: string | null;
            /** @description Id of the price that is sold. Starts with `price_`. */
            price_id: string;
            /** @description URL to which the buyer returns after paying; empty once the customer was purged. */
            success_url: string;
            /** @description URL to which the buyer returns without paying; empty once the customer was purged. */
            cancel_url: string;
            /** @description `open` (to be paid), `processing` (the payment has no outcome yet), `completed` (paid; the subscription exists) or `expired` (failed, canceled or not paid in time). */
            status: string;
            /** @description `hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page). */
            ui_mode: string;
            /** @description URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`. */
            url: string | null;
            /** @description Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded session contains it; `null` otherwise. */
            client_secret: string | null;
            /** @description Id of the sold subscription. Starts with `sub_`; `null` until the session is `completed`. */
            subscription_id: string | null;
            /** @description Id of the succeeded payment. Starts with `pay_`; `null` until the session is `completed`. */
            payment_id: string | null;
            /** @description Unix time in seconds when the session expires if it is not paid, usually 24 hours after its creation. */
            expires_at: number | null;
            /** @description Length of the trial in days, instead of `trial_days` of the price; `null`: that of the price. */
            trial_days_override: number | null;
            /** @description Id of the applied coupon. Starts with `cpn_`; `null` if there is none. */
            coupon_id: string | null;
            /** @description The only payment method that the buyer can use; `null`: the buyer chooses. */
            payment_method: string | null;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        checkout_confirmation: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout_confirmation";
            /** @description Id of the checkout session (`cs_`) or one-off payment (`osp_`). */
            session_id: string;
            /** @description Status of the checkout session or one-off payment after the confirmation. */
            status: string;
            /** @description Status of the payment: `pending`, `succeeded`, `failed` or `canceled`. */
            payment_status: string;
            /** @description URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed. */
            redirect_url: string | null;
        };
        checkout_element: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout_element";
            /** @description Id of the checkout session. Starts with `cs_`. */
            session_id: string;
            /** @description Status of the session: `open`, `processing`, `completed` or `expired`. */
            status: string;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Amount in cents that is charged at the confirmation, with discount and tax; the verification amount if nothing is due yet. */
            amount_due_now: number;
            /** @description Amount per period in cents, with tax and without discount; 0 for metered prices. */
            recurring_amount: number;
            /** @description Amount of the first paid period in cents, with discount and tax; `null` without a discount. */
            recurring_amount_discounted: number | null;
            /** @description Length of a billing period: `month` or `year`. */
            recurring_interval: string;
            /** @description Discount on the first paid period in cents; 0 if there is none. */
            discount_cents: number;
            /** @description Length of the free trial in days; 0: no trial. */
            trial_days: number;
            /** @description True if only a small verification amount is charged now, because of a trial, a full discount or a metered price. */
            requires_verification: boolean;
            /** @description Payment methods to offer, such as `creditcard` and `ideal`. */
            methods: string[];
            /** @description Banks to choose from for iDEAL; `null`: the buyer chooses the bank on the page of the payment provider. */
            ideal_issuers: {
                /** @description Id of the bank, to send as `issuer`. */
                id: string;
                /** @description Name of the bank for the buyer. */
                name: string;
            }[] | null;
            /** @description Profile of the payment provider for its card component; `null` in the sandbox. */
            profile_id: string | null;
            /** @description Name of the sold product. */
            product_name: string;
            /** @description Name of the seller for the buyer: that of the portal branding, or the name of the account. */
            merchant_name: string;
            /** @description URL of the logo of the seller; `null` if there is none. */
            merchant_logo_url: string | null;
            /** @description True if the element shows the name and logo of the seller. */
            show_header: boolean;
            /** @description Country for which the amounts are computed; `null` if it is unknown. */
            country: string | null;
            /** @description Country to preselect: that of the buyer or, if unknown, of the seller; `null` if neither is known. */
            country_suggestion: string | null;
            /** @description True if the buyer can enter a promotion code. */
            allow_promotion_codes: boolean;
            /** @description Code of the applied coupon; `null` if there is none. */
            coupon_code: string | null;
            /** @description How long the discount lasts: `once`, `repeating` or `forever`; `null` without a coupon. */
            coupon_duration: string | null;
            /** @description Months that a `repeating` discount lasts; `null` otherwise. */
            coupon_duration_in_months: number | null;
            /** @description URL to which the buyer returns after paying. */
            success_url: string;
            /** @description URL to which the buyer returns without paying. */
            cancel_url: string;
        };
        checkout_payment_methods: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout_payment_methods";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description The saved payment methods, newest first. */
            data: components["schemas"]["checkout_saved_method"][];
            /** @description Payment methods that can be added, such as `creditcard`. */
            methods: string[];
            /** @description Banks to choose from for iDEAL; empty: the buyer chooses the bank on the page of the payment provider. */
            ideal_issuers: {
                /** @description Id of the bank, to send as `issuer`. */
                id: string;
                /** @description Name of the bank for the buyer. */
                name: string;
            }[];
            /** @description Profile of the payment provider for its card component; `null` in the sandbox. */
            profile_id: string | null;
        };
        checkout_saved_method: {
            /** @description Id of the saved payment method. Starts with `pm_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout_saved_method";
            /** @description What is charged: `creditcard`, `directdebit` or `paypal`. */
            kind: string;
            /** @description Brand of the card, such as `Visa`; `null` if the payment method is not a card. */
            brand: string | null;
            /** @description Last four digits of the card number; `null` if the payment method is not a card. */
            last4: string | null;
            /** @description Month in which the card expires, 1 to 12; `null` if the payment method is not a card. */
            exp_month: number | null;
            /** @description Year in which the card expires, such as 2031; `null` if the payment method is not a card. */
            exp_year: number | null;
            /** @description True for the default: the payment method last made the default or, if none was, that of the oldest subscription. */
            is_default: boolean;
        };
        checkout_setup: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout_setup";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the setup. Starts with `seti_`. */
            setup_id: string;
            /** @description Secret that confirms this setup, valid for 30 minutes. */
            client_secret: string;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Amount of the verification charge in cents; nothing is sold. */
            amount_due_now: number;
        };
        checkout_setup_confirmation: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "checkout_setup_confirmation";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the setup. Starts with `seti_`. */
            setup_id: string;
            /** @description `requires_action` (redirect the buyer), `processing` (no outcome yet), `succeeded` (the payment method is saved) or `failed` (can be confirmed again). */
            status: string;
            /** @description URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed. */
            redirect_url: string | null;
        };
        coupon: {
            /** @description Id of the coupon. Starts with `cpn_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "coupon";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Code that buyers enter. Unique in the account and mode, also among inactive coupons; case does not matter. */
            code: string;
            /** @description `percent` or `fixed_amount`. */
            discount_type: string;
            /** @description Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount. */
            percent_off: number | null;
            /** @description Discount in cents; `null` for a percentage. */
            amount_off_cents: number | null;
            /** @description Currency of `amount_off_cents` and `min_amount_cents`, in upper case. A coupon with a currency is valid only for prices in it; `null`: any currency. */
            currency: string | null;
            /** @description `once` (one period), `repeating` (`duration_in_months` months) or `forever`. */
            duration: string;
            /** @description Months that a `repeating` discount lasts, from the first period paid with it; `null` for other durations. */
            duration_in_months: number | null;
            /** @description How often the coupon can be redeemed in total; `null`: without limit. */
            max_redemptions: number | null;
            /** @description How often one customer can redeem the coupon; `null`: without limit. */
            max_redemptions_per_customer: number | null;
            /** @description How often the coupon was redeemed. */
            times_redeemed: number;
            /** @description Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price. */
            min_amount_cents: number | null;
            /** @description Ids of the prices that the coupon can be used for; `null`: all prices. */
            applies_to_price_ids: string[] | null;
            /** @description Unix time in seconds until which the coupon can be redeemed; existing discounts continue. `null`: without end. */
            redeem_by: number | null;
            /** @description True if the code can be redeemed. Existing discounts of an inactive coupon continue. */
            active: boolean;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        "coupon.validation": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "coupon.validation";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description True if the code can be used now. */
            valid: boolean;
            /** @description Why the code cannot be used: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_exhausted`, `coupon_already_redeemed`, `coupon_not_applicable`, `coupon_minimum_not_reached` or `coupon_currency_mismatch`. `null` if it can be used. */
            reason: string | null;
            /** @description The code as the coupon has it; the code of the request if no coupon has it. */
            code: string;
            /** @description Id of the coupon with the code, also if it cannot be used. Starts with `cpn_`; `null` if there is none. */
            coupon_id: string | null;
            /** @description Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount, or if no coupon has the code. */
            percent_off: number | null;
            /** @description Discount in cents; `null` for a percentage, or if no coupon has the code. */
            amount_off_cents: number | null;
            /** @description Currency of the coupon, in upper case; `null` if it is valid for any currency, or if no coupon has the code. */
            currency: string | null;
            /** @description Discount on the price or amount, in cents; `null` if the code cannot be used or the amount is unknown, as for a metered price. */
            discount_cents: number | null;
        };
        credit_note: {
            /** @description Id of the credit note. Starts with `cn_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "credit_note";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Number of the credit note, such as `CN-000123` (`TEST-CN-000123` in test mode). Counted without gaps per account and mode. */
            number: string;
            /** @description Id of the corrected invoice. Starts with `inv_`. */
            invoice_id: string;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Id of the refund that the credit note documents. Starts with `re_`; `null` if there is none. */
            refund_id: string | null;
            /** @description Reason of the correction, as given for the refund; `null` if there is none. */
            reason: string | null;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Sum of `amount_cents` of all lines, in cents. Discounts are already deducted. */
            subtotal_cents: number;
            /** @description Sum of the credited tax of all rates, in cents. */
            tax_cents: number;
            /** @description Credited amount in cents, with tax. */
            total_cents: number;
            /** @description Credited tax per rate, at the rates of the invoice. */
            tax: {
                /** @description Tax rate in hundredths of a percent: 2100 is 21 %. */
                rate_basis_points: number;
                /** @description Name of the rate; `Reverse charge` if the buyer owes the tax, `null` if the rate has no name. */
                display_name: string | null;
                /** @description Amount in cents, without tax, that is taxed at this rate. */
                taxable_cents: number;
                /** @description Tax at this rate in cents, rounded once for all lines of the rate. */
                tax_cents: number;
            }[];
            /** @description The credited part of each line of the invoice, as positive amounts where the invoice charged. */
            lines: {
                /** @description What the line charges: `subscription` (a period), `usage`, `one_shot`, `proration_charge` and `proration_credit` (rest of a period after and before a plan change) or `carried_credit` (credit of an earlier plan change). */
                type: string;
                /** @description Text of the line as printed on the invoice. */
                description: string;
                /** @description Number of units, as a decimal string. */
                quantity: string;
                /** @description Price of one unit in cents, as a decimal string; `null` if the line has no unit price, such as a proration. */
                unit_amount_decimal: string | null;
                /** @description Amount of the line in cents, before discount; negative for credit. */
                amount_cents: number;
                /** @description Discount on the line in cents; 0 if there is none. */
                discount_cents: number;
                /** @description Id of the price that the line charges. Starts with `price_`; `null` for one-off payments and credit. */
                price_id: string | null;
                /** @description Tax rate of the line in hundredths of a percent: 2100 is 21 %. 0: no tax, or reverse charge. */
                tax_rate_basis_points: number;
                /** @description Unix time in seconds when the charged service starts; `null` for one-off payments and carried credit. */
                period_start: number | null;
                /** @description Unix time in seconds when the charged service ends; `null` for one-off payments and carried credit. */
                period_end: number | null;
            }[];
            /** @description Unix time in seconds when the credit note was issued. */
            issued_at: number;
        };
        customer: {
            /** @description Id of the customer. Starts with `cus_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "customer";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Name of the customer, printed on invoices; `null` if unknown. */
            name: string | null;
            /** @description Email address for invoices and notices; `null` if unknown. Several customers can have the same address. */
            email: string | null;
            /** @description Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown. */
            country_code: string | null;
            /** @description Billing address, printed on invoices; `null` if unknown. */
            address: {
                /** @description Street and house number; `null` if unknown. */
                line1: string | null;
                /** @description Second line of the address, such as an apartment; `null` if there is none. */
                line2: string | null;
                /** @description Postal code; `null` if unknown. */
                postal_code: string | null;
                /** @description City or town; `null` if unknown. */
                city: string | null;
            } | null;
            /** @description Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`; `null` if unknown. */
            language: string | null;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
            /** @description Test clock whose simulated time applies to the customer. Starts with `clk_`; `null`: real time. */
            test_clock_id: string | null;
            /** @description Verified VAT number with its country prefix, such as `NL123456789B01`; `null` if none is set. */
            vat_number: string | null;
            /** @description Name under which the VAT number is registered; `null` if there is no number or the registry gives no name. */
            vat_name: string | null;
            /** @description Unix time in seconds when the VAT number was verified; `null` if there is no number. */
            vat_verified_at: number | null;
            /** @description Why emails to `email` are no longer sent; `null`: emails are sent. Setting `email`, also to the same address, clears it. */
            email_delivery: {
                /** @description `bounced` (the address does not exist or permanently refuses emails) or `complained` (the recipient reported an email as spam). */
                status: string;
                /** @description The address that the report is about. */
                email: string;
                /** @description Unix time in seconds when the bounce or complaint happened, in real time. */
                reported_at: number;
            } | null;
        };
        "customer.delete": {
            /** @description Id of the customer. Starts with `cus_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "customer";
            /**
             * @description Always true: the customer is deleted, and its retrieval returns 404.
             * @constant
             */
            deleted: true;
        };
        "customer.purge": {
            /** @description Id of the customer. Starts with `cus_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "customer";
            /**
             * @description Always true: the customer is deleted, and its retrieval returns 404.
             * @constant
             */
            deleted: true;
            /**
             * @description Always true: the personal data of the customer is erased.
             * @constant
             */
            purged: true;
        };
        "customer.summary": {
            /** @description Id of the customer. Starts with `cus_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "customer.summary";
            /** @description Name of the customer; `null` if unknown. */
            name: string | null;
            /** @description Email address of the customer; `null` if unknown. */
            email: string | null;
            /** @description Country of the customer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown. */
            country_code: string | null;
        };
        discount: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "discount";
            /** @description Id of the redeemed coupon. Starts with `cpn_`. */
            coupon_id: string;
            /** @description Code of the redeemed coupon. */
            code: string;
            /** @description Discount in percent, with at most two decimals; `null` for a fixed amount. */
            percent_off: number | null;
            /** @description Discount in cents per billing period; `null` for a percentage. */
            amount_off_cents: number | null;
            /** @description Currency of the coupon, in upper case; `null` if it is valid for any currency. */
            currency: string | null;
            /** @description `once` (one period), `repeating` (`duration_in_months` months) or `forever`. */
            duration: string;
            /** @description Months that a `repeating` discount lasts; `null` for other durations. */
            duration_in_months: number | null;
            /** @description Unix time in seconds: periods that start before it are discounted. `null`: no end, or not set before the first period paid with the discount. */
            ends_at: number | null;
        };
        dispute: {
            /** @description Id of the dispute. Starts with `dp_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "dispute";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description `open`, or `won` once the bank has reversed the chargeback. There is no lost state. */
            status: string;
            /** @description Id of the disputed payment. Starts with `pay_`. */
            payment_id: string;
            /** @description Disputed amount in cents. */
            amount_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Reason of the bank, for direct debits; `null` if unknown. */
            reason: string | null;
            /** @description Unix time in seconds when the chargeback was reversed; `null` while the dispute is open. */
            reversed_at: number | null;
        };
        error: {
            /** @description What is wrong, and with which part of the request. */
            error: {
                /** @description Category of the error; several codes share one. */
                type: string;
                /** @description Code of the error, for programs. */
                code: string;
                /** @description Explanation for developers, in English. The wording can change. */
                message: string;
                /** @description Id of the request, for support requests. */
                request_id: string;
                /** @description The invalid field or parameter; empty if the body is not JSON, absent if no single field is at fault. */
                param?: string;
                /** @description Refines the code; absent if the code says it all. */
                reason?: string;
            };
        };
        event: {
            /** @description Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "event";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Type of the event, such as `invoice.paid`. */
            type: string;
            /** @description The object of the event as it was at that moment; later changes do not affect it. */
            data: {
                [key: string]: unknown;
            };
            /** @description The changed fields of the object with their values before the change; `null` if the event is no update or changed nothing. */
            previous_attributes: {
                [key: string]: unknown;
            } | null;
        };
        "event.list": {
            /** @description Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "event";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Type of the event, such as `invoice.paid`. */
            type: string;
            /** @description The object of the event as it was at that moment; later changes do not affect it. */
            data: {
                [key: string]: unknown;
            };
            /** @description The changed fields of the object with their values before the change; `null` if the event is no update or changed nothing. */
            previous_attributes: {
                [key: string]: unknown;
            } | null;
            /** @description The customer of the event, only with `expand=customer`; `null` for events that concern no customer, and if the customer is deleted. */
            customer?: components["schemas"]["customer.summary"] | null;
        };
        event_type: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "event_type";
            /** @description Name of the event type, such as `invoice.paid`. */
            type: string;
        };
        invoice: {
            /** @description Id of the invoice. Starts with `inv_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "invoice";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode. */
            number: string;
            /** @description `open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry). */
            status: string;
            /** @description Why the invoice was issued: `subscription_create` (first period), `subscription_cycle` (renewal), `subscription_update` (plan change or resumption), `usage` (metered period) or `one_shot`. */
            billing_reason: string;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Id of the subscription. Starts with `sub_`; `null` for one-off payments. */
            subscription_id: string | null;
            /** @description Id of the one-off payment. Starts with `osp_`; `null` for subscriptions. */
            one_shot_payment_id: string | null;
            /** @description Id of the payment that paid the invoice; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt. */
            payment_id: string | null;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description `inclusive` (the amounts of the lines include tax) or `exclusive` (tax is added to them). */
            tax_behavior: string;
            /** @description What is charged, one entry per line of the invoice. */
            lines: {
                /** @description What the line charges: `subscription` (a period), `usage`, `one_shot`, `proration_charge` and `proration_credit` (rest of a period after and before a plan change) or `carried_credit` (credit of an earlier plan change). */
                type: string;
                /** @description Text of the line as printed on the invoice. */
                description: string;
                /** @description Number of units, as a decimal string. */
                quantity: string;
                /** @description Price of one unit in cents, as a decimal string; `null` if the line has no unit price, such as a proration. */
                unit_amount_decimal: string | null;
                /** @description Amount of the line in cents, before discount; negative for credit. */
                amount_cents: number;
                /** @description Discount on the line in cents; 0 if there is none. */
                discount_cents: number;
                /** @description Id of the price that the line charges. Starts with `price_`; `null` for one-off payments and credit. */
                price_id: string | null;
                /** @description Tax rate of the line in hundredths of a percent: 2100 is 21 %. 0: no tax, or reverse charge. */
                tax_rate_basis_points: number;
                /** @description Unix time in seconds when the charged service starts; `null` for one-off payments and carried credit. */
                period_start: number | null;
                /** @description Unix time in seconds when the charged service ends; `null` for one-off payments and carried credit. */
                period_end: number | null;
            }[];
            /** @description Sum of `amount_cents` of all lines, in cents, before discount. */
            subtotal_cents: number;
            /** @description Sum of `discount_cents` of all lines, in cents. */
            discount_cents: number;
            /** @description Sum of the tax of all rates, in cents. */
            tax_cents: number;
            /** @description Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`. */
            total_cents: number;
            /** @description Amount paid so far, in cents. Refunds do not reduce it. */
            amount_paid_cents: number;
            /** @description Unpaid amount in cents: `total_cents` minus `amount_paid_cents`. */
            amount_due_cents: number;
            /** @description Sum of the credit notes of the invoice, in cents. */
            amount_credited_cents: number;
            /** @description Tax per rate; empty if no tax applies. */
            tax: {
                /** @description Tax rate in hundredths of a percent: 2100 is 21 %. */
                rate_basis_points: number;
                /** @description Name of the rate; `Reverse charge` if the buyer owes the tax, `null` if the rate has no name. */
                display_name: string | null;
                /** @description Amount in cents, without tax, that is taxed at this rate. */
                taxable_cents: number;
                /** @description Tax at this rate in cents, rounded once for all lines of the rate. */
                tax_cents: number;
            }[];
            /** @description True if the buyer owes the tax in another EU country, so that no tax is charged. */
            reverse_charge: boolean;
            /** @description Details of the account when the charge started. They never change. */
            seller: {
                /** @description Name of the account. */
                name: string;
                /** @description Legal name of the seller; `null` if the billing profile had none. */
                legal_name: string | null;
                /** @description Email address of the seller. */
                email: string | null;
                /** @description Address of the seller; `null` if the billing profile had none. */
                address: {
                    /** @description Street and house number; `null` if unknown. */
                    line1: string | null;
                    /** @description Second line of the address, such as an apartment; `null` if there is none. */
                    line2: string | null;
                    /** @description Postal code; `null` if unknown. */
                    postal_code: string | null;
                    /** @description City or town; `null` if unknown. */
                    city: string | null;
                } | null;
                /** @description Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown. */
                country_code: string | null;
                /** @description VAT id of the seller with its country prefix; `null` if the billing profile had none. */
                vat_id: string | null;
                /** @description Number of the seller in the company register; `null` if the billing profile had none. */
                registration_number: string | null;
                /** @description Telephone number of the seller; `null` if the billing profile had none. */
                phone: string | null;
            };
            /** @description Details of the customer when the charge started. A purge of the customer does not erase what the law requires. */
            buyer: {
                /** @description Name of the buyer; `null` if it was unknown. */
                name: string | null;
                /** @description Email address of the buyer; `null` if it was unknown. */
                email: string | null;
                /** @description Billing address of the buyer; `null` if it was unknown. */
                address: {
                    /** @description Street and house number; `null` if unknown. */
                    line1: string | null;
                    /** @description Second line of the address, such as an apartment; `null` if there is none. */
                    line2: string | null;
                    /** @description Postal code; `null` if unknown. */
                    postal_code: string | null;
                    /** @description City or town; `null` if unknown. */
                    city: string | null;
                } | null;
                /** @description Country of the buyer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown. */
                country_code: string | null;
                /** @description VAT number of the buyer with its country prefix; `null` if the customer had none. */
                vat_number: string | null;
                /** @description Name under which the VAT number is registered; `null` if there is no number or no registered name. */
                vat_name: string | null;
            };
            /** @description Unix time in seconds when the invoiced period starts; `null` for one-off payments. */
            period_start: number | null;
            /** @description Unix time in seconds when the invoiced period ends; `null` for one-off payments. */
            period_end: number | null;
            /** @description Unix time in seconds when the invoice was issued. */
            issued_at: number;
            /** @description Unix time in seconds when the invoice was paid; `null` until then. */
            paid_at: number | null;
            /** @description Unix time in seconds when the invoice was voided; `null` if it was not. */
            voided_at: number | null;
            /** @description Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled. */
            next_payment_attempt: number | null;
        };
        metrics: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "metrics";
            /** @description Length of the periods: `day` or `month`. */
            interval: string;
            /** @description One entry per period and currency. */
            data: components["schemas"]["metrics.period"][];
        };
        "metrics.period": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "metrics.period";
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description The period in UTC: `2026-11` for a month, `2026-11-24` for a day. */
            period: string;
            /** @description Unix time in seconds of the first second of the period. */
            period_start: number;
            /** @description Unix time in seconds of the first second of the next period. */
            period_end: number;
            /** @description Monthly recurring revenue in cents at the end of the period. */
            mrr_cents: number;
            /** @description What changed the MRR in the period. */
            mrr_movements: {
                /** @description MRR in cents of subscriptions that began, or whose trial ended. */
                new_cents: number;
                /** @description Increase of MRR in cents of active subscriptions, such as upgrades. */
                expansion_cents: number;
                /** @description Decrease of MRR in cents of active subscriptions, such as downgrades; zero or negative. */
                contraction_cents: number;
                /** @description Lost MRR in cents of subscriptions that were canceled or paused; zero or negative. */
                churn_cents: number;
                /** @description MRR in cents of paused subscriptions that were resumed. */
                reactivation_cents: number;
            };
            /** @description Subscriptions at the end of the period that are active or past due; those in a trial, paused or canceled do not count. */
            active_subscriptions: number;
            /** @description Subscriptions in a trial at the end of the period. */
            trialing_subscriptions: number;
            /** @description Subscriptions that became active in the period for the first time. */
            new_subscriptions: number;
            /** @description Active subscriptions that were canceled or paused in the period. */
            churned_subscriptions: number;
            /** @description Sum of the payments that succeeded in the period, in cents, including tax. */
            revenue_cents: number;
            /** @description Sum of the refunds that succeeded in the period, in cents. */
            refunded_cents: number;
            /** @description Sum of the chargebacks of the period minus reversed chargebacks, in cents. */
            disputed_cents: number;
            /** @description `revenue_cents` minus `refunded_cents` and `disputed_cents`, in cents. */
            net_revenue_cents: number;
            /** @description Number of payments that succeeded in the period. */
            succeeded_payments: number;
            /** @description Number of payments that failed in the period. */
            failed_payments: number;
        };
        "onboarding.activation": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "onboarding.activation";
            /** @description The steps from a new account to live payments, in the usual order. */
            steps: {
                /** @description Name of the step, such as `product_created`. */
                key: string;
                /** @description True if the step is completed. */
                done: boolean;
            }[];
            /** @description Number of completed steps. */
            completed: number;
            /** @description Number of steps. */
            total: number;
            /** @description True if the account can take and invoice live payments. */
            ready_for_live: boolean;
            /** @description True if a payment provider account is connected in live mode. */
            payment_provider_connected: boolean;
            /** @description True if the account has a product, in either mode. */
            has_product: boolean;
            /** @description True if the account has a price, in either mode. */
            has_price: boolean;
            /** @description True if the account uses a custom domain. */
            domain_verified: boolean;
            /** @description True if a payment succeeded in test mode. */
            has_test_payment: boolean;
            /** @description True if the account has a webhook endpoint, in either mode. */
            has_webhook: boolean;
        };
        one_shot_payment: {
            /** @description Id of the one-off payment. Starts with `osp_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "one_shot_payment";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description `open` (to be paid), `pending` (the payment has no outcome yet), `succeeded`, `failed`, `canceled` (by the buyer), `expired` or `refunded` (in full). */
            status: string;
            /** @description Requested amount in cents. If the account adds tax to its prices, the buyer pays the tax on top. */
            amount_cents: number;
            /** @description Sum of the succeeded refunds, in cents. */
            amount_refunded_cents: number;
            /** @description Sum of the open disputes, in cents; 0 if there are none. */
            amount_disputed_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description What is sold, shown to the buyer and printed on the invoice. */
            description: string;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Id of the succeeded payment; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt. */
            payment_id: string | null;
            /** @description Id of the invoice, issued when the payment succeeds. Starts with `inv_`; `null` until then. */
            invoice_id: string | null;
            /** @description The payment method that was used or, before, the only one that the buyer can use; `null`: the buyer chooses. */
            payment_method: string | null;
            /** @description `hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page). */
            ui_mode: string;
            /** @description URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`. */
            url: string | null;
            /** @description Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded one-off payment contains it; `null` otherwise. */
            client_secret: string | null;
            /** @description URL to which the buyer returns after paying; `null` if none was set. */
            success_url: string | null;
            /** @description URL to which the buyer returns without paying; `null` if none was set. */
            cancel_url: string | null;
            /** @description Unix time in seconds when the one-off payment expires if it is not paid, 24 hours after its creation. */
            expires_at: number | null;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        payment: {
            /** @description Id of the payment. Starts with `pay_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "payment";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description `initial` (first payment of a checkout), `setup` (verification of a payment method), `renewal` (also the resumption of a paused subscription), `plan_change`, `usage` or `one_shot`. */
            type: string;
            /** @description `pending`, `succeeded`, `failed` or `canceled` (also if the buyer did not pay in time). */
            status: string;
            /** @description Charged amount in cents, with tax. */
            amount_cents: number;
            /** @description Sum of the pending and succeeded refunds, in cents. */
            amount_refunded_cents: number;
            /** @description Sum of the open disputes, in cents. */
            amount_disputed_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Id of the subscription. Starts with `sub_`; `null` if the payment is for none. Absent on the first payment of a checkout until it has created the subscription. */
            subscription_id?: string | null;
            /** @description Id of the paid invoice. Starts with `inv_`; `null` if there is none, as for verification charges. */
            invoice_id: string | null;
            /** @description Id of the checkout session that the buyer paid. Starts with `cs_`; `null` for other payments. */
            checkout_session_id: string | null;
            /** @description Id of the one-off payment that the buyer paid. Starts with `osp_`; `null` for other payments. */
            one_shot_payment_id: string | null;
            /** @description The payment method; `null` while it is unknown. */
            payment_method: {
                /** @description Payment method, such as `creditcard`, `directdebit`, `ideal` or `paypal`. */
                type: string;
                /** @description Brand of the card, such as `Visa`; `null` if the payment method is not a card. */
                brand: string | null;
                /** @description Last four digits of the card number; `null` if the payment method is not a card. */
                last4: string | null;
                /** @description Month in which the card expires, 1 to 12; `null` if the payment method is not a card. */
                exp_month: number | null;
                /** @description Year in which the card expires, such as 2031; `null` if the payment method is not a card. */
                exp_year: number | null;
            } | null;
            /** @description Why the payment failed, such as `insufficient_funds`, `card_expired` or `mandate_gone`; codes of the payment provider are passed on. `null` if it did not fail or the reason is unknown. */
            failure_code: string | null;
            /** @description Explanation of the failure by the payment provider; `null` if there is none. */
            failure_message: string | null;
            /** @description Unix time in seconds when the payment succeeded; `null` until then. */
            paid_at: number | null;
            /** @description Whether the payment can be refunded, with `expand=refund_eligibility`; `null` otherwise. */
            refund_eligibility: components["schemas"]["refund_eligibility"] | null;
        };
        "payment.provider": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "payment.provider";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description True if the customer was purged: `payload` then contains only amounts, statuses, timestamps and identifiers. */
            redacted: boolean;
            /** @description The payment as the payment provider returns it, with the field names of the provider. */
            payload: {
                [key: string]: unknown;
            };
        };
        ping: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "ping";
            /** @description Mode of the API key: true in live mode, false in test mode. `null` without a key. */
            livemode: boolean | null;
            /** @description What the API key is allowed to do, such as `customers:read`; `*` allows everything. `null` without a key. */
            scopes: string[] | null;
            /** @description Unix time in seconds of the response, in real time. */
            time: number;
        };
        plan_change_preview: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "plan_change_preview";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the subscription. Starts with `sub_`. */
            subscription_id: string;
            /** @description Id of the new price. Starts with `price_`. */
            price_id: string;
            /** @description Unix time in seconds for which the amounts are computed. A change at this second charges exactly them. */
            proration_at: number;
            /** @description Value of the unused part of the paid period in cents, before tax if prices are `exclusive` of tax. */
            credit_cents: number;
            /** @description Charge in cents for the rest of the period at the new price, and for usage that is not billed yet; after discount, before tax if prices are `exclusive` of tax. */
            charge_cents: number;
            /** @description Tax of the amount due now, in cents. */
            tax_cents: number;
            /** @description Amount in cents that the change charges now, after credit and with tax; 0 if nothing is due. */
            amount_due_now_cents: number;
            /** @description Credit in cents that is left for the next invoices after the change. */
            carried_credit_cents: number;
            /** @description Amount of the next renewal in cents, with discount, carried credit and tax; `null` for a metered price or if no renewal follows. */
            next_charge_amount_cents: number | null;
            /** @description Unix time in seconds when the period of the next charge starts. */
            next_period_start: number;
            /** @description Unix time in seconds when the period of the next charge ends. */
            next_period_end: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Lines of the invoice of the change; empty if there is none. */
            lines: {
                /** @description What the line charges: `subscription` (a period), `usage`, `one_shot`, `proration_charge` and `proration_credit` (rest of a period after and before a plan change) or `carried_credit` (credit of an earlier plan change). */
                type: string;
                /** @description Text of the line as printed on the invoice. */
                description: string;
                /** @description Number of units, as a decimal string. */
                quantity: string;
                /** @description Price of one unit in cents, as a decimal string; `null` if the line has no unit price, such as a proration. */
                unit_amount_decimal: string | null;
                /** @description Amount of the line in cents, before discount; negative for credit. */
                amount_cents: number;
                /** @description Discount on the line in cents; 0 if there is none. */
                discount_cents: number;
                /** @description Id of the price that the line charges. Starts with `price_`; `null` for one-off payments and credit. */
                price_id: string | null;
                /** @description Tax rate of the line in hundredths of a percent: 2100 is 21 %. 0: no tax, or reverse charge. */
                tax_rate_basis_points: number;
                /** @description Unix time in seconds when the charged service starts; `null` for one-off payments and carried credit. */
                period_start: number | null;
                /** @description Unix time in seconds when the charged service ends; `null` for one-off payments and carried credit. */
                period_end: number | null;
            }[];
        };
        "portal.customer": {
            /** @description Id of the customer. Starts with `cus_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "portal.customer";
            /** @description Name of the customer, printed on invoices; `null` if unknown. */
            name: string | null;
            /** @description Email address for invoices and notices; `null` if unknown. */
            email: string | null;
            /** @description New email address that the customer has not approved yet; `null` if there is none. */
            pending_email: string | null;
            /** @description Billing country of the customer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown. */
            country_code: string | null;
            /** @description Billing address, printed on invoices; `null` if unknown. */
            address: {
                /** @description Street and house number; `null` if unknown. */
                line1: string | null;
                /** @description Second line of the address, such as an apartment; `null` if there is none. */
                line2: string | null;
                /** @description Postal code; `null` if unknown. */
                postal_code: string | null;
                /** @description City or town; `null` if unknown. */
                city: string | null;
            } | null;
            /** @description Language of emails and invoices, as a BCP 47 tag such as `nl`; `null` if unknown. */
            language: string | null;
            /** @description Verified VAT number with its country prefix; `null` if none is set. */
            vat_number: string | null;
        };
        "portal.invoice_payment": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "portal.invoice_payment";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the invoice. Starts with `inv_`. */
            invoice_id: string;
            /** @description Id of the payment that charges the invoice. Starts with `pay_`; `null` if there is none. */
            payment_id: string | null;
            /** @description `paid`, or `processing` while the payment has no outcome yet. */
            status: string;
        };
        "portal.plans": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "portal.plans";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description The prices that the subscription can change to. */
            data: components["schemas"]["price.summary"][];
        };
        "portal.session": {
            /** @description Id of the portal session. Starts with `bps_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "portal.session";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description True if a link in an email opened the session: plan changes, cancellation, coupons and changes of details are refused. */
            limited: boolean;
            /** @description Unix time in seconds when the session expires, in real time. */
            expires_at: number;
            /** @description URL that leads back to the site of the seller; `null` for sessions from emails. */
            return_url: string | null;
            /** @description Name, colors and links of the seller. */
            branding: {
                /** @description Name of the seller: that of the portal branding, or the name of the account. */
                display_name: string;
                /** @description URL of the logo on the pages; `null`: none. */
                logo_url: string | null;
                /** @description URL of the small icon of the pages; `null`: none. */
                icon_url: string | null;
                /** @description Color of buttons and links, in the form `#rrggbb`; `null`: the default color. */
                primary_color: string | null;
                /** @description Color of the background, in the form `#rrggbb`; `null`: the default color. */
                background_color: string | null;
                /** @description Email address for questions: that of the portal branding, or the email address of the account. */
                support_email: string;
                /** @description URL of your support page; `null`: none. */
                support_url: string | null;
                /** @description URL of your privacy policy; `null`: none. */
                privacy_url: string | null;
                /** @description URL of your terms; `null`: none. */
                terms_url: string | null;
            };
            /** @description The customer of the subscription. */
            customer: components["schemas"]["portal.customer"];
            /** @description True if this session can approve `pending_email` of the customer. */
            can_approve_email: boolean;
            /** @description The subscription of the session. */
            subscription: components["schemas"]["subscription"];
            /** @description The latest invoices of the subscription, newest first. */
            invoices: {
                /** @description Id of the invoice. Starts with `inv_`. */
                id: string;
                /** @description Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode. */
                number: string;
                /** @description `open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry). */
                status: string;
                /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
                currency: string;
                /** @description Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`. */
                total_cents: number;
                /** @description Unpaid amount in cents: `total_cents` minus `amount_paid_cents`. */
                amount_due_cents: number;
                /** @description Unix time in seconds when the invoiced period starts; `null` for one-off payments. */
                period_start: number | null;
                /** @description Unix time in seconds when the invoiced period ends; `null` for one-off payments. */
                period_end: number | null;
                /** @description Unix time in seconds when the invoice was issued. */
                issued_at: number;
                /** @description Unix time in seconds when the invoice was paid; `null` until then. */
                paid_at: number | null;
                /** @description Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled. */
                next_payment_attempt: number | null;
            }[];
            /** @description True if there are older invoices. */
            has_more_invoices: boolean;
            /** @description Credit notes of these invoices, newest first. */
            credit_notes: {
                /** @description Id of the credit note. Starts with `cn_`. */
                id: string;
                /** @description Number of the credit note, such as `CN-000123` (`TEST-CN-000123` in test mode). Counted without gaps per account and mode. */
                number: string;
                /** @description Id of the corrected invoice. Starts with `inv_`. */
                invoice_id: string;
                /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
                currency: string;
                /** @description Credited amount in cents, with tax. */
                total_cents: number;
                /** @description Unix time in seconds when the credit note was issued. */
                issued_at: number;
            }[];
            /** @description The saved payment methods of the customer. */
            payment_methods: components["schemas"]["checkout_payment_methods"];
        };
        portal_branding: {
            /** @description Id of the account. Starts with `acct_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "portal_branding";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description Always true: both modes share the branding. */
            livemode: boolean;
            /** @description Name shown on the pages; `null`: the name of the account. */
            display_name: string | null;
            /** @description URL of the logo on the pages; `null`: none. */
            logo_url: string | null;
            /** @description URL of the small icon of the pages; `null`: none. */
            icon_url: string | null;
            /** @description Color of buttons and links, in the form `#rrggbb`; `null`: the default color. */
            primary_color: string | null;
            /** @description Color of the background, in the form `#rrggbb`; `null`: the default color. */
            background_color: string | null;
            /** @description Email address for questions of customers; `null`: the email address of the account. */
            support_email: string | null;
            /** @description URL of your support page; `null`: none. */
            support_url: string | null;
            /** @description URL of your privacy policy; `null`: none. */
            privacy_url: string | null;
            /** @description URL of your terms; `null`: none. */
            terms_url: string | null;
            /** @description Prices that customers can change to in the portal: `same_product` (those of the same product), `all`, or a list of price ids. */
            plans: string | string[];
        };
        price: {
            /** @description Id of the price. Starts with `price_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "price";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the product that is sold. Starts with `prod_`. */
            product_id: string;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Length of a billing period: `month` or `year`. */
            interval: string;
            /** @description `licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period). */
            usage_type: string;
            /** @description Amount per period in cents; `null` for metered prices. */
            amount_cents: number | null;
            /** @description Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers. */
            unit_amount_decimal: string | null;
            /** @description Graduated tiers: each unit costs the price of its tier. `null` for prices without tiers. */
            tiers: {
                /** @description Last unit of the tier, counted from the start of the period; `null` for the last tier, which has no end. */
                up_to: number | null;
                /** @description Amount in cents that is charged once per period if usage reaches the tier; 0 if there is none. */
                flat_amount_cents: number;
                /** @description Price of one unit in the tier in cents, as a decimal string such as `0.05`. */
                unit_amount_decimal: string;
            }[] | null;
            /** @description Length of the free trial in days; 0: no trial. */
            trial_days: number;
            /** @description Payment methods that buyers can use, such as `creditcard`; `null`: every method that can start a subscription in the currency. */
            payment_methods: string[] | null;
            /** @description Days after a payment in which it can be refunded; 0: no refunds. `null`: the default of the account applies. */
            refund_window_days: number | null;
            /** @description True if the price can be sold. False prevents new checkouts; existing subscriptions continue. */
            active: boolean;
            /** @description True if customers can choose the price for a plan change in the billing portal. */
            self_service: boolean;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        "price.summary": {
            /** @description Id of the price. Starts with `price_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "price.summary";
            /** @description True if the price could be sold when the subscription was created or last changed its plan. */
            active: boolean;
            /** @description Amount per period in cents; `null` for metered prices. */
            amount_cents: number | null;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Length of a billing period: `month` or `year`. */
            interval: string;
            /** @description Payment methods that buyers can use, such as `creditcard`. */
            payment_methods: string[];
            /** @description Id of the product that is sold. Starts with `prod_`. */
            product_id: string;
            /** @description Name of the product at that time. */
            product_name: string;
            /** @description Length of the free trial of the price in days; 0: no trial. */
            trial_days: number;
            /** @description Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers. */
            unit_amount_decimal: string | null;
            /** @description `licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period). */
            usage_type: string;
        };
        product: {
            /** @description Id of the product. Starts with `prod_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "product";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Name of the product, shown to buyers and on invoices. */
            name: string;
            /** @description Description of the product; `null` if there is none. */
            description: string | null;
            /** @description Short texts about what the product offers; empty if there are none. */
            marketing_features: string[];
            /** @description True if buyers can enter a promotion code for the prices of the product. */
            allow_promotion_codes: boolean;
            /** @description Default price of the product: its first price, or the one set later. Starts with `price_`; `null` before the first price. */
            default_price_id: string | null;
            /** @description The default price, with `expand=default_price`; `null` otherwise. */
            default_price: components["schemas"]["price"] | null;
            /** @description True if the product can be sold. False prevents new checkouts; existing subscriptions continue. */
            active: boolean;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        provider_credential: {
            /** @description Id of the account. Starts with `acct_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "provider_credential";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description True if a payment provider account is connected in this mode. */
            connected: boolean;
            /** @description First 12 hexadecimal digits of the SHA-256 digest of the key of the provider, to recognize the key. */
            fingerprint: string;
            /** @description Id of the profile at the payment provider that the key belongs to. */
            profile_id: string;
        };
        refund: {
            /** @description Id of the refund. Starts with `re_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "refund";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description `pending` (not settled yet), `succeeded` (the money was returned) or `failed`. */
            status: string;
            /** @description Id of the refunded payment. Starts with `pay_`. */
            payment_id: string;
            /** @description Refunded amount in cents. */
            amount_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Your reason for the refund, printed on the credit note; `overpayment` if the service refunded a second payment. `null` if none was given. */
            reason: string | null;
            /** @description Id of the credit note, issued when the refund succeeds. Starts with `cn_`; `null` if there is none. */
            credit_note_id: string | null;
            /** @description Why the refund failed; `null` if it did not fail or the reason is unknown. */
            failure_reason: string | null;
            /** @description Unix time in seconds when the refund succeeded or failed; `null` while it is pending. */
            settled_at: number | null;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        refund_eligibility: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "refund_eligibility";
            /** @description Highest amount that can be refunded now, in cents; 0 if nothing can be refunded. */
            amount_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Days until the refund window ends, rounded up; 0 once it has ended. `null` if the charge is not paid or refunds are disabled. */
            days_remaining: number | null;
            /** @description True if the charge can be refunded now. */
            eligible: boolean;
            /** @description Why the charge cannot be refunded: `no_payment`, `payment_not_succeeded`, `already_refunded`, `charge_disputed`, `plan_change_pending`, `renewal_processing`, `refunds_disabled` or `refund_window_passed`. `null` if it can be refunded. */
            reason: string | null;
        };
        search_result: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "search_result";
            /** @description Customers by name or email address; `null` if the key lacks `customers:read`. */
            customers: {
                /**
                 * @description Type of the object.
                 * @constant
                 */
                object: "list";
                /** @description The objects of this page. */
                data: components["schemas"]["customer"][];
                /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                has_more: boolean;
            } | null;
            /** @description Subscriptions charged to a card with these last four digits, with their `customer` if the key has `customers:read`; `null` if it lacks `subscriptions:read`. */
            subscriptions: {
                /**
                 * @description Type of the object.
                 * @constant
                 */
                object: "list";
                /** @description The objects of this page. */
                data: components["schemas"]["subscription"][];
                /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                has_more: boolean;
            } | null;
            /** @description The invoice with this number; `null` if the key lacks `invoices:read`. */
            invoices: {
                /**
                 * @description Type of the object.
                 * @constant
                 */
                object: "list";
                /** @description The objects of this page. */
                data: components["schemas"]["invoice"][];
                /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                has_more: boolean;
            } | null;
            /** @description One-off payments by a card with these last four digits; `null` if the key lacks `payments:read`. */
            payments: {
                /**
                 * @description Type of the object.
                 * @constant
                 */
                object: "list";
                /** @description The objects of this page. */
                data: components["schemas"]["payment"][];
                /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                has_more: boolean;
            } | null;
            /** @description Products by name, archived ones too; `null` if the key lacks `products:read`. */
            products: {
                /**
                 * @description Type of the object.
                 * @constant
                 */
                object: "list";
                /** @description The objects of this page. */
                data: components["schemas"]["product"][];
                /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                has_more: boolean;
            } | null;
            /** @description Coupons by code, inactive ones too; `null` if the key lacks `coupons:read`. */
            coupons: {
                /**
                 * @description Type of the object.
                 * @constant
                 */
                object: "list";
                /** @description The objects of this page. */
                data: components["schemas"]["coupon"][];
                /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                has_more: boolean;
            } | null;
        };
        subscription: {
            /** @description Id of the subscription. Starts with `sub_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "subscription";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the customer. Starts with `cus_`. */
            customer_id: string;
            /** @description Id of the price. Starts with `price_`. */
            price_id: string;
            /** @description `active`, `past_due` (a renewal failed and is retried) or `canceled`. A paused subscription stays `active`: use `serves_customer`. */
            status: string;
            /** @description `scheduled`, `processing` (the renewal payment has no outcome yet), `retrying` (it failed), `paused`, `ending` (a cancellation is scheduled) or `ended`. */
            renewal_state: string;
            /** @description True if the customer should have the service, also while a renewal is unpaid. False if paused or canceled. */
            serves_customer: boolean;
            /** @description True if a cancellation was scheduled for the end of the current period. Stays true once the subscription has ended by it. */
            cancel_at_period_end: boolean;
            /** @description Unix time in seconds when the cancellation was requested or, without a request, when the subscription ended; `null` if it is not canceled. */
            canceled_at: number | null;
            /** @description `requested`, a reason chosen by the customer (such as `too_expensive`), `payment_failed`, `refund_issued` or `test_clock_deleted`. `null` if it is not canceled. */
            cancellation_reason: string | null;
            /** @description Unix time in seconds when the current period or trial started. */
            current_period_start: number;
            /** @description Unix time in seconds when the current period or trial ends; the renewal is charged then. */
            current_period_end: number;
            /** @description Unix time in seconds when the trial started; `null` if there was no trial. */
            trial_start: number | null;
            /** @description Unix time in seconds when the trial ends or ended; `null` if there was no trial. */
            trial_end: number | null;
            /** @description Unix time in seconds of the last successful payment, verification charges aside; `null` before the first. */
            last_payment_at: number | null;
            /** @description Id of the last successful payment, verification charges aside. Starts with `pay_`; `null` before the first. */
            last_payment_id: string | null;
            /** @description Number of successful payments; verification charges do not count. */
            payment_count: number;
            /** @description Recurring amount per month in cents after a running discount: a yearly price counts with a twelfth. 0 for metered prices, paused and canceled subscriptions. */
            mrr_cents: number;
            /** @description Amount of the next renewal in cents, with discount, carried credit and tax. `null` for metered prices, and if no renewal follows because the subscription is paused, ending or canceled. */
            next_charge_amount_cents: number | null;
            /** @description Unix time in seconds of the next retry of a failed renewal; `null` if there is none. */
            next_payment_attempt: number | null;
            /** @description Failed attempts of the current renewal, each with a `dunning.email_required`, up to `dunning_max_attempts`; 0 again once it is paid. */
            dunning_attempts_notified: number;
            /** @description Unix time in seconds of the last `dunning.email_required`; `null` if there was none. */
            dunning_last_notified_at: number | null;
            /** @description Number of retries after a failed renewal; after the last, the subscription is canceled. */
            dunning_max_attempts: number;
            /** @description The discount of the redeemed coupon; `null` if there is none or it has ended. */
            discount: components["schemas"]["discount"] | null;
            /** @description The payment method that renewals are charged to; `null` if there is none. */
            payment_method: {
                /** @description Payment method, such as `creditcard`, `directdebit`, `ideal` or `paypal`. */
                type: string;
                /** @description Brand of the card, such as `Visa`; `null` if the payment method is not a card. */
                brand: string | null;
                /** @description Last four digits of the card number; `null` if the payment method is not a card. */
                last4: string | null;
                /** @description Month in which the card expires, 1 to 12; `null` if the payment method is not a card. */
                exp_month: number | null;
                /** @description Year in which the card expires, such as 2031; `null` if the payment method is not a card. */
                exp_year: number | null;
            } | null;
            /** @description The customer, with `expand=customer`; `null` otherwise, and if the customer is deleted. */
            customer: components["schemas"]["customer.summary"] | null;
            /** @description The price as it was when the subscription was created or last changed its plan. */
            price: components["schemas"]["price.summary"];
            /** @description Whether the last payment can be refunded, with `expand=refund_eligibility`; `null` otherwise. */
            refund_eligibility: components["schemas"]["refund_eligibility"] | null;
        };
        "subscription.reauthorization": {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "subscription.reauthorization";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the subscription. Starts with `sub_`. */
            subscription_id: string;
            /** @description Id of the verification charge. Starts with `pay_`. */
            payment_id: string;
            /** @description URL to which to redirect the customer; `null` if no action of the customer is needed. */
            url: string | null;
            /** @description Unix time in seconds until which the customer can authorize the payment method. */
            expires_at: number;
        };
        tax_rate: {
            /** @description Id of the tax rate. Starts with `txr_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "tax_rate";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Country of the customers to whom the rate applies: two capital letters (ISO 3166-1 alpha-2), such as `NL`. */
            country_code: string;
            /** @description Rate in hundredths of a percent: 2100 is 21 %. */
            rate_basis_points: number;
            /** @description Name of the tax on invoices, such as `BTW`; `null`: no name. */
            display_name: string | null;
            /** @description True if the rate applies to new charges. A country has at most one active rate. */
            active: boolean;
        };
        tenant_capabilities: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "tenant_capabilities";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Currencies that the service supports, as ISO 4217 codes. */
            currencies: string[];
            /** @description Payment methods that the service supports, active at the payment provider or not. */
            payment_methods: {
                /** @description Payment method, such as `creditcard`. */
                id: string;
                /** @description True if the method can start a subscription. */
                recurring: boolean;
                /** @description Currencies that the method accepts, as ISO 4217 codes. */
                currencies: string[];
            }[];
            /** @description Limits of the API by name; the name contains the unit, as in `webhook_timeout_seconds`. */
            limits: {
                [key: string]: number;
            };
            /** @description Features by name; true if this deployment has the feature. */
            features: {
                [key: string]: boolean;
            };
        };
        tenant_export: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "tenant_export";
            /**
             * @description Version of the format of the export.
             * @constant
             */
            service_export_version: 2;
            /** @description Id of the account. Starts with `acct_`. */
            tenant_id: string;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Unix time in seconds of the moment that the export shows. */
            generated_at: number;
            /** @description All products, each as its retrieval returns it. */
            products: components["schemas"]["product"][];
            /** @description All prices, each as its retrieval returns it. */
            prices: components["schemas"]["price"][];
            /** @description All coupons, each as its retrieval returns it. */
            coupons: components["schemas"]["coupon"][];
            /** @description All tax rates, each as its retrieval returns it. */
            tax_rates: components["schemas"]["tax_rate"][];
            /** @description All customers that are not deleted, each as its retrieval returns it. */
            customers: components["schemas"]["customer"][];
            /** @description All subscriptions, each as its retrieval returns it. */
            subscriptions: components["schemas"]["subscription"][];
            /** @description All payments, each as its retrieval returns it. */
            payments: components["schemas"]["payment"][];
            /** @description All one-off payments, each as its retrieval returns it. */
            one_shot_payments: components["schemas"]["one_shot_payment"][];
            /** @description All refunds, each as its retrieval returns it. */
            refunds: components["schemas"]["refund"][];
            /** @description All invoices with their lines, each as its retrieval returns it. */
            invoices: components["schemas"]["invoice"][];
            /** @description All credit notes with their lines, each as its retrieval returns it. */
            credit_notes: components["schemas"]["credit_note"][];
            /** @description All disputes, each as its retrieval returns it. */
            disputes: components["schemas"]["dispute"][];
            /** @description All usage records, each as its retrieval returns it. */
            usage_records: components["schemas"]["usage_record"][];
            /** @description The events of the last 90 days, oldest first. */
            events: components["schemas"]["event"][];
        };
        test_clock: {
            /** @description Id of the test clock. Starts with `clk_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "test_clock";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Your name for the clock; `null` if none was set. */
            name: string | null;
            /** @description The simulated time, in Unix seconds. While `status` is `advancing`, the time that the advance has reached. */
            frozen_time: number;
            /** @description `ready`, `advancing` (due work up to the new time is being processed) or `failed` (an advance stopped; advance again to continue). */
            status: string;
        };
        "test_clock.delete": {
            /** @description Id of the test clock. Starts with `clk_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "test_clock";
            /**
             * @description Always true: the test clock is deleted.
             * @constant
             */
            deleted: true;
        };
        usage_record: {
            /** @description Id of the usage record. Starts with `ur_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "usage_record";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the metered subscription. Starts with `sub_`. */
            subscription_id: string;
            /** @description Number of used units, 0 or more. */
            quantity: number;
            /** @description Unix time in seconds of the usage, which decides the period in which it is charged. */
            occurred_at: number;
            /** @description Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it. */
            metadata: {
                [key: string]: string;
            };
        };
        usage_summary: {
            /**
             * @description Type of the object.
             * @constant
             */
            object: "usage_summary";
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the metered subscription. Starts with `sub_`. */
            subscription_id: string;
            /** @description Unix time in seconds when the period starts. */
            period_start: number;
            /** @description Unix time in seconds when the period ends. */
            period_end: number;
            /** @description Number of used units that are not billed yet. */
            total_quantity: number;
            /** @description Number of usage records that are not billed yet. */
            record_count: number;
            /** @description Amount for the usage so far in cents, before discount and tax; 0 in a trial. */
            amount_cents: number;
            /** @description Currency of the amounts: ISO 4217 code in upper case, such as `EUR`. */
            currency: string;
            /** @description Usage per tier of the price; `null` for a price without tiers. */
            tiers: {
                /** @description Last unit of the tier, counted from the start of the period; `null` for the last tier, which has no end. */
                up_to: number | null;
                /** @description Units that fall into the tier. */
                quantity: number;
                /** @description Amount for these units in cents, with the flat amount of the tier. */
                amount_cents: number;
            }[] | null;
        };
        webhook_delivery: {
            /** @description Id of the delivery. Starts with `whd_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "webhook_delivery";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Id of the webhook endpoint. Starts with `we_`. */
            endpoint_id: string;
            /** @description Id of the event. Starts with `evt_`. */
            event_id: string;
            /** @description Type of the event, such as `invoice.paid`. */
            event_type: string;
            /** @description `pending` (an attempt follows), `delivered` (the endpoint answered with 2xx) or `failed` (the last attempt failed). */
            status: string;
            /** @description Number of attempts so far. */
            attempt_count: number;
            /** @description Unix time in seconds of the next attempt; `null` if none follows. */
            next_attempt_at: number | null;
            /** @description HTTP status of the last response; `null` before the first attempt, or if the last attempt got no response. */
            last_response_code: number | null;
            /** @description Why the last attempt failed; `null` before the first attempt, or if it succeeded. */
            last_error: string | null;
            /** @description First 2048 bytes of the last response; `null` if the last attempt got no response. */
            last_response_body_excerpt: string | null;
        };
        webhook_endpoint: {
            /** @description Id of the webhook endpoint. Starts with `we_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "webhook_endpoint";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description URL that receives the events by POST. */
            url: string;
            /** @description Types of the events that are sent; `*`: all types. */
            enabled_events: string[];
            /** @description Your note about the endpoint; `null` if none was set. */
            description: string | null;
            /** @description `enabled`, or `disabled`: events that occur in the meantime are never sent. */
            status: string;
            /** @description First 12 hexadecimal digits of the SHA-256 digest of the signing secret, to recognize it. */
            secret_fingerprint: string;
        };
        "webhook_endpoint.create": {
            /** @description Id of the webhook endpoint. Starts with `we_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "webhook_endpoint";
            /** @description Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock. */
            created: number;
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description URL that receives the events by POST. */
            url: string;
            /** @description Types of the events that are sent; `*`: all types. */
            enabled_events: string[];
            /** @description Your note about the endpoint; `null` if none was set. */
            description: string | null;
            /** @description `enabled`, or `disabled`: events that occur in the meantime are never sent. */
            status: string;
            /** @description First 12 hexadecimal digits of the SHA-256 digest of the signing secret, to recognize it. */
            secret_fingerprint: string;
            /** @description Secret to verify the signature of deliveries, `svcwhsec_...`. Only this response contains it. */
            secret: string;
        };
        "webhook_endpoint.delete": {
            /** @description Id of the webhook endpoint. Starts with `we_`. */
            id: string;
            /**
             * @description Type of the object.
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * @description Always true: the endpoint and its deliveries are deleted.
             * @constant
             */
            deleted: true;
        };
    };
    responses: {
        /** @description An error. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["error"];
            };
        };
    };
    parameters: {
        /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Sustained requests per minute of the account or, for a client secret or portal token, of its session. */
        RateLimitLimit: number;
        /** @description Requests left in the bucket. */
        RateLimitRemaining: number;
        /** @description Unix second at which the bucket is full again. */
        RateLimitReset: number;
        /** @description Seconds until a request is allowed. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "portal.approve_billing_email": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000015",
                     *       "object": "portal.customer",
                     *       "name": null,
                     *       "email": null,
                     *       "pending_email": null,
                     *       "country_code": null,
                     *       "address": null,
                     *       "language": null,
                     *       "vat_number": null
                     *     }
                     */
                    "application/json": components["schemas"]["portal.customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.apply_coupon": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "CODE-29cb10ee-ea10-417a-a31b-9002bfe62f15"
                 *     }
                 */
                "application/json": {
                    /** @description Promotion code, in upper or lower case. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000005",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000014",
                     *       "price_id": "price_01K00000000000000000000002",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000006",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1799,
                     *       "next_charge_amount_cents": 1799,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": {
                     *         "object": "discount",
                     *         "coupon_id": "cpn_01K00000000000000000000003",
                     *         "code": "CODE-29cb10ee-ea10-417a-a31b-9002bfe62f15",
                     *         "percent_off": 10,
                     *         "amount_off_cents": null,
                     *         "currency": null,
                     *         "duration": "once",
                     *         "duration_in_months": null,
                     *         "ends_at": 1794571200
                     *       },
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000002",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000001",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.credit_note_pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credit note. */
                credit_note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rendering_pending` */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.update_customer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Grace"
                 *     }
                 */
                "application/json": {
                    /** @description New name; `null` clears it. */
                    name?: string | null;
                    /**
                     * Format: email
                     * @description New email address. It is used once it is approved with the link that is mailed to it.
                     */
                    email?: string;
                    /** @description New billing country: two capital letters (ISO 3166-1 alpha-2), such as `NL`. */
                    country_code?: string;
                    /** @description New billing address; omitted lines are cleared. */
                    address?: {
                        /**
                         * @description Street and house number. Default: `null`.
                         * @default null
                         */
                        line1?: string | null;
                        /**
                         * @description Second line of the address, such as an apartment. Default: `null`.
                         * @default null
                         */
                        line2?: string | null;
                        /**
                         * @description Postal code. Default: `null`.
                         * @default null
                         */
                        postal_code?: string | null;
                        /**
                         * @description City or town. Default: `null`.
                         * @default null
                         */
                        city?: string | null;
                    };
                    /** @description New language, as a BCP 47 tag such as `nl`. */
                    language?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000021",
                     *       "object": "portal.customer",
                     *       "name": "Grace",
                     *       "email": null,
                     *       "pending_email": null,
                     *       "country_code": null,
                     *       "address": null,
                     *       "language": null,
                     *       "vat_number": null
                     *     }
                     */
                    "application/json": components["schemas"]["portal.customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.pay_invoice": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "portal.invoice_payment",
                     *       "livemode": false,
                     *       "invoice_id": "inv_01K00000000000000000000004",
                     *       "payment_id": "pay_01K00000000000000000000008",
                     *       "status": "paid"
                     *     }
                     */
                    "application/json": components["schemas"]["portal.invoice_payment"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.invoice_pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rendering_pending` */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.add_method": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "creditcard",
                 *       "card_token": "tkn_1"
                 *     }
                 */
                "application/json": {
                    /** @description Payment method to add. */
                    method: string;
                    /** @description Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider. */
                    card_token?: string | null;
                    /** @description Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider. */
                    issuer?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_setup_confirmation",
                     *       "livemode": false,
                     *       "setup_id": "seti_01K00000000000000000000003",
                     *       "status": "succeeded",
                     *       "redirect_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_setup_confirmation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.remove_method": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the payment method. */
                payment_method_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_payment_methods",
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000018",
                     *       "data": [
                     *         {
                     *           "id": "pm_01K00000000000000000000004",
                     *           "object": "checkout_saved_method",
                     *           "kind": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029,
                     *           "is_default": true
                     *         }
                     *       ],
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": [],
                     *       "profile_id": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_payment_methods"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.set_default_method": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the payment method. */
                payment_method_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_payment_methods",
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000020",
                     *       "data": [
                     *         {
                     *           "id": "pm_01K00000000000000000000006",
                     *           "object": "checkout_saved_method",
                     *           "kind": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029,
                     *           "is_default": true
                     *         },
                     *         {
                     *           "id": "pm_01K00000000000000000000007",
                     *           "object": "checkout_saved_method",
                     *           "kind": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029,
                     *           "is_default": false
                     *         }
                     *       ],
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": [],
                     *       "profile_id": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_payment_methods"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "portal.plans",
                     *       "livemode": false,
                     *       "data": []
                     *     }
                     */
                    "application/json": components["schemas"]["portal.plans"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bps_01K00000000000000000000001",
                     *       "object": "portal.session",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "limited": false,
                     *       "expires_at": 1789300800,
                     *       "return_url": "https://shop.example/account",
                     *       "branding": {
                     *         "display_name": "Demo",
                     *         "logo_url": null,
                     *         "icon_url": null,
                     *         "primary_color": null,
                     *         "background_color": null,
                     *         "support_email": "demo@example.com",
                     *         "support_url": null,
                     *         "privacy_url": null,
                     *         "terms_url": null
                     *       },
                     *       "customer": {
                     *         "id": "cus_01K00000000000000000000001",
                     *         "object": "portal.customer",
                     *         "name": "Grace",
                     *         "email": "ada@example.com",
                     *         "pending_email": null,
                     *         "country_code": null,
                     *         "address": null,
                     *         "language": null,
                     *         "vat_number": "NL100"
                     *       },
                     *       "can_approve_email": false,
                     *       "subscription": {
                     *         "id": "sub_01K00000000000000000000001",
                     *         "object": "subscription",
                     *         "created": 1789300800,
                     *         "livemode": false,
                     *         "customer_id": "cus_01K00000000000000000000001",
                     *         "price_id": "price_01K00000000000000000000001",
                     *         "status": "active",
                     *         "renewal_state": "scheduled",
                     *         "serves_customer": true,
                     *         "cancel_at_period_end": false,
                     *         "canceled_at": null,
                     *         "cancellation_reason": null,
                     *         "current_period_start": 1789300800,
                     *         "current_period_end": 1791892800,
                     *         "trial_start": null,
                     *         "trial_end": null,
                     *         "last_payment_at": 1789300800,
                     *         "last_payment_id": "pay_01K00000000000000000000001",
                     *         "payment_count": 1,
                     *         "mrr_cents": 1999,
                     *         "next_charge_amount_cents": 1999,
                     *         "next_payment_attempt": null,
                     *         "dunning_attempts_notified": 0,
                     *         "dunning_last_notified_at": null,
                     *         "dunning_max_attempts": 4,
                     *         "discount": null,
                     *         "payment_method": {
                     *           "type": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029
                     *         },
                     *         "customer": null,
                     *         "price": {
                     *           "id": "price_01K00000000000000000000001",
                     *           "object": "price.summary",
                     *           "active": true,
                     *           "amount_cents": 1999,
                     *           "currency": "EUR",
                     *           "interval": "month",
                     *           "payment_methods": [
                     *             "creditcard",
                     *             "directdebit",
                     *             "ideal",
                     *             "applepay",
                     *             "eps",
                     *             "paypal"
                     *           ],
                     *           "product_id": "prod_01K00000000000000000000002",
                     *           "product_name": "Plan",
                     *           "trial_days": 0,
                     *           "unit_amount_decimal": null,
                     *           "usage_type": "licensed"
                     *         },
                     *         "refund_eligibility": null
                     *       },
                     *       "invoices": [
                     *         {
                     *           "id": "inv_01K00000000000000000000001",
                     *           "number": "TEST-000001",
                     *           "status": "paid",
                     *           "currency": "EUR",
                     *           "total_cents": 1999,
                     *           "amount_due_cents": 0,
                     *           "period_start": 1789300800,
                     *           "period_end": 1791892800,
                     *           "issued_at": 1789300800,
                     *           "paid_at": 1789300800,
                     *           "next_payment_attempt": null
                     *         }
                     *       ],
                     *       "has_more_invoices": false,
                     *       "credit_notes": [
                     *         {
                     *           "id": "cn_01K00000000000000000000001",
                     *           "number": "TEST-CN-000001",
                     *           "invoice_id": "inv_01K00000000000000000000001",
                     *           "currency": "EUR",
                     *           "total_cents": 1,
                     *           "issued_at": 1789300800
                     *         }
                     *       ],
                     *       "payment_methods": {
                     *         "object": "checkout_payment_methods",
                     *         "livemode": false,
                     *         "customer_id": "cus_01K00000000000000000000001",
                     *         "data": [
                     *           {
                     *             "id": "pm_01K00000000000000000000005",
                     *             "object": "checkout_saved_method",
                     *             "kind": "creditcard",
                     *             "brand": "Visa",
                     *             "last4": "4242",
                     *             "exp_month": 12,
                     *             "exp_year": 2029,
                     *             "is_default": true
                     *           }
                     *         ],
                     *         "methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay"
                     *         ],
                     *         "ideal_issuers": [],
                     *         "profile_id": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["portal.session"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Why the customer cancels. Default: none; then `cancellation_reason` is `requested`. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000006",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000016",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "ending",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": true,
                     *       "canceled_at": 1789300800,
                     *       "cancellation_reason": "requested",
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000007",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": null,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.preview_update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price_id": "price_01K00000000000000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the new price. It must be active and have the currency of the subscription. */
                    price_id: string;
                    /** @description Code of a coupon to redeem with the change; it replaces the current discount. Default: none. */
                    coupon_code?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "plan_change_preview",
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000007",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "proration_at": 1789300800,
                     *       "credit_cents": 0,
                     *       "charge_cents": 0,
                     *       "tax_cents": 0,
                     *       "amount_due_now_cents": 0,
                     *       "carried_credit_cents": 0,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_period_start": 1791892800,
                     *       "next_period_end": 1794571200,
                     *       "currency": "EUR",
                     *       "lines": []
                     *     }
                     */
                    "application/json": components["schemas"]["plan_change_preview"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.reactivate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000008",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000017",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000009",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000009",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000019",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000010",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price_id": "price_01K00000000000000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the new price. It must be active and have the currency of the subscription. */
                    price_id: string;
                    /** @description Code of a coupon to redeem with the change; it replaces the current discount. Default: none. */
                    coupon_code?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000010",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000022",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000011",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "portal.vat_number": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vat_number": "NL100"
                 *     }
                 */
                "application/json": {
                    /** @description VAT number with its country prefix, such as `NL123456789B01`; spaces, dots and hyphens are ignored. `null` clears it. */
                    vat_number: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000023",
                     *       "object": "portal.customer",
                     *       "name": null,
                     *       "email": null,
                     *       "pending_email": null,
                     *       "country_code": null,
                     *       "address": null,
                     *       "language": null,
                     *       "vat_number": "NL100"
                     *     }
                     */
                    "application/json": components["schemas"]["portal.customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "account.activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "onboarding.activation",
                     *       "steps": [
                     *         {
                     *           "key": "product_created",
                     *           "done": true
                     *         },
                     *         {
                     *           "key": "price_created",
                     *           "done": true
                     *         },
                     *         {
                     *           "key": "test_payment_made",
                     *           "done": true
                     *         },
                     *         {
                     *           "key": "webhook_registered",
                     *           "done": true
                     *         },
                     *         {
                     *           "key": "billing_profile_completed",
                     *           "done": false
                     *         },
                     *         {
                     *           "key": "payment_provider_connected",
                     *           "done": false
                     *         },
                     *         {
                     *           "key": "domain_verified",
                     *           "done": false
                     *         }
                     *       ],
                     *       "completed": 4,
                     *       "total": 7,
                     *       "ready_for_live": false,
                     *       "payment_provider_connected": false,
                     *       "has_product": true,
                     *       "has_price": true,
                     *       "domain_verified": false,
                     *       "has_test_payment": true,
                     *       "has_webhook": true
                     *     }
                     */
                    "application/json": components["schemas"]["onboarding.activation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "account.attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "account.attention",
                     *       "data": [
                     *         {
                     *           "key": "payment_provider_not_connected",
                     *           "severity": "warn",
                     *           "title": "No payment provider connected in live mode",
                     *           "body": "Live payments cannot be taken until the live API key of the payment provider is given.",
                     *           "cta": "Connect the payment provider",
                     *           "href": "https://api.example.com/v1/tenant/provider_credential",
                     *           "count": null
                     *         },
                     *         {
                     *           "key": "billing_profile_incomplete",
                     *           "severity": "warn",
                     *           "title": "Billing profile incomplete",
                     *           "body": "Invoices need the legal name, the address with street and city, and the country of their seller.",
                     *           "cta": "Complete the billing profile",
                     *           "href": "https://api.example.com/v1/tenant/billing_profile",
                     *           "count": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["account.attention"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "account.billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "account.billing",
                     *       "plan": {
                     *         "object": "account.plan",
                     *         "id": "free",
                     *         "name": "Free",
                     *         "interval": "month",
                     *         "amount_cents": 0,
                     *         "currency": "EUR"
                     *       },
                     *       "subscription": null,
                     *       "next_invoice": null,
                     *       "usage": [
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "invoices_issued",
                     *           "livemode": true,
                     *           "quantity": 0,
                     *           "limit": null
                     *         },
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "invoices_issued",
                     *           "livemode": false,
                     *           "quantity": 2,
                     *           "limit": null
                     *         },
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "webhook_endpoints",
                     *           "livemode": true,
                     *           "quantity": 0,
                     *           "limit": 16
                     *         },
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "webhook_endpoints",
                     *           "livemode": false,
                     *           "quantity": 1,
                     *           "limit": 16
                     *         }
                     *       ],
                     *       "collection_available": false,
                     *       "billing_authorized": false
                     *     }
                     */
                    "application/json": components["schemas"]["account.billing"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "account.plan_change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan_id": "growth"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the new plan; `_year` means yearly billing. */
                    plan_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "account.billing",
                     *       "plan": {
                     *         "object": "account.plan",
                     *         "id": "growth",
                     *         "name": "Growth",
                     *         "interval": "month",
                     *         "amount_cents": 0,
                     *         "currency": "EUR"
                     *       },
                     *       "subscription": null,
                     *       "next_invoice": null,
                     *       "usage": [
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "invoices_issued",
                     *           "livemode": true,
                     *           "quantity": 0,
                     *           "limit": null
                     *         },
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "invoices_issued",
                     *           "livemode": false,
                     *           "quantity": 2,
                     *           "limit": null
                     *         },
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "webhook_endpoints",
                     *           "livemode": true,
                     *           "quantity": 0,
                     *           "limit": 16
                     *         },
                     *         {
                     *           "object": "account.usage_meter",
                     *           "key": "webhook_endpoints",
                     *           "livemode": false,
                     *           "quantity": 1,
                     *           "limit": 16
                     *         }
                     *       ],
                     *       "collection_available": false,
                     *       "billing_authorized": false
                     *     }
                     */
                    "application/json": components["schemas"]["account.billing"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "api_keys.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "ak_01994000000070008000000000000001",
                     *           "object": "api_key",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "prefix": "svc_test_EXAMPLE",
                     *           "label": null,
                     *           "scopes": [
                     *             "*"
                     *           ],
                     *           "created_by": {
                     *             "type": "api_key",
                     *             "id": "ak_01994000000070008000000000000002"
                     *           },
                     *           "last_used_at": null,
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["api_key"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "api_keys.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Your name for the key. Default: `null`. */
                    label?: string | null;
                    /** @description What the key is allowed to do, such as `customers:read`; `*` allows everything. Default: the scopes of the creating key. */
                    scopes?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ak_01994000000070008000000000000001",
                     *       "object": "api_key",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "prefix": "svc_test_EXAMPLE",
                     *       "label": null,
                     *       "scopes": [
                     *         "*"
                     *       ],
                     *       "created_by": {
                     *         "type": "api_key",
                     *         "id": "ak_01994000000070008000000000000002"
                     *       },
                     *       "last_used_at": null,
                     *       "revoked_at": null,
                     *       "secret": "svc_test_EXAMPLEKEYEXAMPLEKEYEXAMPLEKEY"
                     *     }
                     */
                    "application/json": components["schemas"]["api_key.create"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "api_keys.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key. */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ak_01994000000070008000000000000003",
                     *       "object": "api_key",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "prefix": "svc_test_EXAMPLE",
                     *       "label": "spare",
                     *       "scopes": [
                     *         "customers:read"
                     *       ],
                     *       "created_by": {
                     *         "type": "api_key",
                     *         "id": "ak_01994000000070008000000000000002"
                     *       },
                     *       "last_used_at": null,
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["api_key"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "api_keys.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the API key. */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ak_01994000000070008000000000000004",
                     *       "object": "api_key",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "prefix": "svc_test_EXAMPLE",
                     *       "label": null,
                     *       "scopes": [
                     *         "*"
                     *       ],
                     *       "created_by": {
                     *         "type": "api_key",
                     *         "id": "ak_01994000000070008000000000000002"
                     *       },
                     *       "last_used_at": null,
                     *       "revoked_at": 1789300800
                     *     }
                     */
                    "application/json": components["schemas"]["api_key"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "audit_logs.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only entries of this action, such as `customer.updated`. */
                action?: string;
                /** @description Returns only entries about objects of this type, such as `customer`. */
                resource_type?: string;
                /** @description Returns only entries about the object with this id. */
                resource_id?: string;
                /** @description Returns only entries of the actor with this id, such as an API key. */
                actor_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "al_01994000000070008000000000000001",
                     *           "object": "audit_log",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "actor_type": "api_key",
                     *           "actor_id": "ak_01994000000070008000000000000002",
                     *           "action": "api_key.revoked",
                     *           "resource_type": "api_key",
                     *           "resource_id": "ak_01994000000070008000000000000004",
                     *           "metadata": {},
                     *           "ip_address": "127.21.233.248",
                     *           "user_agent": null
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["audit_log"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "audit_logs.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the audit log entry. */
                audit_log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "al_01994000000070008000000000000002",
                     *       "object": "audit_log",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "actor_type": "api_key",
                     *       "actor_id": "ak_01994000000070008000000000000002",
                     *       "action": "portal_session.created",
                     *       "resource_type": "portal_session",
                     *       "resource_id": "bps_01K00000000000000000000001",
                     *       "metadata": {},
                     *       "ip_address": "127.21.233.248",
                     *       "user_agent": null
                     *     }
                     */
                    "application/json": components["schemas"]["audit_log"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "billing_portal.create_session": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscription_id": "sub_01K00000000000000000000001",
                 *       "return_url": "https://shop.example/account"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the subscription that the portal shows. */
                    subscription_id: string;
                    /**
                     * Format: uri
                     * @description URL of the link in the portal that leads back to your site.
                     */
                    return_url: string;
                    /**
                     * @description True also emails the link to the customer.
                     * @default false
                     */
                    deliver_email?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bps_01K00000000000000000000002",
                     *       "object": "billing_portal.session",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "return_url": "https://shop.example/account",
                     *       "expires_at": 1789300800,
                     *       "token": "svc_portal_EXAMPLEKEYEXAMPLEKEYEXAMPLEKEY",
                     *       "url": "https://api.example.com/portal#svc_portal_EXAMPLEKEYEXAMPLEKEYEXAMPLEKEY"
                     *     }
                     */
                    "application/json": components["schemas"]["billing_portal.session"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "billing_portal.revoke_session": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the portal session. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bps_01K00000000000000000000003",
                     *       "object": "billing_portal.session",
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "revoked_at": 1789300800
                     *     }
                     */
                    "application/json": components["schemas"]["billing_portal.session.revoke_session"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "one_shot_payments.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only one-off payments of the customer with this id. */
                customer_id?: string;
                /** @description Returns only one-off payments with one of these statuses. */
                status?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "osp_01K00000000000000000000002",
                     *           "object": "one_shot_payment",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "status": "open",
                     *           "amount_cents": 15000,
                     *           "amount_refunded_cents": 0,
                     *           "amount_disputed_cents": 0,
                     *           "currency": "EUR",
                     *           "description": "Workshop",
                     *           "customer_id": "cus_01K00000000000000000000013",
                     *           "payment_id": null,
                     *           "invoice_id": null,
                     *           "payment_method": "creditcard",
                     *           "ui_mode": "hosted",
                     *           "url": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/osp_01K00000000000000000000002",
                     *           "client_secret": null,
                     *           "success_url": "https://shop.example/thanks",
                     *           "cancel_url": "https://shop.example/cart",
                     *           "expires_at": 1789387200,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["one_shot_payment"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "one_shot_payments.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount_cents": 15000,
                 *       "currency": "EUR",
                 *       "description": "Workshop",
                 *       "payment_method": "creditcard",
                 *       "success_url": "https://shop.example/thanks",
                 *       "cancel_url": "https://shop.example/cart"
                 *     }
                 */
                "application/json": {
                    /** @description Amount in cents. If the account adds tax to its prices, the buyer pays the tax on top. */
                    amount_cents: number;
                    /** @description Three-letter ISO 4217 code, in upper or lower case. */
                    currency: string;
                    /** @description What is sold, shown to the buyer and printed on the invoice. */
                    description: string;
                    /** @description Id of the buying customer. Default: a customer is created. */
                    customer_id?: string | null;
                    /** @description Email address of the created customer; not allowed with `customer_id`. Default: `null`. */
                    customer_email?: string | null;
                    /** @description Name of the created customer; not allowed with `customer_id`. Default: `null`. */
                    customer_name?: string | null;
                    /** @description Country of the created customer, in two capital letters; not allowed with `customer_id`. Default: `null`. */
                    country?: string | null;
                    /** @description URL to which the buyer returns after paying. Required with `ui_mode` `hosted`. */
                    success_url?: string | null;
                    /** @description URL to which the buyer returns without paying. Required with `ui_mode` `hosted`. */
                    cancel_url?: string | null;
                    /** @description Payment method that the buyer uses: required with `ui_mode` `hosted`, not allowed with `embedded`. `directdebit` cannot be used. */
                    payment_method?: string | null;
                    /** @description `hosted` (the buyer pays on a page of the service) or `embedded` (in the payment element on your page). Default: `hosted`. */
                    ui_mode?: string;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "osp_01K00000000000000000000002",
                     *       "object": "one_shot_payment",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "status": "open",
                     *       "amount_cents": 15000,
                     *       "amount_refunded_cents": 0,
                     *       "amount_disputed_cents": 0,
                     *       "currency": "EUR",
                     *       "description": "Workshop",
                     *       "customer_id": "cus_01K00000000000000000000013",
                     *       "payment_id": null,
                     *       "invoice_id": null,
                     *       "payment_method": "creditcard",
                     *       "ui_mode": "hosted",
                     *       "url": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/osp_01K00000000000000000000002",
                     *       "client_secret": null,
                     *       "success_url": "https://shop.example/thanks",
                     *       "cancel_url": "https://shop.example/cart",
                     *       "expires_at": 1789387200,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["one_shot_payment"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "one_shot_payments.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the one-off payment. */
                one_shot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "osp_01K00000000000000000000003",
                     *       "object": "one_shot_payment",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "status": "open",
                     *       "amount_cents": 15000,
                     *       "amount_refunded_cents": 0,
                     *       "amount_disputed_cents": 0,
                     *       "currency": "EUR",
                     *       "description": "Workshop",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "payment_id": null,
                     *       "invoice_id": null,
                     *       "payment_method": "creditcard",
                     *       "ui_mode": "hosted",
                     *       "url": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/osp_01K00000000000000000000003",
                     *       "client_secret": null,
                     *       "success_url": "https://shop.example/thanks",
                     *       "cancel_url": "https://shop.example/cart",
                     *       "expires_at": 1789387200,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["one_shot_payment"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_element.confirm_one_shot": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the one-off payment. */
                one_shot_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "creditcard"
                 *     }
                 */
                "application/json": {
                    /** @description Payment method of the buyer. */
                    method: string;
                    /** @description Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider. */
                    card_token?: string | null;
                    /** @description Country of the buyer, used and stored if the customer has none: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: none. */
                    country?: string | null;
                    /** @description Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider. */
                    issuer?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_confirmation",
                     *       "session_id": "osp_01K00000000000000000000001",
                     *       "status": "open",
                     *       "payment_status": "pending",
                     *       "redirect_url": "https://api.example.com/sandbox/payments/acct_01K00000000000000000000001/tr_01K00000000000000000000001/outcome-page"
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_confirmation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_payment_methods.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_payment_methods",
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000003",
                     *       "data": [],
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": [],
                     *       "profile_id": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_payment_methods"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_payment_methods.setup": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_setup",
                     *       "livemode": false,
                     *       "setup_id": "seti_01K00000000000000000000002",
                     *       "client_secret": "cs_secret_EXAMPLE",
                     *       "currency": "EUR",
                     *       "amount_due_now": 1
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_setup"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_payment_methods.setup_confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_secret": "cs_secret_EXAMPLE",
                 *       "method": "creditcard",
                 *       "card_token": "tkn_1"
                 *     }
                 */
                "application/json": {
                    /** @description The `client_secret` of the setup. */
                    client_secret: string;
                    /** @description Payment method to add. */
                    method: string;
                    /** @description Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider. */
                    card_token?: string | null;
                    /** @description Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider. */
                    issuer?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_setup_confirmation",
                     *       "livemode": false,
                     *       "setup_id": "seti_01K00000000000000000000001",
                     *       "status": "succeeded",
                     *       "redirect_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_setup_confirmation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_payment_methods.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the payment method. */
                payment_method_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_payment_methods",
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000002",
                     *       "data": [
                     *         {
                     *           "id": "pm_01K00000000000000000000001",
                     *           "object": "checkout_saved_method",
                     *           "kind": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029,
                     *           "is_default": true
                     *         }
                     *       ],
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": [],
                     *       "profile_id": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_payment_methods"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_payment_methods.set_default": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the payment method. */
                payment_method_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_payment_methods",
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000004",
                     *       "data": [
                     *         {
                     *           "id": "pm_01K00000000000000000000002",
                     *           "object": "checkout_saved_method",
                     *           "kind": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029,
                     *           "is_default": true
                     *         },
                     *         {
                     *           "id": "pm_01K00000000000000000000003",
                     *           "object": "checkout_saved_method",
                     *           "kind": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029,
                     *           "is_default": false
                     *         }
                     *       ],
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": [],
                     *       "profile_id": null
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_payment_methods"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_sessions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price_id": "price_01K00000000000000000000001",
                 *       "success_url": "https://shop.example/thanks",
                 *       "cancel_url": "https://shop.example/cart"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the price to sell. It and its product must be active. */
                    price_id: string;
                    /**
                     * Format: uri
                     * @description URL to which the buyer returns after paying.
                     */
                    success_url: string;
                    /**
                     * Format: uri
                     * @description URL to which the buyer returns without paying.
                     */
                    cancel_url: string;
                    /** @description Id of the buying customer. Default: a customer is created. */
                    customer_id?: string | null;
                    /** @description Email address of the buyer, for this session and for a created customer. Default: that of the customer. */
                    customer_email?: string | null;
                    /** @description Name of a created customer. Default: `null`. */
                    customer_name?: string | null;
                    /** @description Country of the buyer, in two capital letters, for this session and for a created customer. Default: that of the customer. */
                    country?: string | null;
                    /** @description Code of a coupon to apply. Default: none. */
                    coupon_code?: string | null;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                    /** @description The only payment method that the buyer can use. Default: the buyer chooses. */
                    payment_method?: string | null;
                    /** @description Length of the trial in days, instead of `trial_days` of the price; 0: no trial. Default: that of the price. */
                    trial_days_override?: number | null;
                    /** @description `hosted` (the buyer pays on a page of the service) or `embedded` (in the payment element on your page). Default: `hosted`. */
                    ui_mode?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_01K00000000000000000000004",
                     *       "object": "checkout.session",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000005",
                     *       "customer_email": null,
                     *       "customer_country_code": null,
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "success_url": "https://shop.example/thanks",
                     *       "cancel_url": "https://shop.example/cart",
                     *       "status": "open",
                     *       "ui_mode": "hosted",
                     *       "url": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/cs_01K00000000000000000000004",
                     *       "client_secret": null,
                     *       "subscription_id": null,
                     *       "payment_id": null,
                     *       "expires_at": 1789387200,
                     *       "trial_days_override": null,
                     *       "coupon_id": null,
                     *       "payment_method": null,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["checkout.session"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_sessions.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the checkout session. */
                checkout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_01K00000000000000000000005",
                     *       "object": "checkout.session",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "customer_email": "ada@example.com",
                     *       "customer_country_code": null,
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "success_url": "https://shop.example/thanks",
                     *       "cancel_url": "https://shop.example/cart",
                     *       "status": "completed",
                     *       "ui_mode": "hosted",
                     *       "url": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/cs_01K00000000000000000000005",
                     *       "client_secret": null,
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "payment_id": "pay_01K00000000000000000000001",
                     *       "expires_at": 1789387200,
                     *       "trial_days_override": null,
                     *       "coupon_id": null,
                     *       "payment_method": null,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["checkout.session"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_element.confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the checkout session. */
                checkout_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "creditcard"
                 *     }
                 */
                "application/json": {
                    /** @description Payment method of the buyer. */
                    method: string;
                    /** @description Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider. */
                    card_token?: string | null;
                    /** @description Country of the buyer, used and stored if the customer has none: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: none. */
                    country?: string | null;
                    /** @description Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider. */
                    issuer?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_confirmation",
                     *       "session_id": "cs_01K00000000000000000000002",
                     *       "status": "open",
                     *       "payment_status": "pending",
                     *       "redirect_url": "https://api.example.com/sandbox/payments/acct_01K00000000000000000000001/tr_01K00000000000000000000002/outcome-page"
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_confirmation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_element.apply_coupon": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the checkout session. */
                checkout_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": null
                 *     }
                 */
                "application/json": {
                    /** @description Promotion code, in upper or lower case; `null` removes the applied code. */
                    code: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_element",
                     *       "session_id": "cs_01K00000000000000000000001",
                     *       "status": "open",
                     *       "livemode": false,
                     *       "currency": "EUR",
                     *       "amount_due_now": 1999,
                     *       "recurring_amount": 1999,
                     *       "recurring_amount_discounted": null,
                     *       "recurring_interval": "month",
                     *       "discount_cents": 0,
                     *       "trial_days": 0,
                     *       "requires_verification": false,
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": null,
                     *       "profile_id": null,
                     *       "product_name": "Plan",
                     *       "merchant_name": "Demo",
                     *       "merchant_logo_url": null,
                     *       "show_header": true,
                     *       "country": null,
                     *       "country_suggestion": null,
                     *       "allow_promotion_codes": false,
                     *       "coupon_code": null,
                     *       "coupon_duration": null,
                     *       "coupon_duration_in_months": null,
                     *       "success_url": "https://shop.example/thanks",
                     *       "cancel_url": "https://shop.example/cart"
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_element"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checkout_element.retrieve": {
        parameters: {
            query?: {
                /** @description Country to compute the amounts for, if that of the buyer is unknown: two capital letters (ISO 3166-1 alpha-2), such as `NL`. */
                country?: string;
            };
            header?: never;
            path: {
                /** @description Id of the checkout session. */
                checkout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "checkout_element",
                     *       "session_id": "cs_01K00000000000000000000003",
                     *       "status": "open",
                     *       "livemode": false,
                     *       "currency": "EUR",
                     *       "amount_due_now": 1999,
                     *       "recurring_amount": 1999,
                     *       "recurring_amount_discounted": null,
                     *       "recurring_interval": "month",
                     *       "discount_cents": 0,
                     *       "trial_days": 0,
                     *       "requires_verification": false,
                     *       "methods": [
                     *         "creditcard",
                     *         "directdebit",
                     *         "ideal",
                     *         "applepay"
                     *       ],
                     *       "ideal_issuers": null,
                     *       "profile_id": null,
                     *       "product_name": "Plan",
                     *       "merchant_name": "Demo",
                     *       "merchant_logo_url": null,
                     *       "show_header": true,
                     *       "country": null,
                     *       "country_suggestion": null,
                     *       "allow_promotion_codes": false,
                     *       "coupon_code": null,
                     *       "coupon_duration": null,
                     *       "coupon_duration_in_months": null,
                     *       "success_url": "https://shop.example/thanks",
                     *       "cancel_url": "https://shop.example/cart"
                     *     }
                     */
                    "application/json": components["schemas"]["checkout_element"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "coupons.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only coupons that are active (`true`) or inactive (`false`). Default: both. */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "cpn_01K00000000000000000000001",
                     *           "object": "coupon",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "code": "CODE-c46458f7-a7fb-43df-afa8-0d987e7237b8",
                     *           "discount_type": "percent",
                     *           "percent_off": 10,
                     *           "amount_off_cents": null,
                     *           "currency": null,
                     *           "duration": "once",
                     *           "duration_in_months": null,
                     *           "max_redemptions": null,
                     *           "max_redemptions_per_customer": 1,
                     *           "times_redeemed": 0,
                     *           "min_amount_cents": null,
                     *           "applies_to_price_ids": null,
                     *           "redeem_by": null,
                     *           "active": true,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["coupon"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "coupons.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "CODE-c46458f7-a7fb-43df-afa8-0d987e7237b8",
                 *       "percent_off": 10
                 *     }
                 */
                "application/json": {
                    /** @description Code that buyers enter; case does not matter. Unique in the account and mode, also among inactive coupons. */
                    code: string;
                    /** @description `percent` or `fixed_amount`. Default: implied by the amount that is sent. */
                    discount_type?: string;
                    /** @description Discount in percent, with at most two decimals. Send this or `amount_off_cents`. */
                    percent_off?: number | null;
                    /** @description Discount in cents. Send this or `percent_off`. */
                    amount_off_cents?: number | null;
                    /** @description Currency of the amounts: ISO 4217 code, in upper or lower case. Default: that of the prices of the account; required if they have several. */
                    currency?: string | null;
                    /** @description `once` (one period), `repeating` (`duration_in_months` months) or `forever`. Default: `once`. */
                    duration?: string;
                    /** @description Months that a `repeating` discount lasts; required for it, not allowed otherwise. */
                    duration_in_months?: number | null;
                    /** @description How often the coupon can be redeemed in total. Default: `null`, without limit. */
                    max_redemptions?: number | null;
                    /** @description How often one customer can redeem the coupon; `null`: without limit. Default: 1. */
                    max_redemptions_per_customer?: number | null;
                    /** @description Lowest price that the coupon can be used for, in cents, before discount and tax. Default: `null`, any price. */
                    min_amount_cents?: number | null;
                    /** @description Ids of the prices that the coupon can be used for. Default: `null`, all prices. */
                    applies_to_price_ids?: string[] | null;
                    /** @description Unix time in seconds until which the coupon can be redeemed, in the future. Default: `null`, without end. */
                    redeem_by?: number | null;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cpn_01K00000000000000000000001",
                     *       "object": "coupon",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "code": "CODE-c46458f7-a7fb-43df-afa8-0d987e7237b8",
                     *       "discount_type": "percent",
                     *       "percent_off": 10,
                     *       "amount_off_cents": null,
                     *       "currency": null,
                     *       "duration": "once",
                     *       "duration_in_months": null,
                     *       "max_redemptions": null,
                     *       "max_redemptions_per_customer": 1,
                     *       "times_redeemed": 0,
                     *       "min_amount_cents": null,
                     *       "applies_to_price_ids": null,
                     *       "redeem_by": null,
                     *       "active": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["coupon"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "coupons.validate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "NONE",
                 *       "currency": "EUR"
                 *     }
                 */
                "application/json": {
                    /** @description Code to check; case does not matter. */
                    code: string;
                    /** @description Id of the price to check the code for. Send this or `currency`. */
                    price_id?: string;
                    /** @description Currency to check the code for: ISO 4217 code, in upper or lower case. Send this or `price_id`. */
                    currency?: string;
                    /** @description Amount in cents, before discount and tax, to check the code for; only with `currency`. Default: unknown. */
                    amount_cents?: number;
                    /** @description Id of the customer who would redeem the code, to check the limit per customer. Default: not checked. */
                    customer_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "coupon.validation",
                     *       "livemode": false,
                     *       "valid": false,
                     *       "reason": "coupon_not_found",
                     *       "code": "NONE",
                     *       "coupon_id": null,
                     *       "percent_off": null,
                     *       "amount_off_cents": null,
                     *       "currency": null,
                     *       "discount_cents": null
                     *     }
                     */
                    "application/json": components["schemas"]["coupon.validation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "coupons.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the coupon. */
                coupon_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cpn_01K00000000000000000000002",
                     *       "object": "coupon",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "code": "WORLD",
                     *       "discount_type": "percent",
                     *       "percent_off": 10,
                     *       "amount_off_cents": null,
                     *       "currency": null,
                     *       "duration": "once",
                     *       "duration_in_months": null,
                     *       "max_redemptions": null,
                     *       "max_redemptions_per_customer": 1,
                     *       "times_redeemed": 0,
                     *       "min_amount_cents": null,
                     *       "applies_to_price_ids": null,
                     *       "redeem_by": null,
                     *       "active": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["coupon"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "coupons.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the coupon. */
                coupon_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_redemptions": 5
                 *     }
                 */
                "application/json": {
                    /** @description False withdraws the code, true allows it again. Existing discounts do not change. */
                    active?: boolean;
                    /** @description How often the coupon can be redeemed in total; `null`: without limit. */
                    max_redemptions?: number | null;
                    /** @description How often one customer can redeem the coupon; `null`: without limit. */
                    max_redemptions_per_customer?: number | null;
                    /** @description Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price. */
                    min_amount_cents?: number | null;
                    /** @description Ids of the prices that the coupon can be used for; `null`: all prices. */
                    applies_to_price_ids?: string[] | null;
                    /** @description Unix time in seconds until which the coupon can be redeemed, in the future; `null`: without end. */
                    redeem_by?: number | null;
                    /** @description Your own data, as keys with string values. Replaces all keys; if omitted, they do not change. */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cpn_01K00000000000000000000002",
                     *       "object": "coupon",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "code": "WORLD",
                     *       "discount_type": "percent",
                     *       "percent_off": 10,
                     *       "amount_off_cents": null,
                     *       "currency": null,
                     *       "duration": "once",
                     *       "duration_in_months": null,
                     *       "max_redemptions": 5,
                     *       "max_redemptions_per_customer": 1,
                     *       "times_redeemed": 0,
                     *       "min_amount_cents": null,
                     *       "applies_to_price_ids": null,
                     *       "redeem_by": null,
                     *       "active": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["coupon"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "credit_notes.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only credit notes of the invoice with this id. */
                invoice_id?: string;
                /** @description Returns only credit notes of the customer with this id. */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "cn_01K00000000000000000000001",
                     *           "object": "credit_note",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "number": "TEST-CN-000001",
                     *           "invoice_id": "inv_01K00000000000000000000001",
                     *           "customer_id": "cus_01K00000000000000000000001",
                     *           "refund_id": "re_01K00000000000000000000001",
                     *           "reason": null,
                     *           "currency": "EUR",
                     *           "subtotal_cents": 1,
                     *           "tax_cents": 0,
                     *           "total_cents": 1,
                     *           "tax": [],
                     *           "lines": [
                     *             {
                     *               "type": "subscription",
                     *               "description": "Plan",
                     *               "quantity": "1",
                     *               "unit_amount_decimal": "1999",
                     *               "amount_cents": 1,
                     *               "discount_cents": 0,
                     *               "price_id": "price_01K00000000000000000000001",
                     *               "tax_rate_basis_points": 0,
                     *               "period_start": 1789300800,
                     *               "period_end": 1791892800
                     *             }
                     *           ],
                     *           "issued_at": 1789300800
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["credit_note"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "credit_notes.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credit note. */
                credit_note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cn_01K00000000000000000000001",
                     *       "object": "credit_note",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "number": "TEST-CN-000001",
                     *       "invoice_id": "inv_01K00000000000000000000001",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "refund_id": "re_01K00000000000000000000001",
                     *       "reason": null,
                     *       "currency": "EUR",
                     *       "subtotal_cents": 1,
                     *       "tax_cents": 0,
                     *       "total_cents": 1,
                     *       "tax": [],
                     *       "lines": [
                     *         {
                     *           "type": "subscription",
                     *           "description": "Plan",
                     *           "quantity": "1",
                     *           "unit_amount_decimal": "1999",
                     *           "amount_cents": 1,
                     *           "discount_cents": 0,
                     *           "price_id": "price_01K00000000000000000000001",
                     *           "tax_rate_basis_points": 0,
                     *           "period_start": 1789300800,
                     *           "period_end": 1791892800
                     *         }
                     *       ],
                     *       "issued_at": 1789300800
                     *     }
                     */
                    "application/json": components["schemas"]["credit_note"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "credit_notes.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credit note. */
                credit_note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rendering_pending` */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only customers with this email address; case does not matter. */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "cus_01K00000000000000000000006",
                     *           "object": "customer",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "name": "Ada",
                     *           "email": "ada@example.com",
                     *           "country_code": "NL",
                     *           "address": null,
                     *           "language": null,
                     *           "metadata": {
                     *             "plan": "a"
                     *           },
                     *           "test_clock_id": null,
                     *           "vat_number": null,
                     *           "vat_name": null,
                     *           "vat_verified_at": null,
                     *           "email_delivery": null
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["customer"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada",
                 *       "email": "ada@example.com",
                 *       "country_code": "NL",
                 *       "metadata": {
                 *         "plan": "a"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Name of the customer, printed on invoices. Default: `null`. */
                    name?: string | null;
                    /** @description Email address for invoices and notices. Default: `null`. */
                    email?: string | null;
                    /** @description Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: `null`. */
                    country_code?: string | null;
                    /** @description Billing address, printed on invoices. Default: `null`. */
                    address?: {
                        /**
                         * @description Street and house number. Default: `null`.
                         * @default null
                         */
                        line1?: string | null;
                        /**
                         * @description Second line of the address, such as an apartment. Default: `null`.
                         * @default null
                         */
                        line2?: string | null;
                        /**
                         * @description Postal code. Default: `null`.
                         * @default null
                         */
                        postal_code?: string | null;
                        /**
                         * @description City or town. Default: `null`.
                         * @default null
                         */
                        city?: string | null;
                    } | null;
                    /** @description Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`. Default: `null`. */
                    language?: string | null;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                    /** @description Test clock whose simulated time applies to the customer, in test mode. Default: `null`, real time. */
                    test_clock_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000006",
                     *       "object": "customer",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Ada",
                     *       "email": "ada@example.com",
                     *       "country_code": "NL",
                     *       "address": null,
                     *       "language": null,
                     *       "metadata": {
                     *         "plan": "a"
                     *       },
                     *       "test_clock_id": null,
                     *       "vat_number": null,
                     *       "vat_name": null,
                     *       "vat_verified_at": null,
                     *       "email_delivery": null
                     *     }
                     */
                    "application/json": components["schemas"]["customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer. */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000001",
                     *       "object": "customer",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Ada",
                     *       "email": "ada@example.com",
                     *       "country_code": null,
                     *       "address": null,
                     *       "language": null,
                     *       "metadata": {},
                     *       "test_clock_id": null,
                     *       "vat_number": null,
                     *       "vat_name": null,
                     *       "vat_verified_at": null,
                     *       "email_delivery": null
                     *     }
                     */
                    "application/json": components["schemas"]["customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the customer. */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grace"
                 *     }
                 */
                "application/json": {
                    /** @description New name; `null` clears it. */
                    name?: string | null;
                    /**
                     * Format: email
                     * @description New email address for invoices and notices. Clears `email_delivery`.
                     */
                    email?: string;
                    /** @description New billing country: two capital letters (ISO 3166-1 alpha-2), such as `NL`. */
                    country_code?: string;
                    /** @description New billing address; omitted lines are cleared. */
                    address?: {
                        /**
                         * @description Street and house number. Default: `null`.
                         * @default null
                         */
                        line1?: string | null;
                        /**
                         * @description Second line of the address, such as an apartment. Default: `null`.
                         * @default null
                         */
                        line2?: string | null;
                        /**
                         * @description Postal code. Default: `null`.
                         * @default null
                         */
                        postal_code?: string | null;
                        /**
                         * @description City or town. Default: `null`.
                         * @default null
                         */
                        city?: string | null;
                    };
                    /** @description New language, as a BCP 47 tag such as `nl`. */
                    language?: string;
                    /** @description Your own data, as keys with string values. Replaces all keys; if omitted, they do not change. */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000001",
                     *       "object": "customer",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Grace",
                     *       "email": "ada@example.com",
                     *       "country_code": null,
                     *       "address": null,
                     *       "language": null,
                     *       "metadata": {},
                     *       "test_clock_id": null,
                     *       "vat_number": null,
                     *       "vat_name": null,
                     *       "vat_verified_at": null,
                     *       "email_delivery": null
                     *     }
                     */
                    "application/json": components["schemas"]["customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the customer. */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000007",
                     *       "object": "customer",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["customer.delete"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.purge": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the customer. */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000008",
                     *       "object": "customer",
                     *       "deleted": true,
                     *       "purged": true
                     *     }
                     */
                    "application/json": components["schemas"]["customer.purge"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.revoke_portal_sessions": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the customer. */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "billing_portal.session_revocation",
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000009",
                     *       "revoked_at": 1789300800
                     *     }
                     */
                    "application/json": components["schemas"]["billing_portal.session_revocation"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "customers.vat_number": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the customer. */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vat_number": "NL100"
                 *     }
                 */
                "application/json": {
                    /** @description VAT number with its country prefix, such as `NL123456789B01`; spaces, dots and hyphens are ignored. `null` clears it. */
                    vat_number: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01K00000000000000000000001",
                     *       "object": "customer",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Grace",
                     *       "email": "ada@example.com",
                     *       "country_code": null,
                     *       "address": null,
                     *       "language": null,
                     *       "metadata": {},
                     *       "test_clock_id": null,
                     *       "vat_number": "NL100",
                     *       "vat_name": "Test Company",
                     *       "vat_verified_at": 1789300800,
                     *       "email_delivery": null
                     *     }
                     */
                    "application/json": components["schemas"]["customer"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "disputes.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only disputes of the payment with this id. */
                payment_id?: string;
                /** @description Returns only disputes with one of these statuses. */
                status?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "dp_01K00000000000000000000001",
                     *           "object": "dispute",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "status": "open",
                     *           "payment_id": "pay_01K00000000000000000000002",
                     *           "amount_cents": 1999,
                     *           "currency": "EUR",
                     *           "reason": null,
                     *           "reversed_at": null
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["dispute"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "disputes.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the dispute. */
                dispute_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dp_01K00000000000000000000001",
                     *       "object": "dispute",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "status": "open",
                     *       "payment_id": "pay_01K00000000000000000000002",
                     *       "amount_cents": 1999,
                     *       "currency": "EUR",
                     *       "reason": null,
                     *       "reversed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["dispute"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Objects to include in the response; none by default. Comma list of `customer`. */
                expand?: string;
                /** @description Returns only events of these types. Default: all types. */
                type?: string[];
                /** @description Returns only events of the customer with this id, and of the objects that belong to the customer. */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "evt_01K00000000000000000000001",
                     *           "object": "event",
                     *           "type": "customer.updated",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "data": {
                     *             "id": "cus_01K00000000000000000000001",
                     *             "object": "customer",
                     *             "created": 1789300800,
                     *             "livemode": false,
                     *             "name": "Grace",
                     *             "email": "ada@example.com",
                     *             "country_code": null,
                     *             "address": null,
                     *             "language": null,
                     *             "metadata": {},
                     *             "test_clock_id": null,
                     *             "vat_number": "NL100",
                     *             "vat_name": "Test Company",
                     *             "vat_verified_at": 1789300800,
                     *             "email_delivery": null
                     *           },
                     *           "previous_attributes": {
                     *             "vat_number": null,
                     *             "vat_name": null,
                     *             "vat_verified_at": null
                     *           }
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["event.list"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "events.stream": {
        parameters: {
            query?: {
                /** @description Sends only events of these types. Default: all types. */
                type?: string[];
                /** @description Id of the last event seen: the stream sends all later events first. Default: the header `Last-Event-ID`, or events from now on. */
                starting_after?: string;
            };
            header?: {
                /** @description The id of the last event seen; used when `starting_after` is left out. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "events.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01K00000000000000000000002",
                     *       "object": "event",
                     *       "type": "payment.succeeded",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "data": {
                     *         "id": "pay_01K00000000000000000000003",
                     *         "object": "payment",
                     *         "created": 1789300800,
                     *         "livemode": false,
                     *         "type": "initial",
                     *         "status": "succeeded",
                     *         "amount_cents": 1,
                     *         "amount_refunded_cents": 0,
                     *         "amount_disputed_cents": 0,
                     *         "currency": "EUR",
                     *         "customer_id": "cus_01K00000000000000000000010",
                     *         "subscription_id": "sub_01K00000000000000000000002",
                     *         "invoice_id": null,
                     *         "checkout_session_id": "cs_01K00000000000000000000006",
                     *         "one_shot_payment_id": null,
                     *         "payment_method": {
                     *           "type": "creditcard",
                     *           "brand": "Visa",
                     *           "last4": "4242",
                     *           "exp_month": 12,
                     *           "exp_year": 2029
                     *         },
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "paid_at": 1789300800,
                     *         "refund_eligibility": null
                     *       },
                     *       "previous_attributes": {
                     *         "status": "pending",
                     *         "payment_method": {
                     *           "type": "creditcard",
                     *           "brand": null,
                     *           "last4": null,
                     *           "exp_month": null,
                     *           "exp_year": null
                     *         },
                     *         "paid_at": null,
                     *         "subscription_id": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["event"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "invoices.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only objects of the customer with this id. */
                customer_id?: string;
                /** @description Returns only objects of the subscription with this id. */
                subscription_id?: string;
                /** @description Returns only invoices with one of these statuses. */
                status?: string[];
                /** @description Returns only the invoice with this number, such as `INV-000123`. */
                number?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "inv_01K00000000000000000000002",
                     *           "object": "invoice",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "number": "TEST-000005",
                     *           "status": "paid",
                     *           "billing_reason": "subscription_create",
                     *           "customer_id": "cus_01K00000000000000000000011",
                     *           "subscription_id": "sub_01K00000000000000000000003",
                     *           "one_shot_payment_id": null,
                     *           "payment_id": "pay_01K00000000000000000000004",
                     *           "currency": "EUR",
                     *           "tax_behavior": "inclusive",
                     *           "lines": [
                     *             {
                     *               "type": "subscription",
                     *               "description": "Plan",
                     *               "quantity": "1",
                     *               "unit_amount_decimal": "1999",
                     *               "amount_cents": 1999,
                     *               "discount_cents": 0,
                     *               "price_id": "price_01K00000000000000000000001",
                     *               "tax_rate_basis_points": 0,
                     *               "period_start": 1789300800,
                     *               "period_end": 1791892800
                     *             }
                     *           ],
                     *           "subtotal_cents": 1999,
                     *           "discount_cents": 0,
                     *           "tax_cents": 0,
                     *           "total_cents": 1999,
                     *           "amount_paid_cents": 1999,
                     *           "amount_due_cents": 0,
                     *           "amount_credited_cents": 0,
                     *           "tax": [],
                     *           "reverse_charge": false,
                     *           "seller": {
                     *             "name": "Demo",
                     *             "legal_name": null,
                     *             "email": "demo@example.com",
                     *             "address": null,
                     *             "country_code": null,
                     *             "vat_id": null,
                     *             "registration_number": null,
                     *             "phone": null
                     *           },
                     *           "buyer": {
                     *             "name": "Ada",
                     *             "email": "ada@example.com",
                     *             "address": null,
                     *             "country_code": null,
                     *             "vat_number": null,
                     *             "vat_name": null
                     *           },
                     *           "period_start": 1789300800,
                     *           "period_end": 1791892800,
                     *           "issued_at": 1789300800,
                     *           "paid_at": 1789300800,
                     *           "voided_at": null,
                     *           "next_payment_attempt": null
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["invoice"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "invoices.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01K00000000000000000000001",
                     *       "object": "invoice",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "number": "TEST-000001",
                     *       "status": "paid",
                     *       "billing_reason": "subscription_create",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "one_shot_payment_id": null,
                     *       "payment_id": "pay_01K00000000000000000000001",
                     *       "currency": "EUR",
                     *       "tax_behavior": "inclusive",
                     *       "lines": [
                     *         {
                     *           "type": "subscription",
                     *           "description": "Plan",
                     *           "quantity": "1",
                     *           "unit_amount_decimal": "1999",
                     *           "amount_cents": 1999,
                     *           "discount_cents": 0,
                     *           "price_id": "price_01K00000000000000000000001",
                     *           "tax_rate_basis_points": 0,
                     *           "period_start": 1789300800,
                     *           "period_end": 1791892800
                     *         }
                     *       ],
                     *       "subtotal_cents": 1999,
                     *       "discount_cents": 0,
                     *       "tax_cents": 0,
                     *       "total_cents": 1999,
                     *       "amount_paid_cents": 1999,
                     *       "amount_due_cents": 0,
                     *       "amount_credited_cents": 1,
                     *       "tax": [],
                     *       "reverse_charge": false,
                     *       "seller": {
                     *         "name": "Demo",
                     *         "legal_name": null,
                     *         "email": "demo@example.com",
                     *         "address": null,
                     *         "country_code": null,
                     *         "vat_id": null,
                     *         "registration_number": null,
                     *         "phone": null
                     *       },
                     *       "buyer": {
                     *         "name": "Ada",
                     *         "email": "ada@example.com",
                     *         "address": null,
                     *         "country_code": null,
                     *         "vat_number": null,
                     *         "vat_name": null
                     *       },
                     *       "period_start": 1789300800,
                     *       "period_end": 1791892800,
                     *       "issued_at": 1789300800,
                     *       "paid_at": 1789300800,
                     *       "voided_at": null,
                     *       "next_payment_attempt": null
                     *     }
                     */
                    "application/json": components["schemas"]["invoice"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "invoices.email": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01K00000000000000000000001",
                     *       "object": "invoice",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "number": "TEST-000001",
                     *       "status": "paid",
                     *       "billing_reason": "subscription_create",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "one_shot_payment_id": null,
                     *       "payment_id": "pay_01K00000000000000000000001",
                     *       "currency": "EUR",
                     *       "tax_behavior": "inclusive",
                     *       "lines": [
                     *         {
                     *           "type": "subscription",
                     *           "description": "Plan",
                     *           "quantity": "1",
                     *           "unit_amount_decimal": "1999",
                     *           "amount_cents": 1999,
                     *           "discount_cents": 0,
                     *           "price_id": "price_01K00000000000000000000001",
                     *           "tax_rate_basis_points": 0,
                     *           "period_start": 1789300800,
                     *           "period_end": 1791892800
                     *         }
                     *       ],
                     *       "subtotal_cents": 1999,
                     *       "discount_cents": 0,
                     *       "tax_cents": 0,
                     *       "total_cents": 1999,
                     *       "amount_paid_cents": 1999,
                     *       "amount_due_cents": 0,
                     *       "amount_credited_cents": 1,
                     *       "tax": [],
                     *       "reverse_charge": false,
                     *       "seller": {
                     *         "name": "Demo",
                     *         "legal_name": null,
                     *         "email": "demo@example.com",
                     *         "address": null,
                     *         "country_code": null,
                     *         "vat_id": null,
                     *         "registration_number": null,
                     *         "phone": null
                     *       },
                     *       "buyer": {
                     *         "name": "Ada",
                     *         "email": "ada@example.com",
                     *         "address": null,
                     *         "country_code": null,
                     *         "vat_number": null,
                     *         "vat_name": null
                     *       },
                     *       "period_start": 1789300800,
                     *       "period_end": 1791892800,
                     *       "issued_at": 1789300800,
                     *       "paid_at": 1789300800,
                     *       "voided_at": null,
                     *       "next_payment_attempt": null
                     *     }
                     */
                    "application/json": components["schemas"]["invoice"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "invoices.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rendering_pending` */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "invoices.void": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01K00000000000000000000003",
                     *       "object": "invoice",
                     *       "created": 1796212800,
                     *       "livemode": false,
                     *       "number": "TEST-000007",
                     *       "status": "void",
                     *       "billing_reason": "subscription_cycle",
                     *       "customer_id": "cus_01K00000000000000000000012",
                     *       "subscription_id": "sub_01K00000000000000000000004",
                     *       "one_shot_payment_id": null,
                     *       "payment_id": "pay_01K00000000000000000000005",
                     *       "currency": "EUR",
                     *       "tax_behavior": "inclusive",
                     *       "lines": [
                     *         {
                     *           "type": "subscription",
                     *           "description": "Plan",
                     *           "quantity": "1",
                     *           "unit_amount_decimal": "1999",
                     *           "amount_cents": 1999,
                     *           "discount_cents": 0,
                     *           "price_id": "price_01K00000000000000000000001",
                     *           "tax_rate_basis_points": 0,
                     *           "period_start": 1796212800,
                     *           "period_end": 1798632000
                     *         }
                     *       ],
                     *       "subtotal_cents": 1999,
                     *       "discount_cents": 0,
                     *       "tax_cents": 0,
                     *       "total_cents": 1999,
                     *       "amount_paid_cents": 0,
                     *       "amount_due_cents": 1999,
                     *       "amount_credited_cents": 0,
                     *       "tax": [],
                     *       "reverse_charge": false,
                     *       "seller": {
                     *         "name": "Demo",
                     *         "legal_name": null,
                     *         "email": "demo@example.com",
                     *         "address": null,
                     *         "country_code": null,
                     *         "vat_id": null,
                     *         "registration_number": null,
                     *         "phone": null
                     *       },
                     *       "buyer": {
                     *         "name": null,
                     *         "email": null,
                     *         "address": null,
                     *         "country_code": null,
                     *         "vat_number": null,
                     *         "vat_name": null
                     *       },
                     *       "period_start": 1796212800,
                     *       "period_end": 1798632000,
                     *       "issued_at": 1796212800,
                     *       "paid_at": null,
                     *       "voided_at": 1796212800,
                     *       "next_payment_attempt": null
                     *     }
                     */
                    "application/json": components["schemas"]["invoice"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `invoice_not_voidable` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "metrics.retrieve": {
        parameters: {
            query?: {
                /** @description Length of the periods: `day` or `month`. */
                interval?: string;
                /** @description First day, as `yyyy-mm-dd` in UTC. Default: twelve months or thirty days up to `to`. */
                from?: string;
                /** @description Last day, as `yyyy-mm-dd` in UTC. Default: today. */
                to?: string;
                /** @description Returns only this currency, as an ISO 4217 code in upper case. Default: all currencies. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "metrics",
                     *       "interval": "month",
                     *       "data": [
                     *         {
                     *           "object": "metrics.period",
                     *           "currency": "EUR",
                     *           "period": "2026-09",
                     *           "period_start": 1788220800,
                     *           "period_end": 1790812800,
                     *           "mrr_cents": 9995,
                     *           "mrr_movements": {
                     *             "new_cents": 9995,
                     *             "expansion_cents": 0,
                     *             "contraction_cents": 0,
                     *             "churn_cents": 0,
                     *             "reactivation_cents": 0
                     *           },
                     *           "active_subscriptions": 6,
                     *           "trialing_subscriptions": 0,
                     *           "new_subscriptions": 6,
                     *           "churned_subscriptions": 0,
                     *           "revenue_cents": 9995,
                     *           "refunded_cents": 1,
                     *           "disputed_cents": 1999,
                     *           "net_revenue_cents": 7995,
                     *           "succeeded_payments": 5,
                     *           "failed_payments": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["metrics"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "payments.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only objects of the customer with this id. */
                customer_id?: string;
                /** @description Returns only objects of the subscription with this id. */
                subscription_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "pay_01K00000000000000000000005",
                     *           "object": "payment",
                     *           "created": 1796212800,
                     *           "livemode": false,
                     *           "type": "renewal",
                     *           "status": "failed",
                     *           "amount_cents": 1999,
                     *           "amount_refunded_cents": 0,
                     *           "amount_disputed_cents": 0,
                     *           "currency": "EUR",
                     *           "customer_id": "cus_01K00000000000000000000012",
                     *           "subscription_id": "sub_01K00000000000000000000004",
                     *           "invoice_id": "inv_01K00000000000000000000003",
                     *           "checkout_session_id": null,
                     *           "one_shot_payment_id": null,
                     *           "payment_method": {
                     *             "type": "creditcard",
                     *             "brand": "Visa",
                     *             "last4": "4242",
                     *             "exp_month": 12,
                     *             "exp_year": 2029
                     *           },
                     *           "failure_code": "insufficient_funds",
                     *           "failure_message": "The payment failed: insufficient funds.",
                     *           "paid_at": null,
                     *           "refund_eligibility": null
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["payment"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "payments.retrieve": {
        parameters: {
            query?: {
                /** @description Objects to include in the response; none by default. Comma list of `refund_eligibility`. */
                expand?: string;
            };
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pay_01K00000000000000000000001",
                     *       "object": "payment",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "type": "initial",
                     *       "status": "succeeded",
                     *       "amount_cents": 1999,
                     *       "amount_refunded_cents": 1,
                     *       "amount_disputed_cents": 0,
                     *       "currency": "EUR",
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "invoice_id": "inv_01K00000000000000000000001",
                     *       "checkout_session_id": "cs_01K00000000000000000000005",
                     *       "one_shot_payment_id": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "paid_at": 1789300800,
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["payment"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "payments.provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "payment.provider",
                     *       "livemode": false,
                     *       "redacted": false,
                     *       "payload": {
                     *         "resource": "payment",
                     *         "id": "tr_01K00000000000000000000003",
                     *         "mode": "test",
                     *         "createdAt": "2026-11-27T05:39:03+00:00",
                     *         "amount": {
                     *           "currency": "EUR",
                     *           "value": "19.99"
                     *         },
                     *         "amountRefunded": {
                     *           "currency": "EUR",
                     *           "value": "0.01"
                     *         },
                     *         "amountRemaining": {
                     *           "currency": "EUR",
                     *           "value": "19.98"
                     *         },
                     *         "description": "Plan",
                     *         "method": "creditcard",
                     *         "metadata": {
                     *           "payment_id": "pay_01K00000000000000000000001",
                     *           "checkout_session_id": "cs_01K00000000000000000000005"
                     *         },
                     *         "status": "paid",
                     *         "isCancelable": false,
                     *         "paidAt": "2026-11-27T05:39:03+00:00",
                     *         "details": {
                     *           "cardNumber": "0482",
                     *           "cardLabel": "Visa",
                     *           "cardFingerprint": "sandbox65880482",
                     *           "cardHolder": "Ada",
                     *           "cardExpiryDate": "2029-12-31"
                     *         },
                     *         "profileId": "pfl_sandbox",
                     *         "customerId": "cst_01K00000000000000000000001",
                     *         "mandateId": "mdt_01K00000000000000000000001",
                     *         "sequenceType": "first",
                     *         "redirectUrl": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/cs_01K00000000000000000000005/return",
                     *         "webhookUrl": "https://api.example.com/provider/webhooks/acct_01K00000000000000000000001/test/pay_01K00000000000000000000001",
                     *         "_links": {
                     *           "self": {
                     *             "href": "https://api.example.com/sandbox/provider/v2/payments/tr_01K00000000000000000000003",
                     *             "type": "application/hal+json"
                     *           },
                     *           "dashboard": {
                     *             "href": "https://api.example.com/sandbox/payments/acct_01K00000000000000000000001/tr_01K00000000000000000000003/outcome-page",
                     *             "type": "text/html"
                     *           },
                     *           "documentation": {
                     *             "href": "https://docs.mollie.com/reference/overview",
                     *             "type": "text/html"
                     *           },
                     *           "customer": {
                     *             "href": "https://api.example.com/sandbox/provider/v2/customers/cst_01K00000000000000000000001",
                     *             "type": "application/hal+json"
                     *           },
                     *           "mandate": {
                     *             "href": "https://api.example.com/sandbox/provider/v2/customers/cst_01K00000000000000000000001/mandates/mdt_01K00000000000000000000001",
                     *             "type": "application/hal+json"
                     *           },
                     *           "refunds": {
                     *             "href": "https://api.example.com/sandbox/provider/v2/payments/tr_01K00000000000000000000003/refunds",
                     *             "type": "application/hal+json"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["payment.provider"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "ping.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "ping",
                     *       "livemode": false,
                     *       "scopes": [
                     *         "*"
                     *       ],
                     *       "time": 1789300800
                     *     }
                     */
                    "application/json": components["schemas"]["ping"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "prices.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only prices of the product with this id. */
                product_id?: string;
                /** @description Returns only prices that are active (`true`) or inactive (`false`). Default: both. */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "price_01K00000000000000000000003",
                     *           "object": "price",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "product_id": "prod_01K00000000000000000000002",
                     *           "currency": "EUR",
                     *           "interval": "year",
                     *           "usage_type": "licensed",
                     *           "amount_cents": 500,
                     *           "unit_amount_decimal": null,
                     *           "tiers": null,
                     *           "trial_days": 0,
                     *           "payment_methods": null,
                     *           "refund_window_days": null,
                     *           "active": true,
                     *           "self_service": true,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["price"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "prices.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product_id": "prod_01K00000000000000000000002",
                 *       "amount_cents": 500,
                 *       "currency": "EUR",
                 *       "interval": "year"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the product that is sold. */
                    product_id: string;
                    /** @description Three-letter ISO 4217 code, in upper or lower case. */
                    currency: string;
                    /** @description Length of a billing period: `month` or `year`. */
                    interval: string;
                    /** @description `licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period). Default: `licensed`. */
                    usage_type?: string;
                    /** @description Amount per period in cents; required for licensed prices, not allowed for metered prices. */
                    amount_cents?: number | null;
                    /** @description Price of one unit of usage in cents, as a decimal string such as `0.05`. Metered prices require this or `tiers`. */
                    unit_amount_decimal?: string | null;
                    /** @description Graduated tiers in ascending order: each unit costs the price of its tier. Metered prices require this or `unit_amount_decimal`. */
                    tiers?: {
                        /** @description Last unit of the tier, counted from the start of the period; `null` for the last tier only. */
                        up_to: number | null;
                        /** @description Amount in cents that is charged once per period if usage reaches the tier. Default: 0. */
                        flat_amount_cents?: number | null;
                        /** @description Price of one unit in cents; not together with `unit_amount_decimal`. Default: 0. */
                        unit_amount_cents?: number | null;
                        /** @description Price of one unit in cents, as a decimal string such as `0.05`. Default: `unit_amount_cents`. */
                        unit_amount_decimal?: string | null;
                    }[] | null;
                    /** @description Length of the free trial in days; 0: no trial. Default: 0. */
                    trial_days?: number;
                    /** @description Payment methods that buyers can use. Default: `null`, every method that can start a subscription in the currency. */
                    payment_methods?: string[] | null;
                    /** @description Days after a payment in which it can be refunded; 0: no refunds. Default: `null`, the window of the account. */
                    refund_window_days?: number | null;
                    /** @description True if customers can choose the price for a plan change in the billing portal. Default: true. */
                    self_service?: boolean;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "price_01K00000000000000000000003",
                     *       "object": "price",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "product_id": "prod_01K00000000000000000000002",
                     *       "currency": "EUR",
                     *       "interval": "year",
                     *       "usage_type": "licensed",
                     *       "amount_cents": 500,
                     *       "unit_amount_decimal": null,
                     *       "tiers": null,
                     *       "trial_days": 0,
                     *       "payment_methods": null,
                     *       "refund_window_days": null,
                     *       "active": true,
                     *       "self_service": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["price"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "prices.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the price. */
                price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "price_01K00000000000000000000001",
                     *       "object": "price",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "product_id": "prod_01K00000000000000000000002",
                     *       "currency": "EUR",
                     *       "interval": "month",
                     *       "usage_type": "licensed",
                     *       "amount_cents": 1999,
                     *       "unit_amount_decimal": null,
                     *       "tiers": null,
                     *       "trial_days": 0,
                     *       "payment_methods": null,
                     *       "refund_window_days": null,
                     *       "active": true,
                     *       "self_service": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["price"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "prices.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the price. */
                price_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refund_window_days": 30
                 *     }
                 */
                "application/json": {
                    /** @description False prevents new checkouts for the price, true allows them again; existing subscriptions continue. */
                    active?: boolean;
                    /** @description Days after a payment in which it can be refunded; 0: no refunds. `null`: the window of the account. */
                    refund_window_days?: number | null;
                    /** @description True if customers can choose the price for a plan change in the billing portal. */
                    self_service?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "price_01K00000000000000000000001",
                     *       "object": "price",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "product_id": "prod_01K00000000000000000000002",
                     *       "currency": "EUR",
                     *       "interval": "month",
                     *       "usage_type": "licensed",
                     *       "amount_cents": 1999,
                     *       "unit_amount_decimal": null,
                     *       "tiers": null,
                     *       "trial_days": 0,
                     *       "payment_methods": null,
                     *       "refund_window_days": 30,
                     *       "active": true,
                     *       "self_service": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["price"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "products.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Objects to include in the response; none by default. Comma list of `default_price`. */
                expand?: string;
                /** @description Returns only products that are active (`true`) or inactive (`false`). Default: both. */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "prod_01K00000000000000000000003",
                     *           "object": "product",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "name": "Plan",
                     *           "description": null,
                     *           "marketing_features": [],
                     *           "allow_promotion_codes": false,
                     *           "default_price_id": null,
                     *           "default_price": null,
                     *           "active": true,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["product"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "products.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Plan"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the product, shown to buyers and on invoices. */
                    name: string;
                    /** @description Description of the product. Default: `null`. */
                    description?: string | null;
                    /** @description Short texts about what the product offers. Default: none. */
                    marketing_features?: string[] | null;
                    /** @description True if buyers can enter a promotion code for the prices of the product. Default: false. */
                    allow_promotion_codes?: boolean;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prod_01K00000000000000000000003",
                     *       "object": "product",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Plan",
                     *       "description": null,
                     *       "marketing_features": [],
                     *       "allow_promotion_codes": false,
                     *       "default_price_id": null,
                     *       "default_price": null,
                     *       "active": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["product"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "products.retrieve": {
        parameters: {
            query?: {
                /** @description Objects to include in the response; none by default. Comma list of `default_price`. */
                expand?: string;
            };
            header?: never;
            path: {
                /** @description Id of the product. */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prod_01K00000000000000000000002",
                     *       "object": "product",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Plan",
                     *       "description": null,
                     *       "marketing_features": [],
                     *       "allow_promotion_codes": false,
                     *       "default_price_id": "price_01K00000000000000000000001",
                     *       "default_price": null,
                     *       "active": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["product"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "products.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the product. */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Everything"
                 *     }
                 */
                "application/json": {
                    /** @description New name, shown to buyers and on invoices. */
                    name?: string;
                    /** @description New description; `null` clears it. */
                    description?: string | null;
                    /** @description New short texts about what the product offers; `null` removes all. */
                    marketing_features?: string[] | null;
                    /** @description True if buyers can enter a promotion code for the prices of the product. */
                    allow_promotion_codes?: boolean;
                    /** @description Id of the new default price: a price of the product. */
                    default_price_id?: string;
                    /** @description False prevents new checkouts for the prices of the product, true allows them again; existing subscriptions continue. */
                    active?: boolean;
                    /** @description Your own data, as keys with string values. Replaces all keys; if omitted, they do not change. */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prod_01K00000000000000000000002",
                     *       "object": "product",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": "Plan",
                     *       "description": "Everything",
                     *       "marketing_features": [],
                     *       "allow_promotion_codes": false,
                     *       "default_price_id": "price_01K00000000000000000000001",
                     *       "default_price": null,
                     *       "active": true,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["product"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "refunds.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Returns only refunds of the payment with this id. */
                payment_id?: string;
                /** @description Returns only refunds of the customer with this id. */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "re_01K00000000000000000000002",
                     *           "object": "refund",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "status": "pending",
                     *           "payment_id": "pay_01K00000000000000000000001",
                     *           "amount_cents": 1,
                     *           "currency": "EUR",
                     *           "reason": null,
                     *           "credit_note_id": null,
                     *           "failure_reason": null,
                     *           "settled_at": null,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["refund"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "refunds.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payment_id": "pay_01K00000000000000000000001",
                 *       "amount_cents": 1
                 *     }
                 */
                "application/json": {
                    /** @description Id of the payment to refund. Send this or `subscription_id`. */
                    payment_id?: string;
                    /** @description Id of the subscription whose last payment to refund. Send this or `payment_id`. */
                    subscription_id?: string;
                    /** @description Amount to refund in cents. Default: all that can be refunded. */
                    amount_cents?: number;
                    /** @description Your reason for the refund, printed on the credit note. Default: `null`. */
                    reason?: string | null;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "re_01K00000000000000000000002",
                     *       "object": "refund",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "status": "pending",
                     *       "payment_id": "pay_01K00000000000000000000001",
                     *       "amount_cents": 1,
                     *       "currency": "EUR",
                     *       "reason": null,
                     *       "credit_note_id": null,
                     *       "failure_reason": null,
                     *       "settled_at": null,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["refund"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `charge_already_refunded`, `charge_disputed`, `refund_duplicate` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "refunds.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the refund. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "re_01K00000000000000000000001",
                     *       "object": "refund",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "status": "succeeded",
                     *       "payment_id": "pay_01K00000000000000000000001",
                     *       "amount_cents": 1,
                     *       "currency": "EUR",
                     *       "reason": null,
                     *       "credit_note_id": "cn_01K00000000000000000000001",
                     *       "failure_reason": null,
                     *       "settled_at": 1789300800,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["refund"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "search.query": {
        parameters: {
            query: {
                /** @description What to look for, such as `ada lov`, `ada@`, `INV-000123`, `4242` or `cus_01`. */
                query: string;
                /** @description Highest number of objects of each kind. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["search_result"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
                /** @description Returns only objects created at this Unix time in seconds or later. */
                "created[gte]"?: number;
                /** @description Returns only objects created after this Unix time in seconds. */
                "created[gt]"?: number;
                /** @description Returns only objects created at this Unix time in seconds or before. */
                "created[lte]"?: number;
                /** @description Returns only objects created before this Unix time in seconds. */
                "created[lt]"?: number;
                /** @description Objects to include in the response; none by default. Comma list of `customer`, `refund_eligibility`. */
                expand?: string;
                /** @description Returns only subscriptions of the customer with this id. */
                customer_id?: string;
                /** @description Returns only subscriptions with one of these statuses. */
                status?: string[];
                /** @description Returns only subscriptions with one of these renewal states. */
                renewal_state?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "sub_01K00000000000000000000011",
                     *           "object": "subscription",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "customer_id": "cus_01K00000000000000000000024",
                     *           "price_id": "price_01K00000000000000000000001",
                     *           "status": "active",
                     *           "renewal_state": "ending",
                     *           "serves_customer": true,
                     *           "cancel_at_period_end": true,
                     *           "canceled_at": 1789300800,
                     *           "cancellation_reason": "requested",
                     *           "current_period_start": 1789300800,
                     *           "current_period_end": 1791892800,
                     *           "trial_start": null,
                     *           "trial_end": null,
                     *           "last_payment_at": 1789300800,
                     *           "last_payment_id": "pay_01K00000000000000000000012",
                     *           "payment_count": 1,
                     *           "mrr_cents": 1999,
                     *           "next_charge_amount_cents": null,
                     *           "next_payment_attempt": null,
                     *           "dunning_attempts_notified": 0,
                     *           "dunning_last_notified_at": null,
                     *           "dunning_max_attempts": 4,
                     *           "discount": null,
                     *           "payment_method": {
                     *             "type": "creditcard",
                     *             "brand": "Visa",
                     *             "last4": "4242",
                     *             "exp_month": 12,
                     *             "exp_year": 2029
                     *           },
                     *           "customer": null,
                     *           "price": {
                     *             "id": "price_01K00000000000000000000001",
                     *             "object": "price.summary",
                     *             "active": true,
                     *             "amount_cents": 1999,
                     *             "currency": "EUR",
                     *             "interval": "month",
                     *             "payment_methods": [
                     *               "creditcard",
                     *               "directdebit",
                     *               "ideal",
                     *               "applepay",
                     *               "eps",
                     *               "paypal"
                     *             ],
                     *             "product_id": "prod_01K00000000000000000000002",
                     *             "product_name": "Plan",
                     *             "trial_days": 0,
                     *             "unit_amount_decimal": null,
                     *             "usage_type": "licensed"
                     *           },
                     *           "refund_eligibility": null
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["subscription"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.retrieve": {
        parameters: {
            query?: {
                /** @description Objects to include in the response; none by default. Comma list of `customer`, `refund_eligibility`. */
                expand?: string;
            };
            header?: never;
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000001",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000001",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000011",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000024",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "ending",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": true,
                     *       "canceled_at": 1789300800,
                     *       "cancellation_reason": "requested",
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000012",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": null,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000012",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000025",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "paused",
                     *       "serves_customer": false,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000013",
                     *       "payment_count": 1,
                     *       "mrr_cents": 0,
                     *       "next_charge_amount_cents": null,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.preview_update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price_id": "price_01K00000000000000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the new price. It must be active and have the currency of the subscription. */
                    price_id: string;
                    /** @description Code of a coupon to redeem with the change; it replaces the current discount. Default: none. */
                    coupon_code?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "plan_change_preview",
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "proration_at": 1789300800,
                     *       "credit_cents": 0,
                     *       "charge_cents": 0,
                     *       "tax_cents": 0,
                     *       "amount_due_now_cents": 0,
                     *       "carried_credit_cents": 0,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_period_start": 1791892800,
                     *       "next_period_end": 1794571200,
                     *       "currency": "EUR",
                     *       "lines": []
                     *     }
                     */
                    "application/json": components["schemas"]["plan_change_preview"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.reactivate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000001",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000001",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.reauthorize_payment_method": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "return_url": "https://shop.example/account"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uri
                     * @description URL to which the customer returns afterwards.
                     */
                    return_url: string;
                    /** @description Payment method to authorize. Default: the customer chooses. */
                    method?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "subscription.reauthorization",
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000001",
                     *       "payment_id": "pay_01K00000000000000000000014",
                     *       "url": "https://api.example.com/sandbox/payments/acct_01K00000000000000000000001/tr_01K00000000000000000000004/outcome-page",
                     *       "expires_at": 1789300800
                     *     }
                     */
                    "application/json": components["schemas"]["subscription.reauthorization"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000001",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000001",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "subscriptions.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price_id": "price_01K00000000000000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the new price. It must be active and have the currency of the subscription. */
                    price_id: string;
                    /** @description Code of a coupon to redeem with the change; it replaces the current discount. Default: none. */
                    coupon_code?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01K00000000000000000000001",
                     *       "object": "subscription",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "customer_id": "cus_01K00000000000000000000001",
                     *       "price_id": "price_01K00000000000000000000001",
                     *       "status": "active",
                     *       "renewal_state": "scheduled",
                     *       "serves_customer": true,
                     *       "cancel_at_period_end": false,
                     *       "canceled_at": null,
                     *       "cancellation_reason": null,
                     *       "current_period_start": 1789300800,
                     *       "current_period_end": 1791892800,
                     *       "trial_start": null,
                     *       "trial_end": null,
                     *       "last_payment_at": 1789300800,
                     *       "last_payment_id": "pay_01K00000000000000000000001",
                     *       "payment_count": 1,
                     *       "mrr_cents": 1999,
                     *       "next_charge_amount_cents": 1999,
                     *       "next_payment_attempt": null,
                     *       "dunning_attempts_notified": 0,
                     *       "dunning_last_notified_at": null,
                     *       "dunning_max_attempts": 4,
                     *       "discount": null,
                     *       "payment_method": {
                     *         "type": "creditcard",
                     *         "brand": "Visa",
                     *         "last4": "4242",
                     *         "exp_month": 12,
                     *         "exp_year": 2029
                     *       },
                     *       "customer": null,
                     *       "price": {
                     *         "id": "price_01K00000000000000000000001",
                     *         "object": "price.summary",
                     *         "active": true,
                     *         "amount_cents": 1999,
                     *         "currency": "EUR",
                     *         "interval": "month",
                     *         "payment_methods": [
                     *           "creditcard",
                     *           "directdebit",
                     *           "ideal",
                     *           "applepay",
                     *           "eps",
                     *           "paypal"
                     *         ],
                     *         "product_id": "prod_01K00000000000000000000002",
                     *         "product_name": "Plan",
                     *         "trial_days": 0,
                     *         "unit_amount_decimal": null,
                     *         "usage_type": "licensed"
                     *       },
                     *       "refund_eligibility": null
                     *     }
                     */
                    "application/json": components["schemas"]["subscription"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `payment_refused` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict`, `subscription_past_due` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "usage_records.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "ur_01K00000000000000000000002",
                     *           "object": "usage_record",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "subscription_id": "sub_01K00000000000000000000002",
                     *           "quantity": 3,
                     *           "occurred_at": 1789300800,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["usage_record"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "usage_records.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": 3
                 *     }
                 */
                "application/json": {
                    /** @description Number of used units. */
                    quantity: number;
                    /** @description Unix time in seconds of the usage. Default: now. */
                    occurred_at?: number | null;
                    /** @description Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`. */
                    metadata?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ur_01K00000000000000000000002",
                     *       "object": "usage_record",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000002",
                     *       "quantity": 3,
                     *       "occurred_at": 1789300800,
                     *       "metadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["usage_record"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "usage_records.summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "usage_summary",
                     *       "livemode": false,
                     *       "subscription_id": "sub_01K00000000000000000000002",
                     *       "period_start": 1789300800,
                     *       "period_end": 1791892800,
                     *       "total_quantity": 15,
                     *       "record_count": 2,
                     *       "amount_cents": 38,
                     *       "currency": "EUR",
                     *       "tiers": null
                     *     }
                     */
                    "application/json": components["schemas"]["usage_summary"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tax_rates.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "txr_01K00000000000000000000002",
                     *           "object": "tax_rate",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "country_code": "BE",
                     *           "rate_basis_points": 2100,
                     *           "display_name": null,
                     *           "active": true
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["tax_rate"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tax_rates.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country_code": "BE",
                 *       "rate_basis_points": 2100
                 *     }
                 */
                "application/json": {
                    /** @description Country of the customers to whom the rate applies: two capital letters (ISO 3166-1 alpha-2), such as `NL`. */
                    country_code: string;
                    /** @description Rate in hundredths of a percent: 2100 is 21 %. */
                    rate_basis_points: number;
                    /** @description Name of the tax on invoices, such as `BTW`. Default: `null`. */
                    display_name?: string | null;
                    /** @description True if the rate applies to new charges. Default: true. */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "txr_01K00000000000000000000002",
                     *       "object": "tax_rate",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "country_code": "BE",
                     *       "rate_basis_points": 2100,
                     *       "display_name": null,
                     *       "active": true
                     *     }
                     */
                    "application/json": components["schemas"]["tax_rate"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tax_rates.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tax rate. */
                tax_rate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "txr_01K00000000000000000000001",
                     *       "object": "tax_rate",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "country_code": "NL",
                     *       "rate_basis_points": 2100,
                     *       "display_name": "BTW",
                     *       "active": true
                     *     }
                     */
                    "application/json": components["schemas"]["tax_rate"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tax_rates.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the tax rate. */
                tax_rate_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "VAT"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the tax on invoices; `null` clears it. */
                    display_name?: string | null;
                    /** @description True if the rate applies to new charges. */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "txr_01K00000000000000000000001",
                     *       "object": "tax_rate",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "country_code": "NL",
                     *       "rate_basis_points": 2100,
                     *       "display_name": "VAT",
                     *       "active": true
                     *     }
                     */
                    "application/json": components["schemas"]["tax_rate"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.billing_profile_retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01K00000000000000000000001",
                     *       "object": "billing_profile",
                     *       "created": 1789300800,
                     *       "livemode": true,
                     *       "legal_name": null,
                     *       "address": null,
                     *       "country_code": null,
                     *       "vat_id": null,
                     *       "registration_number": null,
                     *       "email": "demo@example.com",
                     *       "phone": null,
                     *       "tax_behavior": "inclusive",
                     *       "refund_window_days": 14,
                     *       "invoice_footer": null
                     *     }
                     */
                    "application/json": components["schemas"]["billing_profile"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.billing_profile_update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Legal name of the seller on invoices. */
                    legal_name?: string;
                    /** @description Address of the seller on invoices; omitted lines are cleared. */
                    address?: {
                        /**
                         * @description Street and house number. Default: `null`.
                         * @default null
                         */
                        line1?: string | null;
                        /**
                         * @description Second line of the address, such as an apartment. Default: `null`.
                         * @default null
                         */
                        line2?: string | null;
                        /**
                         * @description Postal code. Default: `null`.
                         * @default null
                         */
                        postal_code?: string | null;
                        /**
                         * @description City or town. Default: `null`.
                         * @default null
                         */
                        city?: string | null;
                    };
                    /** @description Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`. */
                    country_code?: string;
                    /** @description VAT id of the account with its country prefix. It cannot be changed or cleared once set. */
                    vat_id?: string | null;
                    /** @description Number in the company register; `null` clears it. */
                    registration_number?: string | null;
                    /**
                     * Format: email
                     * @description Contact email address of the account, printed on invoices.
                     */
                    email?: string;
                    /** @description Telephone number on invoices; `null` clears it. */
                    phone?: string | null;
                    /** @description `inclusive` (prices include tax) or `exclusive` (tax is added to prices). */
                    tax_behavior?: string;
                    /** @description Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds. */
                    refund_window_days?: number;
                    /** @description Text at the foot of invoices and credit notes; `null` clears it. */
                    invoice_footer?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01K00000000000000000000001",
                     *       "object": "billing_profile",
                     *       "created": 1789300800,
                     *       "livemode": true,
                     *       "legal_name": null,
                     *       "address": null,
                     *       "country_code": null,
                     *       "vat_id": null,
                     *       "registration_number": null,
                     *       "email": "demo@example.com",
                     *       "phone": null,
                     *       "tax_behavior": "inclusive",
                     *       "refund_window_days": 14,
                     *       "invoice_footer": null
                     *     }
                     */
                    "application/json": components["schemas"]["billing_profile"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing`, `vat_id_locked` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "tenant_capabilities",
                     *       "livemode": false,
                     *       "currencies": [
                     *         "AED",
                     *         "AUD",
                     *         "BGN",
                     *         "BRL",
                     *         "CAD",
                     *         "CHF",
                     *         "CZK",
                     *         "DKK",
                     *         "EUR",
                     *         "GBP",
                     *         "HKD",
                     *         "HUF",
                     *         "ILS",
                     *         "ISK",
                     *         "JPY",
                     *         "MXN",
                     *         "MYR",
                     *         "NOK",
                     *         "NZD",
                     *         "PHP",
                     *         "PLN",
                     *         "RON",
                     *         "SEK",
                     *         "SGD",
                     *         "THB",
                     *         "TWD",
                     *         "USD",
                     *         "ZAR"
                     *       ],
                     *       "payment_methods": [
                     *         {
                     *           "id": "creditcard",
                     *           "recurring": true,
                     *           "currencies": [
                     *             "AED",
                     *             "AUD",
                     *             "BGN",
                     *             "BRL",
                     *             "CAD",
                     *             "CHF",
                     *             "CZK",
                     *             "DKK",
                     *             "EUR",
                     *             "GBP",
                     *             "HKD",
                     *             "HUF",
                     *             "ILS",
                     *             "ISK",
                     *             "JPY",
                     *             "MXN",
                     *             "MYR",
                     *             "NOK",
                     *             "NZD",
                     *             "PHP",
                     *             "PLN",
                     *             "RON",
                     *             "SEK",
                     *             "SGD",
                     *             "THB",
                     *             "TWD",
                     *             "USD",
                     *             "ZAR"
                     *           ]
                     *         },
                     *         {
                     *           "id": "directdebit",
                     *           "recurring": true,
                     *           "currencies": [
                     *             "EUR"
                     *           ]
                     *         },
                     *         {
                     *           "id": "ideal",
                     *           "recurring": true,
                     *           "currencies": [
                     *             "EUR"
                     *           ]
                     *         },
                     *         {
                     *           "id": "applepay",
                     *           "recurring": true,
                     *           "currencies": [
                     *             "AED",
                     *             "AUD",
                     *             "BGN",
                     *             "BRL",
                     *             "CAD",
                     *             "CHF",
                     *             "CZK",
                     *             "DKK",
                     *             "EUR",
                     *             "GBP",
                     *             "HKD",
                     *             "HUF",
                     *             "ILS",
                     *             "ISK",
                     *             "JPY",
                     *             "MXN",
                     *             "MYR",
                     *             "NOK",
                     *             "NZD",
                     *             "PHP",
                     *             "PLN",
                     *             "RON",
                     *             "SEK",
                     *             "SGD",
                     *             "THB",
                     *             "TWD",
                     *             "USD",
                     *             "ZAR"
                     *           ]
                     *         },
                     *         {
                     *           "id": "eps",
                     *           "recurring": true,
                     *           "currencies": [
                     *             "EUR"
                     *           ]
                     *         },
                     *         {
                     *           "id": "paypal",
                     *           "recurring": true,
                     *           "currencies": [
                     *             "AED",
                     *             "AUD",
                     *             "BGN",
                     *             "BRL",
                     *             "CAD",
                     *             "CHF",
                     *             "CZK",
                     *             "DKK",
                     *             "EUR",
                     *             "GBP",
                     *             "HKD",
                     *             "HUF",
                     *             "ILS",
                     *             "ISK",
                     *             "JPY",
                     *             "MXN",
                     *             "MYR",
                     *             "NOK",
                     *             "NZD",
                     *             "PHP",
                     *             "PLN",
                     *             "RON",
                     *             "SEK",
                     *             "SGD",
                     *             "THB",
                     *             "TWD",
                     *             "USD",
                     *             "ZAR"
                     *           ]
                     *         },
                     *         {
                     *           "id": "banktransfer",
                     *           "recurring": false,
                     *           "currencies": [
                     *             "EUR"
                     *           ]
                     *         }
                     *       ],
                     *       "limits": {
                     *         "reads_per_minute": 500,
                     *         "read_burst": 100,
                     *         "writes_per_minute": 100,
                     *         "write_burst": 30,
                     *         "failed_authentications_per_minute": 60,
                     *         "failed_authentication_burst": 20,
                     *         "list_limit_min": 1,
                     *         "list_limit_max": 100,
                     *         "list_limit_default": 10,
                     *         "starting_after_max_length": 128,
                     *         "expand_max_length": 256,
                     *         "request_body_max_bytes": 262144,
                     *         "amount_max_cents": 99999999,
                     *         "url_max_length": 2083,
                     *         "metadata_max_keys": 50,
                     *         "metadata_key_max_length": 40,
                     *         "metadata_value_max_length": 500,
                     *         "api_key_label_max_length": 255,
                     *         "coupon_code_max_length": 64,
                     *         "card_token_max_length": 512,
                     *         "issuer_max_length": 64,
                     *         "trial_days_override_max": 180,
                     *         "refund_window_days_max": 365,
                     *         "idempotency_key_max_length": 255,
                     *         "idempotency_key_retention_seconds": 86400,
                     *         "client_secret_lifetime_seconds": 1800,
                     *         "portal_email_link_lifetime_days": 90,
                     *         "webhook_endpoints_per_mode": 16,
                     *         "webhook_timeout_seconds": 10,
                     *         "webhook_signature_tolerance_seconds": 300,
                     *         "webhook_attempts": 10,
                     *         "webhook_response_excerpt_max_bytes": 2048,
                     *         "webhook_deliveries_in_flight_per_endpoint": 2,
                     *         "webhook_deliveries_in_flight_per_mode": 3,
                     *         "webhook_deliveries_in_flight_per_account": 4,
                     *         "event_stream_keep_alive_seconds": 15,
                     *         "event_stream_lifetime_seconds": 3600,
                     *         "event_stream_authorization_check_seconds": 30,
                     *         "event_stream_ordering_wait_seconds": 30,
                     *         "event_retention_days": 90,
                     *         "delivery_retention_days": 30,
                     *         "audit_log_retention_days": 400
                     *       },
                     *       "features": {
                     *         "subscriptions": true,
                     *         "one_off_payments": true,
                     *         "metered_billing": true,
                     *         "plan_changes": true,
                     *         "coupons": true,
                     *         "tax_rates": true,
                     *         "refunds": true,
                     *         "credit_notes": true,
                     *         "billing_portal": true,
                     *         "webhooks": true,
                     *         "event_stream": true,
                     *         "audit_log": true,
                     *         "data_export": true,
                     *         "test_clocks": true,
                     *         "sandbox": true,
                     *         "custom_domain": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["tenant_capabilities"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.export": {
        parameters: {
            query?: {
                /** @description Value of the response header of the export to resume. Default: a new export. */
                resume?: string;
                /** @description Id of the last complete object of the export to resume; only with `resume`. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    /** @description Resumes this export if the connection breaks; send it as `resume`. */
                    "Export-Resume"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "tenant_export",
                     *       "service_export_version": 2,
                     *       "tenant_id": "acct_01K00000000000000000000001",
                     *       "livemode": false,
                     *       "generated_at": 1789300800,
                     *       "products": [
                     *         {
                     *           "id": "prod_01K00000000000000000000002",
                     *           "object": "product",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "name": "Plan",
                     *           "description": "Everything",
                     *           "marketing_features": [],
                     *           "allow_promotion_codes": false,
                     *           "default_price_id": "price_01K00000000000000000000001",
                     *           "default_price": null,
                     *           "active": true,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "prices": [
                     *         {
                     *           "id": "price_01K00000000000000000000001",
                     *           "object": "price",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "product_id": "prod_01K00000000000000000000002",
                     *           "currency": "EUR",
                     *           "interval": "month",
                     *           "usage_type": "licensed",
                     *           "amount_cents": 1999,
                     *           "unit_amount_decimal": null,
                     *           "tiers": null,
                     *           "trial_days": 0,
                     *           "payment_methods": null,
                     *           "refund_window_days": 30,
                     *           "active": true,
                     *           "self_service": true,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "coupons": [
                     *         {
                     *           "id": "cpn_01K00000000000000000000002",
                     *           "object": "coupon",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "code": "WORLD",
                     *           "discount_type": "percent",
                     *           "percent_off": 10,
                     *           "amount_off_cents": null,
                     *           "currency": null,
                     *           "duration": "once",
                     *           "duration_in_months": null,
                     *           "max_redemptions": 5,
                     *           "max_redemptions_per_customer": 1,
                     *           "times_redeemed": 0,
                     *           "min_amount_cents": null,
                     *           "applies_to_price_ids": null,
                     *           "redeem_by": null,
                     *           "active": true,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "tax_rates": [
                     *         {
                     *           "id": "txr_01K00000000000000000000001",
                     *           "object": "tax_rate",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "country_code": "NL",
                     *           "rate_basis_points": 2100,
                     *           "display_name": "BTW",
                     *           "active": true
                     *         }
                     *       ],
                     *       "customers": [
                     *         {
                     *           "id": "cus_01K00000000000000000000001",
                     *           "object": "customer",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "name": "Grace",
                     *           "email": "ada@example.com",
                     *           "country_code": null,
                     *           "address": null,
                     *           "language": null,
                     *           "metadata": {},
                     *           "test_clock_id": null,
                     *           "vat_number": "NL100",
                     *           "vat_name": "Test Company",
                     *           "vat_verified_at": 1789300800,
                     *           "email_delivery": null
                     *         }
                     *       ],
                     *       "subscriptions": [
                     *         {
                     *           "id": "sub_01K00000000000000000000001",
                     *           "object": "subscription",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "customer_id": "cus_01K00000000000000000000001",
                     *           "price_id": "price_01K00000000000000000000001",
                     *           "status": "active",
                     *           "renewal_state": "scheduled",
                     *           "serves_customer": true,
                     *           "cancel_at_period_end": false,
                     *           "canceled_at": null,
                     *           "cancellation_reason": null,
                     *           "current_period_start": 1789300800,
                     *           "current_period_end": 1791892800,
                     *           "trial_start": null,
                     *           "trial_end": null,
                     *           "last_payment_at": 1789300800,
                     *           "last_payment_id": "pay_01K00000000000000000000001",
                     *           "payment_count": 1,
                     *           "mrr_cents": 1999,
                     *           "next_charge_amount_cents": 1999,
                     *           "next_payment_attempt": null,
                     *           "dunning_attempts_notified": 0,
                     *           "dunning_last_notified_at": null,
                     *           "dunning_max_attempts": 4,
                     *           "discount": null,
                     *           "payment_method": {
                     *             "type": "creditcard",
                     *             "brand": "Visa",
                     *             "last4": "4242",
                     *             "exp_month": 12,
                     *             "exp_year": 2029
                     *           },
                     *           "customer": null,
                     *           "price": {
                     *             "id": "price_01K00000000000000000000001",
                     *             "object": "price.summary",
                     *             "active": true,
                     *             "amount_cents": 1999,
                     *             "currency": "EUR",
                     *             "interval": "month",
                     *             "payment_methods": [
                     *               "creditcard",
                     *               "directdebit",
                     *               "ideal",
                     *               "applepay",
                     *               "eps",
                     *               "paypal"
                     *             ],
                     *             "product_id": "prod_01K00000000000000000000002",
                     *             "product_name": "Plan",
                     *             "trial_days": 0,
                     *             "unit_amount_decimal": null,
                     *             "usage_type": "licensed"
                     *           },
                     *           "refund_eligibility": null
                     *         }
                     *       ],
                     *       "payments": [
                     *         {
                     *           "id": "pay_01K00000000000000000000001",
                     *           "object": "payment",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "type": "initial",
                     *           "status": "succeeded",
                     *           "amount_cents": 1999,
                     *           "amount_refunded_cents": 2,
                     *           "amount_disputed_cents": 0,
                     *           "currency": "EUR",
                     *           "customer_id": "cus_01K00000000000000000000001",
                     *           "subscription_id": "sub_01K00000000000000000000001",
                     *           "invoice_id": "inv_01K00000000000000000000001",
                     *           "checkout_session_id": "cs_01K00000000000000000000005",
                     *           "one_shot_payment_id": null,
                     *           "payment_method": {
                     *             "type": "creditcard",
                     *             "brand": "Visa",
                     *             "last4": "4242",
                     *             "exp_month": 12,
                     *             "exp_year": 2029
                     *           },
                     *           "failure_code": null,
                     *           "failure_message": null,
                     *           "paid_at": 1789300800,
                     *           "refund_eligibility": null
                     *         }
                     *       ],
                     *       "one_shot_payments": [
                     *         {
                     *           "id": "osp_01K00000000000000000000003",
                     *           "object": "one_shot_payment",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "status": "open",
                     *           "amount_cents": 15000,
                     *           "amount_refunded_cents": 0,
                     *           "amount_disputed_cents": 0,
                     *           "currency": "EUR",
                     *           "description": "Workshop",
                     *           "customer_id": "cus_01K00000000000000000000001",
                     *           "payment_id": null,
                     *           "invoice_id": null,
                     *           "payment_method": "creditcard",
                     *           "ui_mode": "hosted",
                     *           "url": "https://api.example.com/checkout/acct_01K00000000000000000000001/test/osp_01K00000000000000000000003",
                     *           "client_secret": null,
                     *           "success_url": "https://shop.example/thanks",
                     *           "cancel_url": "https://shop.example/cart",
                     *           "expires_at": 1789387200,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "refunds": [
                     *         {
                     *           "id": "re_01K00000000000000000000001",
                     *           "object": "refund",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "status": "succeeded",
                     *           "payment_id": "pay_01K00000000000000000000001",
                     *           "amount_cents": 1,
                     *           "currency": "EUR",
                     *           "reason": null,
                     *           "credit_note_id": "cn_01K00000000000000000000001",
                     *           "failure_reason": null,
                     *           "settled_at": 1789300800,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "invoices": [
                     *         {
                     *           "id": "inv_01K00000000000000000000001",
                     *           "object": "invoice",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "number": "TEST-000001",
                     *           "status": "paid",
                     *           "billing_reason": "subscription_create",
                     *           "customer_id": "cus_01K00000000000000000000001",
                     *           "subscription_id": "sub_01K00000000000000000000001",
                     *           "one_shot_payment_id": null,
                     *           "payment_id": "pay_01K00000000000000000000001",
                     *           "currency": "EUR",
                     *           "tax_behavior": "inclusive",
                     *           "lines": [
                     *             {
                     *               "type": "subscription",
                     *               "description": "Plan",
                     *               "quantity": "1",
                     *               "unit_amount_decimal": "1999",
                     *               "amount_cents": 1999,
                     *               "discount_cents": 0,
                     *               "price_id": "price_01K00000000000000000000001",
                     *               "tax_rate_basis_points": 0,
                     *               "period_start": 1789300800,
                     *               "period_end": 1791892800
                     *             }
                     *           ],
                     *           "subtotal_cents": 1999,
                     *           "discount_cents": 0,
                     *           "tax_cents": 0,
                     *           "total_cents": 1999,
                     *           "amount_paid_cents": 1999,
                     *           "amount_due_cents": 0,
                     *           "amount_credited_cents": 1,
                     *           "tax": [],
                     *           "reverse_charge": false,
                     *           "seller": {
                     *             "name": "Demo",
                     *             "legal_name": null,
                     *             "email": "demo@example.com",
                     *             "address": null,
                     *             "country_code": null,
                     *             "vat_id": null,
                     *             "registration_number": null,
                     *             "phone": null
                     *           },
                     *           "buyer": {
                     *             "name": "Ada",
                     *             "email": "ada@example.com",
                     *             "address": null,
                     *             "country_code": null,
                     *             "vat_number": null,
                     *             "vat_name": null
                     *           },
                     *           "period_start": 1789300800,
                     *           "period_end": 1791892800,
                     *           "issued_at": 1789300800,
                     *           "paid_at": 1789300800,
                     *           "voided_at": null,
                     *           "next_payment_attempt": null
                     *         }
                     *       ],
                     *       "credit_notes": [
                     *         {
                     *           "id": "cn_01K00000000000000000000001",
                     *           "object": "credit_note",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "number": "TEST-CN-000001",
                     *           "invoice_id": "inv_01K00000000000000000000001",
                     *           "customer_id": "cus_01K00000000000000000000001",
                     *           "refund_id": "re_01K00000000000000000000001",
                     *           "reason": null,
                     *           "currency": "EUR",
                     *           "subtotal_cents": 1,
                     *           "tax_cents": 0,
                     *           "total_cents": 1,
                     *           "tax": [],
                     *           "lines": [
                     *             {
                     *               "type": "subscription",
                     *               "description": "Plan",
                     *               "quantity": "1",
                     *               "unit_amount_decimal": "1999",
                     *               "amount_cents": 1,
                     *               "discount_cents": 0,
                     *               "price_id": "price_01K00000000000000000000001",
                     *               "tax_rate_basis_points": 0,
                     *               "period_start": 1789300800,
                     *               "period_end": 1791892800
                     *             }
                     *           ],
                     *           "issued_at": 1789300800
                     *         }
                     *       ],
                     *       "disputes": [
                     *         {
                     *           "id": "dp_01K00000000000000000000001",
                     *           "object": "dispute",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "status": "open",
                     *           "payment_id": "pay_01K00000000000000000000002",
                     *           "amount_cents": 1999,
                     *           "currency": "EUR",
                     *           "reason": null,
                     *           "reversed_at": null
                     *         }
                     *       ],
                     *       "usage_records": [
                     *         {
                     *           "id": "ur_01K00000000000000000000001",
                     *           "object": "usage_record",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "subscription_id": "sub_01K00000000000000000000002",
                     *           "quantity": 12,
                     *           "occurred_at": 1789300800,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "events": [
                     *         {
                     *           "id": "evt_01K00000000000000000000003",
                     *           "object": "event",
                     *           "type": "webhook_endpoint.created",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "data": {
                     *             "id": "we_01K00000000000000000000001",
                     *             "object": "webhook_endpoint",
                     *             "created": 1789300800,
                     *             "livemode": false,
                     *             "url": "https://shop.example/webhooks/",
                     *             "enabled_events": [
                     *               "*"
                     *             ],
                     *             "description": null,
                     *             "status": "enabled",
                     *             "secret_fingerprint": "a1b2c3d4e5f6"
                     *           },
                     *           "previous_attributes": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["tenant_export"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.portal_branding_retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01K00000000000000000000001",
                     *       "object": "portal_branding",
                     *       "created": 1789300800,
                     *       "livemode": true,
                     *       "display_name": null,
                     *       "logo_url": null,
                     *       "icon_url": null,
                     *       "primary_color": null,
                     *       "background_color": null,
                     *       "support_email": null,
                     *       "support_url": null,
                     *       "privacy_url": null,
                     *       "terms_url": null,
                     *       "plans": "same_product"
                     *     }
                     */
                    "application/json": components["schemas"]["portal_branding"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.portal_branding_update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Name shown on the pages; `null`: the name of the account. */
                    display_name?: string | null;
                    /** @description https URL of the logo on the pages; `null`: none. */
                    logo_url?: string | null;
                    /** @description https URL of the small icon of the pages; `null`: none. */
                    icon_url?: string | null;
                    /** @description Color of buttons and links, in the form `#rrggbb`; `null`: the default color. */
                    primary_color?: string | null;
                    /** @description Color of the background, in the form `#rrggbb`; `null`: the default color. */
                    background_color?: string | null;
                    /** @description Email address for questions of customers; `null`: the email address of the account. */
                    support_email?: string | null;
                    /** @description https URL of your support page; `null`: none. */
                    support_url?: string | null;
                    /** @description https URL of your privacy policy; `null`: none. */
                    privacy_url?: string | null;
                    /** @description https URL of your terms; `null`: none. */
                    terms_url?: string | null;
                    /** @description Prices that customers can change to in the portal: `same_product` (those of the same product), `all`, or a list of price ids. */
                    plans?: string | string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01K00000000000000000000001",
                     *       "object": "portal_branding",
                     *       "created": 1789300800,
                     *       "livemode": true,
                     *       "display_name": null,
                     *       "logo_url": null,
                     *       "icon_url": null,
                     *       "primary_color": null,
                     *       "background_color": null,
                     *       "support_email": null,
                     *       "support_url": null,
                     *       "privacy_url": null,
                     *       "terms_url": null,
                     *       "plans": "same_product"
                     *     }
                     */
                    "application/json": components["schemas"]["portal_branding"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tenant.provider_credential_connect": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "test_every0000026c6a423e1048fda092e3452"
                 *     }
                 */
                "application/json": {
                    /** @description API key of the payment provider, of the mode of the calling key. */
                    api_key: string;
                    /** @description Payment provider of the key. Default: the one whose keys have this format. */
                    provider?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01K00000000000000000000001",
                     *       "object": "provider_credential",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "connected": true,
                     *       "fingerprint": "a1b2c3d4e5f6",
                     *       "profile_id": "pfl_every00000"
                     *     }
                     */
                    "application/json": components["schemas"]["provider_credential"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "test_clocks.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "clk_01K00000000000000000000002",
                     *           "object": "test_clock",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "name": null,
                     *           "frozen_time": 1793534400,
                     *           "status": "ready"
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["test_clock"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "test_clocks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "frozen_time": 1793534400
                 *     }
                 */
                "application/json": {
                    /** @description The simulated time to start at, in Unix seconds, from the year 2000 to 2100. */
                    frozen_time: number;
                    /** @description Your name for the clock. Default: `null`. */
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "clk_01K00000000000000000000002",
                     *       "object": "test_clock",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": null,
                     *       "frozen_time": 1793534400,
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["test_clock"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "test_clocks.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the test clock. */
                test_clock_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "clk_01K00000000000000000000004",
                     *       "object": "test_clock",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": null,
                     *       "frozen_time": 1793534400,
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["test_clock"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "test_clocks.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the test clock. */
                test_clock_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "clk_01K00000000000000000000003",
                     *       "object": "test_clock",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["test_clock.delete"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "test_clocks.advance": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the test clock. */
                test_clock_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "frozen_time": 1793534400
                 *     }
                 */
                "application/json": {
                    /** @description The simulated time to advance to, in Unix seconds: after the time of the clock, by at most two months (two years if no subscription on the clock is monthly). */
                    frozen_time: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "clk_01K00000000000000000000001",
                     *       "object": "test_clock",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "name": null,
                     *       "frozen_time": 1793534400,
                     *       "status": "advancing"
                     *     }
                     */
                    "application/json": components["schemas"]["test_clock"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope`, `mode_mismatch` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `state_conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "we_01K00000000000000000000002",
                     *           "object": "webhook_endpoint",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "url": "http://127.0.0.1:9/hook",
                     *           "enabled_events": [
                     *             "price.archived"
                     *           ],
                     *           "description": null,
                     *           "status": "enabled",
                     *           "secret_fingerprint": "a1b2c3d4e5f6"
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["webhook_endpoint"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:9/hook",
                 *       "enabled_events": [
                 *         "price.archived"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description URL that receives the events by POST. It must resolve to public IP addresses. */
                    url: string;
                    /** @description Types of the events to send; `*`: all types. Default: `["*"]`. */
                    enabled_events?: string[];
                    /** @description Your note about the endpoint. Default: `null`. */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01K00000000000000000000002",
                     *       "object": "webhook_endpoint",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "url": "http://127.0.0.1:9/hook",
                     *       "enabled_events": [
                     *         "price.archived"
                     *       ],
                     *       "description": null,
                     *       "status": "enabled",
                     *       "secret_fingerprint": "a1b2c3d4e5f6",
                     *       "secret": "svcwhsec_EXAMPLESECRETEXAMPLESECRET"
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_endpoint.create"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending`, `webhook_endpoint_limit_reached` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.event_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "event_type",
                     *           "type": "checkout.session.completed"
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["event_type"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01K00000000000000000000001",
                     *       "object": "webhook_endpoint",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "url": "https://shop.example/webhooks/",
                     *       "enabled_events": [
                     *         "*"
                     *       ],
                     *       "description": null,
                     *       "status": "enabled",
                     *       "secret_fingerprint": "a1b2c3d4e5f6"
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_endpoint"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Changed"
                 *     }
                 */
                "application/json": {
                    /** @description New URL that receives the events by POST. It must resolve to public IP addresses. */
                    url?: string;
                    /** @description Types of the events to send; `*`: all types. */
                    enabled_events?: string[];
                    /** @description Your note about the endpoint; `null` clears it. */
                    description?: string | null;
                    /** @description `enabled`, or `disabled` to stop deliveries. */
                    status?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01K00000000000000000000001",
                     *       "object": "webhook_endpoint",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "url": "https://shop.example/webhooks/",
                     *       "enabled_events": [
                     *         "*"
                     *       ],
                     *       "description": "Changed",
                     *       "status": "enabled",
                     *       "secret_fingerprint": "a1b2c3d4e5f6"
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_endpoint"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown`, `parameter_missing` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01K00000000000000000000003",
                     *       "object": "webhook_endpoint",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_endpoint.delete"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_deliveries.list": {
        parameters: {
            query?: {
                /** @description Highest number of objects to return. A page can have fewer, also if more follow. */
                limit?: number;
                /** @description Id of the last object of the previous page; the response starts after it. Default: the first page. */
                starting_after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "whd_01994000000070008000000000000001",
                     *           "object": "webhook_delivery",
                     *           "created": 1789300800,
                     *           "livemode": false,
                     *           "endpoint_id": "we_01K00000000000000000000001",
                     *           "event_id": "evt_01K00000000000000000000004",
                     *           "event_type": "webhook_endpoint.created",
                     *           "status": "delivered",
                     *           "attempt_count": 1,
                     *           "next_attempt_at": null,
                     *           "last_response_code": 200,
                     *           "last_error": null,
                     *           "last_response_body_excerpt": ""
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Type of the object.
                         * @constant
                         */
                        object: "list";
                        /** @description The objects of this page. */
                        data: components["schemas"]["webhook_delivery"][];
                        /** @description True if more objects follow: send the id of the last object as `starting_after`. */
                        has_more: boolean;
                    };
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_deliveries.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
                /** @description Id of the webhook delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whd_01994000000070008000000000000002",
                     *       "object": "webhook_delivery",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "endpoint_id": "we_01K00000000000000000000001",
                     *       "event_id": "evt_01K00000000000000000000005",
                     *       "event_type": "checkout.session.completed",
                     *       "status": "delivered",
                     *       "attempt_count": 1,
                     *       "next_attempt_at": null,
                     *       "last_response_code": 200,
                     *       "last_error": null,
                     *       "last_response_body_excerpt": ""
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_delivery"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_deliveries.redeliver": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
                /** @description Id of the webhook delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whd_01994000000070008000000000000002",
                     *       "object": "webhook_delivery",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "endpoint_id": "we_01K00000000000000000000001",
                     *       "event_id": "evt_01K00000000000000000000005",
                     *       "event_type": "checkout.session.completed",
                     *       "status": "delivered",
                     *       "attempt_count": 1,
                     *       "next_attempt_at": null,
                     *       "last_response_code": 200,
                     *       "last_error": null,
                     *       "last_response_body_excerpt": ""
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_delivery"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook_endpoints.rotate_secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours returns the response of the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01K00000000000000000000001",
                     *       "object": "webhook_endpoint",
                     *       "created": 1789300800,
                     *       "livemode": false,
                     *       "url": "https://shop.example/webhooks/",
                     *       "enabled_events": [
                     *         "*"
                     *       ],
                     *       "description": null,
                     *       "status": "enabled",
                     *       "secret_fingerprint": "a1b2c3d4e5f6",
                     *       "secret": "svcwhsec_EXAMPLESECRETEXAMPLESECRET"
                     *     }
                     */
                    "application/json": components["schemas"]["webhook_endpoint.create"];
                };
            };
            /** @description `parameter_invalid`, `parameter_unknown` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `authentication_required`, `invalid_api_key`, `revoked_api_key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `insufficient_scope` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `resource_missing` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `operation_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `provider_unavailable` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description `at_capacity` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
