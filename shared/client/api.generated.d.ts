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
        /** List API keys, newest first */
        get: operations["api_keys.list"];
        put?: never;
        /**
         * Create an API key
         * @description Only this response contains the key. `scopes` must be a subset of the scopes of the creating key, which are the default. For a live key, the owners receive an email, and the console requires a sign-in within the last 15 minutes.
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
        /** Retrieve an API key */
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
        /** Retrieve an audit log entry */
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
        /** List one-off payments, newest first */
        get: operations["one_shot_payments.list"];
        put?: never;
        /**
         * Create a one-off payment
         * @description Redirect the buyer to `url`. With `ui_mode: hosted`, `payment_method`, `success_url` and `cancel_url` are required. With `ui_mode: embedded`, `payment_method` is not allowed, and the response contains a `client_secret` for the buyer’s browser. Exclusive tax is added to `amount_cents`. Without `customer_id` a customer is created.
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
        /** Retrieve a one-off payment */
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
         * @description Requires the client secret of a checkout session or one-off payment. Returns the payment methods of the subscriptions that have not ended, and the payment methods that the customer added or used before. Empty if all subscriptions have ended.
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
        /** Retrieve a checkout session */
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
        /** List coupons, newest first */
        get: operations["coupons.list"];
        put?: never;
        /**
         * Create a coupon
         * @description Requires exactly one of `percent_off` and `amount_off_cents`. Codes are unique and case-insensitive. `max_redemptions_per_customer` is 1 by default; `null` means no limit. `currency` is required for `amount_off_cents` and `min_amount_cents` if the account has prices in several currencies; otherwise it defaults to the currency of the prices (EUR before the first price).
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
        /** Retrieve a coupon */
        get: operations["coupons.retrieve"];
        put?: never;
        /**
         * Update a coupon
         * @description Omitted fields keep their values; `null` clears `max_redemptions`, `max_redemptions_per_customer`, `min_amount_cents`, `applies_to_price_ids` and `redeem_by`. `active: false` disables the code. Existing discounts do not change.
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
        /** List credit notes, newest first */
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
        /** Retrieve a credit note */
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
        /** List customers, newest first */
        get: operations["customers.list"];
        put?: never;
        /**
         * Create a customer
         * @description Email addresses are not unique: two requests with the same address create two customers.
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
        /** Retrieve a customer */
        get: operations["customers.retrieve"];
        put?: never;
        /**
         * Update a customer
         * @description Omitted fields keep their values. Only `name` can be cleared with `null`. Setting `email`, also to the same address, clears `email_delivery`, so that emails are sent again. A change of the country can change the tax, and so `next_charge_amount_cents` of the customer’s subscriptions.
         */
        post: operations["customers.update"];
        /**
         * Delete a customer
         * @description Expires open checkouts and revokes the mandates at the payment provider. Fails while a subscription is active or an invoice is open. Invoices and payments are kept.
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
        /** List disputes, newest first */
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
        /** Retrieve an invoice */
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
        /** List payments, newest first */
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
        /** Retrieve a payment */
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
         * @description Can be called with or without an API key. With a key, `livemode` is the mode of the key.
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
        /** List prices, newest first */
        get: operations["prices.list"];
        put?: never;
        /**
         * Create a price
         * @description Amount, currency and interval are fixed once created. A product's first price becomes its default. With `self_service: false`, customers cannot choose the price in the portal.
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
        /** Retrieve a price */
        get: operations["prices.retrieve"];
        put?: never;
        /**
         * Update a price
         * @description `active: false` makes the price unavailable for new subscriptions; existing subscriptions continue. `refund_window_days: null` resets the refund window to the default of the account. `self_service` defines whether customers can choose the price in the portal. Other fields cannot be changed.
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
        /** List products, newest first */
        get: operations["products.list"];
        put?: never;
        /** Create a product */
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
        /** Retrieve a product */
        get: operations["products.retrieve"];
        put?: never;
        /**
         * Update a product
         * @description Omitted fields keep their values; `null` clears `description` and `marketing_features`. `active: false` prevents new checkouts for the prices of the product; existing subscriptions continue.
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
        /** List refunds, newest first */
        get: operations["refunds.list"];
        put?: never;
        /**
         * Refund a charge
         * @description Refunds a paid charge in full, or `amount_cents` of it. Send either `payment_id`, or `subscription_id` for the charge of the subscription’s current period. The refund is `pending` until the payment provider settles it, which emits `refund.succeeded` or `refund.failed`. A full refund of the current period’s charge ends the subscription.
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
        /** Retrieve a refund */
        get: operations["refunds.retrieve"];
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
        /** List subscriptions, newest first */
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
        /** Retrieve a subscription */
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
        /** List the usage records of a subscription, newest first */
        get: operations["usage_records.list"];
        put?: never;
        /**
         * Record usage
         * @description Usage counts in the period of `occurred_at`, or in the current period if that period is already billed. `occurred_at` can be at most five minutes in the future and not before the start of the subscription. Send an `Idempotency-Key`, so that a retry does not count twice.
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
        /** List tax rates, newest first */
        get: operations["tax_rates.list"];
        put?: never;
        /**
         * Create a tax rate
         * @description Applies to customers in the country from their next charge. A country can have only one active rate: to replace it, set the existing rate to `active: false` first. Rate and country cannot be changed.
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
        /** Retrieve a tax rate */
        get: operations["tax_rates.retrieve"];
        put?: never;
        /**
         * Update a tax rate
         * @description `display_name: null` clears the name. `active: false` disables the rate; existing invoices do not change.
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
         */
        get: operations["tenant.billing_profile_retrieve"];
        put?: never;
        /**
         * Update the account's billing profile
         * @description Requires a live key. Omitted fields keep their values; `null` clears `registration_number`, `phone` and `invoice_footer`. Once set, `vat_id` cannot be changed or cleared; without a `vat_id`, invoices never use reverse charge. Existing invoices do not change.
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
         */
        get: operations["tenant.portal_branding_retrieve"];
        put?: never;
        /**
         * Update the account's portal branding
         * @description Requires a live key. Omitted fields keep their values; `null` clears a field. `plans` defines the prices that customers can change to in the portal: the prices of the same product (`same_product`, the default), `all`, or a list of price ids from live or test mode.
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
        /** List test clocks, newest first */
        get: operations["test_clocks.list"];
        put?: never;
        /**
         * Create a test clock
         * @description Customers created with the id of the clock use the simulated time of the clock. Test mode only.
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
        /** Retrieve a test clock */
        get: operations["test_clocks.retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete a test clock
         * @description The customers on the clock are kept, but cannot buy anything else: their subscriptions are canceled (`cancellation_reason: test_clock_deleted`), open invoices are voided, and open checkout sessions expire. For a clock with thousands of subscriptions, this continues for a while after the response.
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
        /** List webhook endpoints, newest first */
        get: operations["webhook_endpoints.list"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description `url` must resolve to public IP addresses. Only this response, and the response of a rotation, contains the signing secret.
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
        /** List event types */
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
        /** Retrieve a webhook endpoint */
        get: operations["webhook_endpoints.retrieve"];
        put?: never;
        /**
         * Update a webhook endpoint
         * @description Omitted fields keep their values; `null` clears `description`. `status: disabled` stops deliveries: events that occur while the endpoint is disabled are never sent; pending deliveries continue once the endpoint is `enabled` again.
         */
        post: operations["webhook_endpoints.update"];
        /**
         * Delete a webhook endpoint
         * @description Also deletes the deliveries of the endpoint. Events are kept.
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
        /** Retrieve a webhook delivery */
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
            /** @constant */
            object: "account.attention";
            data: {
                key: string;
                severity: string;
                title: string;
                body: string;
                cta: string;
                href: string;
                count: number | null;
            }[];
        };
        "account.billing": {
            /** @constant */
            object: "account.billing";
            plan: components["schemas"]["account.plan"];
            subscription: null;
            next_invoice: null;
            usage: components["schemas"]["account.usage_meter"][];
            collection_available: boolean;
            billing_authorized: boolean;
        };
        "account.plan": {
            /** @constant */
            object: "account.plan";
            id: string;
            name: string;
            interval: string;
            amount_cents: number;
            currency: string;
        };
        "account.usage_meter": {
            /** @constant */
            object: "account.usage_meter";
            key: string;
            livemode: boolean;
            quantity: number;
            limit: number | null;
        };
        api_key: {
            id: string;
            /** @constant */
            object: "api_key";
            created: number;
            livemode: boolean;
            prefix: string;
            label: string | null;
            scopes: string[];
            created_by: {
                type: string;
                id: string | null;
            } | null;
            last_used_at: number | null;
            revoked_at: number | null;
        };
        "api_key.create": {
            id: string;
            /** @constant */
            object: "api_key";
            created: number;
            livemode: boolean;
            prefix: string;
            label: string | null;
            scopes: string[];
            created_by: {
                type: string;
                id: string | null;
            } | null;
            last_used_at: number | null;
            revoked_at: number | null;
            secret: string;
        };
        audit_log: {
            id: string;
            /** @constant */
            object: "audit_log";
            created: number;
            livemode: boolean;
            actor_type: string;
            actor_id: string | null;
            action: string;
            resource_type: string | null;
            resource_id: string | null;
            metadata: {
                [key: string]: unknown;
            };
            ip_address: string | null;
            user_agent: string | null;
        };
        "billing_portal.session": {
            id: string;
            /** @constant */
            object: "billing_portal.session";
            created: number;
            livemode: boolean;
            subscription_id: string;
            customer_id: string;
            token: string;
            url: string;
            return_url: string;
            expires_at: number;
        };
        "billing_portal.session.revoke_session": {
            id: string;
            /** @constant */
            object: "billing_portal.session";
            livemode: boolean;
            subscription_id: string;
            customer_id: string;
            revoked_at: number;
        };
        "billing_portal.session_revocation": {
            /** @constant */
            object: "billing_portal.session_revocation";
            livemode: boolean;
            customer_id: string;
            revoked_at: number;
        };
        billing_profile: {
            id: string;
            /** @constant */
            object: "billing_profile";
            created: number;
            livemode: boolean;
            legal_name: string | null;
            address: {
                line1: string | null;
                line2: string | null;
                postal_code: string | null;
                city: string | null;
            } | null;
            country_code: string | null;
            vat_id: string | null;
            registration_number: string | null;
            email: string;
            phone: string | null;
            tax_behavior: string;
            refund_window_days: number;
            invoice_footer: string | null;
        };
        "checkout.session": {
            id: string;
            /** @constant */
            object: "checkout.session";
            created: number;
            livemode: boolean;
            customer_id: string;
            customer_email: string | null;
            customer_country_code: string | null;
            price_id: string;
            success_url: string;
            cancel_url: string;
            status: string;
            ui_mode: string;
            url: string | null;
            client_secret: string | null;
            subscription_id: string | null;
            payment_id: string | null;
            expires_at: number | null;
            trial_days_override: number | null;
            coupon_id: string | null;
            payment_method: string | null;
            metadata: {
                [key: string]: string;
            };
        };
        checkout_confirmation: {
            /** @constant */
            object: "checkout_confirmation";
            session_id: string;
            status: string;
            payment_status: string;
            redirect_url: string | null;
        };
        checkout_element: {
            /** @constant */
            object: "checkout_element";
            session_id: string;
            status: string;
            livemode: boolean;
            currency: string;
            amount_due_now: number;
            recurring_amount: number;
            recurring_amount_discounted: number | null;
            recurring_interval: string;
            discount_cents: number;
            trial_days: number;
            requires_verification: boolean;
            methods: string[];
            ideal_issuers: {
                id: string;
                name: string;
            }[] | null;
            profile_id: string | null;
            product_name: string;
            merchant_name: string;
            merchant_logo_url: string | null;
            show_header: boolean;
            country: string | null;
            country_suggestion: string | null;
            allow_promotion_codes: boolean;
            coupon_code: string | null;
            coupon_duration: string | null;
            coupon_duration_in_months: number | null;
            success_url: string;
            cancel_url: string;
        };
        checkout_payment_methods: {
            /** @constant */
            object: "checkout_payment_methods";
            livemode: boolean;
            customer_id: string;
            data: components["schemas"]["checkout_saved_method"][];
            methods: string[];
            ideal_issuers: {
                id: string;
                name: string;
            }[];
            profile_id: string | null;
        };
        checkout_saved_method: {
            id: string;
            /** @constant */
            object: "checkout_saved_method";
            kind: string;
            brand: string | null;
            last4: string | null;
            exp_month: number | null;
            exp_year: number | null;
            is_default: boolean;
        };
        checkout_setup: {
            /** @constant */
            object: "checkout_setup";
            livemode: boolean;
            setup_id: string;
            client_secret: string;
            currency: string;
            amount_due_now: number;
        };
        checkout_setup_confirmation: {
            /** @constant */
            object: "checkout_setup_confirmation";
            livemode: boolean;
            setup_id: string;
            status: string;
            redirect_url: string | null;
        };
        coupon: {
            id: string;
            /** @constant */
            object: "coupon";
            created: number;
            livemode: boolean;
            code: string;
            discount_type: string;
            percent_off: number | null;
            amount_off_cents: number | null;
            currency: string | null;
            duration: string;
            duration_in_months: number | null;
            max_redemptions: number | null;
            max_redemptions_per_customer: number | null;
            times_redeemed: number;
            min_amount_cents: number | null;
            applies_to_price_ids: string[] | null;
            redeem_by: number | null;
            active: boolean;
            metadata: {
                [key: string]: string;
            };
        };
        "coupon.validation": {
            /** @constant */
            object: "coupon.validation";
            livemode: boolean;
            valid: boolean;
            reason: string | null;
            code: string;
            coupon_id: string | null;
            percent_off: number | null;
            amount_off_cents: number | null;
            currency: string | null;
            discount_cents: number | null;
        };
        credit_note: {
            id: string;
            /** @constant */
            object: "credit_note";
            created: number;
            livemode: boolean;
            number: string;
            invoice_id: string;
            customer_id: string;
            refund_id: string | null;
            reason: string | null;
            currency: string;
            subtotal_cents: number;
            tax_cents: number;
            total_cents: number;
            tax: {
                rate_basis_points: number;
                display_name: string | null;
                taxable_cents: number;
                tax_cents: number;
            }[];
            lines: {
                type: string;
                description: string;
                quantity: string;
                unit_amount_decimal: string | null;
                amount_cents: number;
                discount_cents: number;
                price_id: string | null;
                tax_rate_basis_points: number;
                period_start: number | null;
                period_end: number | null;
            }[];
            issued_at: number;
        };
        customer: {
            id: string;
            /** @constant */
            object: "customer";
            created: number;
            livemode: boolean;
            name: string | null;
            email: string | null;
            country_code: string | null;
            address: {
                line1: string | null;
                line2: string | null;
                postal_code: string | null;
                city: string | null;
            } | null;
            language: string | null;
            metadata: {
                [key: string]: string;
            };
            test_clock_id: string | null;
            vat_number: string | null;
            vat_name: string | null;
            vat_verified_at: number | null;
            /** @description Why emails to `email` are no longer sent: `status` is `bounced` (the address does not exist or permanently refuses emails) or `complained` (the recipient reported an email as spam). `null`: emails are sent. Setting `email`, also to the same address, clears it. */
            email_delivery: {
                status: string;
                email: string;
                reported_at: number;
            } | null;
        };
        "customer.delete": {
            id: string;
            /** @constant */
            object: "customer";
            /** @constant */
            deleted: true;
        };
        "customer.purge": {
            id: string;
            /** @constant */
            object: "customer";
            /** @constant */
            deleted: true;
            /** @constant */
            purged: true;
        };
        "customer.summary": {
            id: string;
            /** @constant */
            object: "customer.summary";
            name: string | null;
            email: string | null;
            country_code: string | null;
        };
        discount: {
            /** @constant */
            object: "discount";
            coupon_id: string;
            code: string;
            percent_off: number | null;
            amount_off_cents: number | null;
            currency: string | null;
            duration: string;
            duration_in_months: number | null;
            ends_at: number | null;
        };
        dispute: {
            id: string;
            /** @constant */
            object: "dispute";
            created: number;
            livemode: boolean;
            status: string;
            payment_id: string;
            amount_cents: number;
            currency: string;
            reason: string | null;
            reversed_at: number | null;
        };
        error: {
            error: {
                type: string;
                code: string;
                message: string;
                request_id: string;
                /** @description The invalid field or parameter; empty if the body is not JSON. */
                param?: string;
                /** @description Refines the code. */
                reason?: string;
            };
        };
        event: {
            id: string;
            /** @constant */
            object: "event";
            created: number;
            livemode: boolean;
            type: string;
            data: {
                [key: string]: unknown;
            };
            previous_attributes: {
                [key: string]: unknown;
            } | null;
        };
        "event.list": {
            id: string;
            /** @constant */
            object: "event";
            created: number;
            livemode: boolean;
            type: string;
            data: {
                [key: string]: unknown;
            };
            previous_attributes: {
                [key: string]: unknown;
            } | null;
            customer?: components["schemas"]["customer.summary"] | null;
        };
        event_type: {
            /** @constant */
            object: "event_type";
            type: string;
        };
        invoice: {
            id: string;
            /** @constant */
            object: "invoice";
            created: number;
            livemode: boolean;
            number: string;
            status: string;
            billing_reason: string;
            customer_id: string;
            subscription_id: string | null;
            one_shot_payment_id: string | null;
            payment_id: string | null;
            currency: string;
            tax_behavior: string;
            lines: {
                type: string;
                description: string;
                quantity: string;
                unit_amount_decimal: string | null;
                amount_cents: number;
                discount_cents: number;
                price_id: string | null;
                tax_rate_basis_points: number;
                period_start: number | null;
                period_end: number | null;
            }[];
            subtotal_cents: number;
            discount_cents: number;
            tax_cents: number;
            total_cents: number;
            amount_paid_cents: number;
            amount_due_cents: number;
            amount_credited_cents: number;
            tax: {
                rate_basis_points: number;
                display_name: string | null;
                taxable_cents: number;
                tax_cents: number;
            }[];
            reverse_charge: boolean;
            seller: {
                name: string;
                legal_name: string | null;
                email: string | null;
                address: {
                    line1: string | null;
                    line2: string | null;
                    postal_code: string | null;
                    city: string | null;
                } | null;
                country_code: string | null;
                vat_id: string | null;
                registration_number: string | null;
                phone: string | null;
            };
            buyer: {
                name: string | null;
                email: string | null;
                address: {
                    line1: string | null;
                    line2: string | null;
                    postal_code: string | null;
                    city: string | null;
                } | null;
                country_code: string | null;
                vat_number: string | null;
                vat_name: string | null;
            };
            period_start: number | null;
            period_end: number | null;
            issued_at: number;
            paid_at: number | null;
            voided_at: number | null;
            next_payment_attempt: number | null;
        };
        metrics: {
            /** @constant */
            object: "metrics";
            interval: string;
            data: components["schemas"]["metrics.period"][];
        };
        "metrics.period": {
            /** @constant */
            object: "metrics.period";
            currency: string;
            period: string;
            period_start: number;
            period_end: number;
            mrr_cents: number;
            mrr_movements: {
                new_cents: number;
                expansion_cents: number;
                contraction_cents: number;
                churn_cents: number;
                reactivation_cents: number;
            };
            active_subscriptions: number;
            trialing_subscriptions: number;
            new_subscriptions: number;
            churned_subscriptions: number;
            revenue_cents: number;
            refunded_cents: number;
            disputed_cents: number;
            net_revenue_cents: number;
            succeeded_payments: number;
            failed_payments: number;
        };
        "onboarding.activation": {
            /** @constant */
            object: "onboarding.activation";
            steps: {
                key: string;
                done: boolean;
            }[];
            completed: number;
            total: number;
            ready_for_live: boolean;
            payment_provider_connected: boolean;
            has_product: boolean;
            has_price: boolean;
            domain_verified: boolean;
            has_test_payment: boolean;
            has_webhook: boolean;
        };
        one_shot_payment: {
            id: string;
            /** @constant */
            object: "one_shot_payment";
            created: number;
            livemode: boolean;
            status: string;
            amount_cents: number;
            amount_refunded_cents: number;
            amount_disputed_cents: number;
            currency: string;
            description: string;
            customer_id: string;
            payment_id: string | null;
            invoice_id: string | null;
            payment_method: string | null;
            ui_mode: string;
            url: string | null;
            client_secret: string | null;
            success_url: string | null;
            cancel_url: string | null;
            expires_at: number | null;
            metadata: {
                [key: string]: string;
            };
        };
        payment: {
            id: string;
            /** @constant */
            object: "payment";
            created: number;
            livemode: boolean;
            type: string;
            status: string;
            amount_cents: number;
            amount_refunded_cents: number;
            amount_disputed_cents: number;
            currency: string;
            customer_id: string;
            subscription_id?: string | null;
            invoice_id: string | null;
            checkout_session_id: string | null;
            one_shot_payment_id: string | null;
            payment_method: {
                type: string;
                brand: string | null;
                last4: string | null;
                exp_month: number | null;
                exp_year: number | null;
            } | null;
            failure_code: string | null;
            failure_message: string | null;
            paid_at: number | null;
            refund_eligibility: components["schemas"]["refund_eligibility"] | null;
        };
        "payment.provider": {
            /** @constant */
            object: "payment.provider";
            livemode: boolean;
            redacted: boolean;
            payload: {
                [key: string]: unknown;
            };
        };
        ping: {
            /** @constant */
            object: "ping";
            livemode: boolean | null;
            time: number;
        };
        plan_change_preview: {
            /** @constant */
            object: "plan_change_preview";
            livemode: boolean;
            subscription_id: string;
            price_id: string;
            proration_at: number;
            credit_cents: number;
            charge_cents: number;
            tax_cents: number;
            amount_due_now_cents: number;
            carried_credit_cents: number;
            next_charge_amount_cents: number | null;
            next_period_start: number;
            next_period_end: number;
            currency: string;
            lines: {
                type: string;
                description: string;
                quantity: string;
                unit_amount_decimal: string | null;
                amount_cents: number;
                discount_cents: number;
                price_id: string | null;
                tax_rate_basis_points: number;
                period_start: number | null;
                period_end: number | null;
            }[];
        };
        "portal.customer": {
            id: string;
            /** @constant */
            object: "portal.customer";
            name: string | null;
            email: string | null;
            pending_email: string | null;
            country_code: string | null;
            address: {
                line1: string | null;
                line2: string | null;
                postal_code: string | null;
                city: string | null;
            } | null;
            language: string | null;
            vat_number: string | null;
        };
        "portal.invoice_payment": {
            /** @constant */
            object: "portal.invoice_payment";
            livemode: boolean;
            invoice_id: string;
            payment_id: string | null;
            status: string;
        };
        "portal.plans": {
            /** @constant */
            object: "portal.plans";
            livemode: boolean;
            data: components["schemas"]["price.summary"][];
        };
        "portal.session": {
            id: string;
            /** @constant */
            object: "portal.session";
            created: number;
            livemode: boolean;
            limited: boolean;
            expires_at: number;
            return_url: string | null;
            branding: {
                display_name: string;
                logo_url: string | null;
                icon_url: string | null;
                primary_color: string | null;
                background_color: string | null;
                support_email: string;
                support_url: string | null;
                privacy_url: string | null;
                terms_url: string | null;
            };
            customer: components["schemas"]["portal.customer"];
            can_approve_email: boolean;
            subscription: components["schemas"]["subscription"];
            invoices: {
                id: string;
                number: string;
                status: string;
                currency: string;
                total_cents: number;
                amount_due_cents: number;
                period_start: number | null;
                period_end: number | null;
                issued_at: number;
                paid_at: number | null;
                next_payment_attempt: number | null;
            }[];
            has_more_invoices: boolean;
            credit_notes: {
                id: string;
                number: string;
                invoice_id: string;
                currency: string;
                total_cents: number;
                issued_at: number;
            }[];
            payment_methods: components["schemas"]["checkout_payment_methods"];
        };
        portal_branding: {
            id: string;
            /** @constant */
            object: "portal_branding";
            created: number;
            livemode: boolean;
            display_name: string | null;
            logo_url: string | null;
            icon_url: string | null;
            primary_color: string | null;
            background_color: string | null;
            support_email: string | null;
            support_url: string | null;
            privacy_url: string | null;
            terms_url: string | null;
            plans: string | string[];
        };
        price: {
            id: string;
            /** @constant */
            object: "price";
            created: number;
            livemode: boolean;
            product_id: string;
            currency: string;
            interval: string;
            usage_type: string;
            amount_cents: number | null;
            unit_amount_decimal: string | null;
            tiers: {
                up_to: number | null;
                flat_amount_cents: number;
                unit_amount_decimal: string;
            }[] | null;
            trial_days: number;
            payment_methods: string[] | null;
            refund_window_days: number | null;
            active: boolean;
            self_service: boolean;
            metadata: {
                [key: string]: string;
            };
        };
        "price.summary": {
            id: string;
            /** @constant */
            object: "price.summary";
            active: boolean;
            amount_cents: number | null;
            currency: string;
            interval: string;
            payment_methods: string[];
            product_id: string;
            product_name: string;
            trial_days: number;
            unit_amount_decimal: string | null;
            usage_type: string;
        };
        product: {
            id: string;
            /** @constant */
            object: "product";
            created: number;
            livemode: boolean;
            name: string;
            description: string | null;
            marketing_features: string[];
            allow_promotion_codes: boolean;
            default_price_id: string | null;
            default_price: components["schemas"]["price"] | null;
            active: boolean;
            metadata: {
                [key: string]: string;
            };
        };
        provider_credential: {
            id: string;
            /** @constant */
            object: "provider_credential";
            created: number;
            livemode: boolean;
            connected: boolean;
            fingerprint: string;
            profile_id: string;
        };
        refund: {
            id: string;
            /** @constant */
            object: "refund";
            created: number;
            livemode: boolean;
            status: string;
            payment_id: string;
            amount_cents: number;
            currency: string;
            reason: string | null;
            credit_note_id: string | null;
            failure_reason: string | null;
            settled_at: number | null;
            metadata: {
                [key: string]: string;
            };
        };
        refund_eligibility: {
            /** @constant */
            object: "refund_eligibility";
            amount_cents: number;
            currency: string;
            days_remaining: number | null;
            eligible: boolean;
            reason: string | null;
        };
        subscription: {
            id: string;
            /** @constant */
            object: "subscription";
            created: number;
            livemode: boolean;
            customer_id: string;
            price_id: string;
            status: string;
            renewal_state: string;
            serves_customer: boolean;
            cancel_at_period_end: boolean;
            canceled_at: number | null;
            cancellation_reason: string | null;
            current_period_start: number;
            current_period_end: number;
            trial_start: number | null;
            trial_end: number | null;
            last_payment_at: number | null;
            last_payment_id: string | null;
            payment_count: number;
            mrr_cents: number;
            next_charge_amount_cents: number | null;
            next_payment_attempt: number | null;
            dunning_attempts_notified: number;
            dunning_last_notified_at: number | null;
            dunning_max_attempts: number;
            discount: components["schemas"]["discount"] | null;
            payment_method: {
                type: string;
                brand: string | null;
                last4: string | null;
                exp_month: number | null;
                exp_year: number | null;
            } | null;
            customer: components["schemas"]["customer.summary"] | null;
            price: components["schemas"]["price.summary"];
            refund_eligibility: components["schemas"]["refund_eligibility"] | null;
        };
        "subscription.reauthorization": {
            /** @constant */
            object: "subscription.reauthorization";
            livemode: boolean;
            subscription_id: string;
            payment_id: string;
            url: string | null;
            expires_at: number;
        };
        tax_rate: {
            id: string;
            /** @constant */
            object: "tax_rate";
            created: number;
            livemode: boolean;
            country_code: string;
            rate_basis_points: number;
            display_name: string | null;
            active: boolean;
        };
        tenant_capabilities: {
            /** @constant */
            object: "tenant_capabilities";
            livemode: boolean;
            currencies: string[];
            payment_methods: {
                id: string;
                recurring: boolean;
                currencies: string[];
            }[];
            limits: {
                [key: string]: number;
            };
            features: {
                [key: string]: boolean;
            };
        };
        tenant_export: {
            /** @constant */
            object: "tenant_export";
            /** @constant */
            service_export_version: 2;
            tenant_id: string;
            livemode: boolean;
            generated_at: number;
            products: components["schemas"]["product"][];
            prices: components["schemas"]["price"][];
            coupons: components["schemas"]["coupon"][];
            tax_rates: components["schemas"]["tax_rate"][];
            customers: components["schemas"]["customer"][];
            subscriptions: components["schemas"]["subscription"][];
            payments: components["schemas"]["payment"][];
            one_shot_payments: components["schemas"]["one_shot_payment"][];
            refunds: components["schemas"]["refund"][];
            invoices: components["schemas"]["invoice"][];
            credit_notes: components["schemas"]["credit_note"][];
            disputes: components["schemas"]["dispute"][];
            usage_records: components["schemas"]["usage_record"][];
            events: components["schemas"]["event"][];
        };
        test_clock: {
            id: string;
            /** @constant */
            object: "test_clock";
            created: number;
            livemode: boolean;
            name: string | null;
            frozen_time: number;
            status: string;
        };
        "test_clock.delete": {
            id: string;
            /** @constant */
            object: "test_clock";
            /** @constant */
            deleted: true;
        };
        usage_record: {
            id: string;
            /** @constant */
            object: "usage_record";
            created: number;
            livemode: boolean;
            subscription_id: string;
            quantity: number;
            occurred_at: number;
            metadata: {
                [key: string]: string;
            };
        };
        usage_summary: {
            /** @constant */
            object: "usage_summary";
            livemode: boolean;
            subscription_id: string;
            period_start: number;
            period_end: number;
            total_quantity: number;
            record_count: number;
            amount_cents: number;
            currency: string;
            tiers: {
                up_to: number | null;
                quantity: number;
                amount_cents: number;
            }[] | null;
        };
        webhook_delivery: {
            id: string;
            /** @constant */
            object: "webhook_delivery";
            created: number;
            livemode: boolean;
            endpoint_id: string;
            event_id: string;
            event_type: string;
            status: string;
            attempt_count: number;
            next_attempt_at: number | null;
            last_response_code: number | null;
            last_error: string | null;
            last_response_body_excerpt: string | null;
        };
        webhook_endpoint: {
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            created: number;
            livemode: boolean;
            url: string;
            enabled_events: string[];
            description: string | null;
            status: string;
            secret_fingerprint: string;
        };
        "webhook_endpoint.create": {
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            created: number;
            livemode: boolean;
            url: string;
            enabled_events: string[];
            description: string | null;
            status: string;
            secret_fingerprint: string;
            secret: string;
        };
        "webhook_endpoint.delete": {
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** @constant */
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
                    name?: string | null;
                    /** Format: email */
                    email?: string;
                    country_code?: string;
                    address?: {
                        /** @default null */
                        line1?: string | null;
                        /** @default null */
                        line2?: string | null;
                        /** @default null */
                        postal_code?: string | null;
                        /** @default null */
                        city?: string | null;
                    };
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
                    method: string;
                    card_token?: string | null;
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
                    price_id: string;
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
                    price_id: string;
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
                limit?: number;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["api_key"][];
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
                    label?: string | null;
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
                limit?: number;
                starting_after?: string;
                action?: string;
                resource_type?: string;
                resource_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["audit_log"][];
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
                    subscription_id: string;
                    /** Format: uri */
                    return_url: string;
                    /** @default false */
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
                limit?: number;
                starting_after?: string;
                customer_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["one_shot_payment"][];
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
                    amount_cents: number;
                    currency: string;
                    description: string;
                    customer_id?: string | null;
                    customer_email?: string | null;
                    customer_name?: string | null;
                    country?: string | null;
                    success_url?: string | null;
                    cancel_url?: string | null;
                    payment_method?: string | null;
                    ui_mode?: string;
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
                    method: string;
                    card_token?: string | null;
                    country?: string | null;
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
                    client_secret: string;
                    method: string;
                    card_token?: string | null;
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
                    price_id: string;
                    /** Format: uri */
                    success_url: string;
                    /** Format: uri */
                    cancel_url: string;
                    customer_id?: string | null;
                    customer_email?: string | null;
                    customer_name?: string | null;
                    country?: string | null;
                    coupon_code?: string | null;
                    metadata?: {
                        [key: string]: string;
                    } | null;
                    payment_method?: string | null;
                    trial_days_override?: number | null;
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
                    method: string;
                    card_token?: string | null;
                    country?: string | null;
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
                limit?: number;
                starting_after?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["coupon"][];
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
                    code: string;
                    discount_type?: string;
                    percent_off?: number | null;
                    amount_off_cents?: number | null;
                    currency?: string | null;
                    duration?: string;
                    duration_in_months?: number | null;
                    max_redemptions?: number | null;
                    max_redemptions_per_customer?: number | null;
                    min_amount_cents?: number | null;
                    applies_to_price_ids?: string[] | null;
                    redeem_by?: number | null;
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
                    code: string;
                    price_id?: string;
                    currency?: string;
                    amount_cents?: number;
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
                    active?: boolean;
                    max_redemptions?: number | null;
                    max_redemptions_per_customer?: number | null;
                    min_amount_cents?: number | null;
                    applies_to_price_ids?: string[] | null;
                    redeem_by?: number | null;
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
                limit?: number;
                starting_after?: string;
                invoice_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["credit_note"][];
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
                limit?: number;
                starting_after?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["customer"][];
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
                    name?: string | null;
                    email?: string | null;
                    country_code?: string | null;
                    address?: {
                        /** @default null */
                        line1?: string | null;
                        /** @default null */
                        line2?: string | null;
                        /** @default null */
                        postal_code?: string | null;
                        /** @default null */
                        city?: string | null;
                    } | null;
                    language?: string | null;
                    metadata?: {
                        [key: string]: string;
                    } | null;
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
                    name?: string | null;
                    /** Format: email */
                    email?: string;
                    country_code?: string;
                    address?: {
                        /** @default null */
                        line1?: string | null;
                        /** @default null */
                        line2?: string | null;
                        /** @default null */
                        postal_code?: string | null;
                        /** @default null */
                        city?: string | null;
                    };
                    language?: string;
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
                limit?: number;
                starting_after?: string;
                payment_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["dispute"][];
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
                limit?: number;
                starting_after?: string;
                /** @description Comma list of `customer`. */
                expand?: string;
                type?: string[];
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["event.list"][];
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
                type?: string[];
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
                limit?: number;
                starting_after?: string;
                customer_id?: string;
                subscription_id?: string;
                status?: string[];
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["invoice"][];
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
                interval?: string;
                from?: string;
                to?: string;
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
                limit?: number;
                starting_after?: string;
                customer_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["payment"][];
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
                /** @description Comma list of `refund_eligibility`. */
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
                limit?: number;
                starting_after?: string;
                product_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["price"][];
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
                    product_id: string;
                    currency: string;
                    interval: string;
                    usage_type?: string;
                    amount_cents?: number | null;
                    unit_amount_decimal?: string | null;
                    tiers?: {
                        up_to: number | null;
                        flat_amount_cents?: number | null;
                        unit_amount_cents?: number | null;
                        unit_amount_decimal?: string | null;
                    }[] | null;
                    trial_days?: number;
                    payment_methods?: string[] | null;
                    refund_window_days?: number | null;
                    self_service?: boolean;
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
                    active?: boolean;
                    refund_window_days?: number | null;
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
                limit?: number;
                starting_after?: string;
                /** @description Comma list of `default_price`. */
                expand?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["product"][];
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
                    name: string;
                    description?: string | null;
                    marketing_features?: string[] | null;
                    allow_promotion_codes?: boolean;
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
                /** @description Comma list of `default_price`. */
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
                    name?: string;
                    description?: string | null;
                    marketing_features?: string[] | null;
                    allow_promotion_codes?: boolean;
                    default_price_id?: string;
                    active?: boolean;
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
                limit?: number;
                starting_after?: string;
                payment_id?: string;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["refund"][];
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
                    payment_id?: string;
                    subscription_id?: string;
                    amount_cents?: number;
                    reason?: string | null;
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
    "subscriptions.list": {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                /** @description Comma list of `customer`, `refund_eligibility`. */
                expand?: string;
                customer_id?: string;
                status?: string[];
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["subscription"][];
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
                /** @description Comma list of `customer`, `refund_eligibility`. */
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
                    price_id: string;
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
                    /** Format: uri */
                    return_url: string;
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
                    price_id: string;
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
                limit?: number;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["usage_record"][];
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
                    quantity: number;
                    occurred_at?: number | null;
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
                limit?: number;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["tax_rate"][];
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
                    country_code: string;
                    rate_basis_points: number;
                    display_name?: string | null;
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
                    display_name?: string | null;
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
                    legal_name?: string;
                    address?: {
                        /** @default null */
                        line1?: string | null;
                        /** @default null */
                        line2?: string | null;
                        /** @default null */
                        postal_code?: string | null;
                        /** @default null */
                        city?: string | null;
                    };
                    country_code?: string;
                    vat_id?: string | null;
                    registration_number?: string | null;
                    /** Format: email */
                    email?: string;
                    phone?: string | null;
                    tax_behavior?: string;
                    refund_window_days?: number;
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
                resume?: string;
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
                    display_name?: string | null;
                    logo_url?: string | null;
                    icon_url?: string | null;
                    primary_color?: string | null;
                    background_color?: string | null;
                    support_email?: string | null;
                    support_url?: string | null;
                    privacy_url?: string | null;
                    terms_url?: string | null;
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
                    api_key: string;
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
                limit?: number;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["test_clock"][];
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
                    frozen_time: number;
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
                limit?: number;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["webhook_endpoint"][];
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
                    url: string;
                    enabled_events?: string[];
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["event_type"][];
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
                    url?: string;
                    enabled_events?: string[];
                    description?: string | null;
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
                limit?: number;
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
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["webhook_delivery"][];
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
