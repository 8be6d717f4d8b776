<?php

declare(strict_types=1);

require 'GuzzleHttp/autoload.php';

use OpenAPI\Client as Billing;

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/lib/' . str_replace('\\', '/', substr($class, strlen('OpenAPI\\Client\\'))) . '.php';
    if (is_file($file)) {
        require_once $file;
    }
});
// Loads every generated class, to check that all of them compile, not only those that this program uses.
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__ . '/lib')) as $file) {
    if ($file->getExtension() === 'php') {
        require_once $file->getPathname();
    }
}

/** @param array<string, mixed> $facts */
function show(string $step, array $facts): void
{
    echo json_encode(['step' => $step, ...$facts], JSON_THROW_ON_ERROR), "\n";
}

$settings = (new Billing\Configuration())->setHost((string) getenv('BASE_URL'))->setAccessToken((string) getenv('TEST_KEY'));
$products = new Billing\Api\ProductsApi(null, $settings);
$clocks = new Billing\Api\TestClocksApi(null, $settings);
$customers = new Billing\Api\CustomersApi(null, $settings);
$subscriptions = new Billing\Api\SubscriptionsApi(null, $settings);

$product = $products->productsCreate(new Billing\Model\ProductCreateParams(['name' => 'Plan']), bin2hex(random_bytes(8)));
foreach (['Second', 'Third'] as $name) {
    $products->productsCreate(new Billing\Model\ProductCreateParams(['name' => $name]));
}
$price = (new Billing\Api\PricesApi(null, $settings))->pricesCreate(new Billing\Model\PriceCreateParams([
    'product_id' => $product->getId(), 'amount_cents' => 2000, 'currency' => 'EUR', 'interval' => 'month',
]));
$clock = $clocks->testClocksCreate(new Billing\Model\TestClockCreateParams(['frozen_time' => 2_200_000_000]));
$customer = $customers->customersCreate(new Billing\Model\CustomerCreateParams(['name' => 'Ada', 'test_clock_id' => $clock->getId()]));
$session = (new Billing\Api\CheckoutApi(null, $settings))->checkoutSessionsCreate(new Billing\Model\CheckoutSessionCreateParams([
    'customer_id' => $customer->getId(), 'price_id' => $price->getId(),
    'success_url' => 'https://shop.example/thanks', 'cancel_url' => 'https://shop.example/cart',
]));
$paid = (new Billing\Api\SandboxApi(null, $settings))->sandboxCheckoutSessionPay(
    $session->getId(),
    new Billing\Model\SandboxCheckoutSessionPayParams(['method' => 'creditcard']),
);
$sold = $subscriptions->subscriptionsRetrieve($paid->getSubscriptionId());
show('sell', [
    'subscription' => $sold->getId(), 'status' => $sold->getStatus(),
    'payment_count' => $sold->getPaymentCount(), 'period_end' => $sold->getCurrentPeriodEnd(),
]);

$advance = new Billing\Model\TestClockAdvanceParams(['frozen_time' => $sold->getCurrentPeriodEnd()]);
$status = $clocks->testClocksAdvance($clock->getId(), $advance)->getStatus();
while ($status === 'advancing') {
    usleep(300_000);
    $status = $clocks->testClocksRetrieve($clock->getId())->getStatus();
}
$renewed = $subscriptions->subscriptionsRetrieve($sold->getId());
show('renew', [
    'status' => $renewed->getStatus(), 'payment_count' => $renewed->getPaymentCount(), 'period_start' => $renewed->getCurrentPeriodStart(),
]);

$refund = (new Billing\Api\RefundsApi(null, $settings))->refundsCreate(
    new Billing\Model\RefundCreateParams(['payment_id' => $renewed->getLastPaymentId(), 'amount_cents' => 1000]),
);
show('refund', ['refund' => $refund->getId(), 'amount_cents' => $refund->getAmountCents()]);

$pages = [];
$after = null;
do {
    $page = $products->productsList(2, $after);
    $data = $page->getData();
    $pages[] = count($data);
    $after = end($data)->getId();
} while ($page->getHasMore());
show('page', ['pages' => $pages]);

try {
    $customers->customersCreate(new Billing\Model\CustomerCreateParams(['country_code' => 'XX']));
} catch (Billing\ApiException $refused) {
    $details = $refused->getResponseObject()->getError();
    show('error', ['status' => $refused->getCode(), 'code' => $details->getCode(), 'param' => $details->getParam()]);
}
