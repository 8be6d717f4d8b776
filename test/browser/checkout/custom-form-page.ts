/** The path of the API client on the shop's server. */
export const CLIENT_PATH = '/billing.js';

/**
 * A shop page with a custom payment form instead of the payment element. With the typed API client, the page retrieves the session, applies
 * promotion codes and confirms the payment, although the API has another origin. Session id and client secret are in the URL fragment; the
 * page keeps them in the session storage.
 */
export const customFormPage = (apiUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem; }
label, button, input { font: inherit; }
fieldset { margin: 1rem 0; }
fieldset label { display: block; padding: .5rem 0; }
button { padding: .5rem 1rem; }
[role=alert]:empty { display: none; }
[role=alert] { border-left: 4px solid #b00; padding: .5rem; }
</style>
</head>
<body>
<main>
<h1>Checkout</h1>
<h2 id="due"></h2>
<p id="terms"></p>
<p role="alert" id="problem"></p>
<form id="coupon"><label>Promotion code <input name="code"></label> <button>Apply</button></form>
<form id="pay"><fieldset id="methods"><legend>How do you want to pay?</legend></fieldset><button>Pay</button></form>
</main>
<script type="module">
import { ApiError, createBilling } from '${CLIENT_PATH}';
// Stored for the return from the bank.
if (location.hash) sessionStorage.setItem('session', location.hash.slice(1));
const [session, secret] = (sessionStorage.getItem('session') ?? '').split('/');
const byId = (name) => document.getElementById(name);
const { checkoutElement } = createBilling({ key: secret, baseUrl: ${JSON.stringify(apiUrl)} });
const showingErrors = async (call) => {
  byId('problem').textContent = '';
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError) byId('problem').textContent = error.message;
    throw error;
  }
};
const money = (cents, currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
const show = (element) => {
  byId('due').textContent = 'Pay ' + money(element.amount_due_now, element.currency);
  byId('terms').textContent = element.product_name + ', ' + money(element.recurring_amount, element.currency) + ' a ' + element.recurring_interval;
  if (element.coupon_code) byId('terms').append(', ' + money(element.discount_cents, element.currency) + ' off today by ' + element.coupon_code);
  byId('coupon').hidden = !element.allow_promotion_codes;
  for (const old of byId('methods').querySelectorAll('label')) old.remove();
  for (const method of element.methods) {
    const label = document.createElement('label');
    label.innerHTML = '<input type="radio" name="method" required> ';
    label.firstChild.value = method;
    label.append(method);
    byId('methods').append(label);
  }
};
byId('coupon').addEventListener('submit', async (event) => {
  event.preventDefault();
  show(await showingErrors(checkoutElement.applyCoupon(session, { code: new FormData(event.target).get('code') || null })));
});
byId('pay').addEventListener('submit', async (event) => {
  event.preventDefault();
  const confirmation = await showingErrors(checkoutElement.confirm(session, { method: new FormData(event.target).get('method') }));
  if (confirmation.redirect_url !== null) location.assign(confirmation.redirect_url);
  else if (confirmation.status === 'completed') byId('due').textContent = 'Paid';
});
if (secret && location.pathname === '/checkout') show(await showingErrors(checkoutElement.retrieve(session)));
</script>
</body>
</html>
`;
