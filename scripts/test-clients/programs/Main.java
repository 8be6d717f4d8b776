import com.google.gson.Gson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CheckoutApi;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.api.PricesApi;
import org.openapitools.client.api.ProductsApi;
import org.openapitools.client.api.RefundsApi;
import org.openapitools.client.api.SandboxApi;
import org.openapitools.client.api.SubscriptionsApi;
import org.openapitools.client.api.TestClocksApi;
import org.openapitools.client.model.*;

public final class Main {
  private static void print(String step, Map<String, Object> facts) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", step);
    line.putAll(facts);
    System.out.println(new Gson().toJson(line));
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(System.getenv("TEST_KEY"));
    ProductsApi products = new ProductsApi(client);
    TestClocksApi clocks = new TestClocksApi(client);
    CustomersApi customers = new CustomersApi(client);
    SubscriptionsApi subscriptions = new SubscriptionsApi(client);

    Product product = products.productsCreate(new ProductCreateParams().name("Plan"))
        .idempotencyKey(UUID.randomUUID().toString()).execute();
    for (String name : List.of("Second", "Third")) products.productsCreate(new ProductCreateParams().name(name)).execute();
    Price price = new PricesApi(client).pricesCreate(
        new PriceCreateParams().productId(product.getId()).amountCents(2000L).currency("EUR").interval("month")).execute();
    TestClock clock = clocks.testClocksCreate(new TestClockCreateParams().frozenTime(2_200_000_000L)).execute();
    Customer customer = customers.customersCreate(new CustomerCreateParams().name("Ada").testClockId(clock.getId())).execute();
    CheckoutSession session = new CheckoutApi(client).checkoutSessionsCreate(
        new CheckoutSessionCreateParams()
            .customerId(customer.getId())
            .priceId(price.getId())
            .successUrl(java.net.URI.create("https://shop.example/thanks"))
            .cancelUrl(java.net.URI.create("https://shop.example/cart"))).execute();
    CheckoutSession paid = new SandboxApi(client)
        .sandboxCheckoutSessionPay(session.getId())
        .sandboxCheckoutSessionPayParams(new SandboxCheckoutSessionPayParams().method("creditcard")).execute();
    String subscriptionId = paid.getSubscriptionId();
    Subscription sold = subscriptions.subscriptionsRetrieve(subscriptionId).execute();
    print("sell", Map.of("subscription", sold.getId(), "status", sold.getStatus(),
        "payment_count", sold.getPaymentCount(), "period_end", sold.getCurrentPeriodEnd()));

    String status = clocks
        .testClocksAdvance(clock.getId(), new TestClockAdvanceParams().frozenTime(sold.getCurrentPeriodEnd())).execute()
        .getStatus();
    while (status.equals("advancing")) {
      Thread.sleep(300);
      status = clocks.testClocksRetrieve(clock.getId()).execute().getStatus();
    }
    Subscription renewed = subscriptions.subscriptionsRetrieve(subscriptionId).execute();
    print("renew", Map.of("status", renewed.getStatus(), "payment_count", renewed.getPaymentCount(),
        "period_start", renewed.getCurrentPeriodStart()));

    Refund refund = new RefundsApi(client)
        .refundsCreate(new RefundCreateParams().paymentId(renewed.getLastPaymentId()).amountCents(1000L)).execute();
    print("refund", Map.of("refund", refund.getId(), "amount_cents", refund.getAmountCents()));

    List<Integer> pages = new ArrayList<>();
    String after = null;
    for (boolean hasMore = true; hasMore; ) {
      ProductList page = products.productsList().limit(2L).startingAfter(after).execute();
      pages.add(page.getData().size());
      after = page.getData().get(page.getData().size() - 1).getId();
      hasMore = page.getHasMore();
    }
    print("page", Map.of("pages", pages));

    try {
      customers.customersCreate(new CustomerCreateParams().countryCode("XX")).execute();
    } catch (ApiException refused) {
      ApiErrorDetails details = ApiError.fromJson(refused.getResponseBody()).getError();
      print("error", Map.of("status", refused.getCode(), "code", details.getCode(), "param", details.getParam()));
    }
    System.exit(0);
  }
}
