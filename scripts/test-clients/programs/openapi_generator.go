package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	billing "example.com/shop/billing"
)

func show(step string, facts map[string]any) {
	facts["step"] = step
	line, err := json.Marshal(facts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

func must[T any](value T, _ any, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	configuration := billing.NewConfiguration()
	configuration.Servers = billing.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := billing.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), billing.ContextAccessToken, os.Getenv("TEST_KEY"))

	product := must(client.ProductsAPI.ProductsCreate(ctx).ProductCreateParams(*billing.NewProductCreateParams("Plan")).IdempotencyKey(fmt.Sprint(time.Now().UnixNano())).Execute())
	for _, name := range []string{"Second", "Third"} {
		must(client.ProductsAPI.ProductsCreate(ctx).ProductCreateParams(*billing.NewProductCreateParams(name)).Execute())
	}
	priceParams := billing.NewPriceCreateParams(product.Id, "EUR", "month")
	priceParams.SetAmountCents(2000)
	price := must(client.PricesAPI.PricesCreate(ctx).PriceCreateParams(*priceParams).Execute())
	clock := must(client.TestClocksAPI.TestClocksCreate(ctx).TestClockCreateParams(*billing.NewTestClockCreateParams(2_200_000_000)).Execute())
	customerParams := billing.NewCustomerCreateParams()
	customerParams.SetName("Ada")
	customerParams.SetTestClockId(clock.Id)
	customer := must(client.CustomersAPI.CustomersCreate(ctx).CustomerCreateParams(*customerParams).Execute())
	sessionParams := billing.NewCheckoutSessionCreateParams(price.Id, "https://shop.example/thanks", "https://shop.example/cart")
	sessionParams.SetCustomerId(customer.Id)
	session := must(client.CheckoutAPI.CheckoutSessionsCreate(ctx).CheckoutSessionCreateParams(*sessionParams).Execute())
	payParams := billing.NewSandboxCheckoutSessionPayParams()
	payParams.SetMethod("creditcard")
	paid := must(client.SandboxAPI.SandboxCheckoutSessionPay(ctx, session.Id).SandboxCheckoutSessionPayParams(*payParams).Execute())
	sold := must(client.SubscriptionsAPI.SubscriptionsRetrieve(ctx, paid.GetSubscriptionId()).Execute())
	show("sell", map[string]any{"subscription": sold.Id, "status": sold.Status, "payment_count": sold.PaymentCount, "period_end": sold.CurrentPeriodEnd})

	clock = must(client.TestClocksAPI.TestClocksAdvance(ctx, clock.Id).TestClockAdvanceParams(*billing.NewTestClockAdvanceParams(sold.CurrentPeriodEnd)).Execute())
	for clock.Status == "advancing" {
		time.Sleep(300 * time.Millisecond)
		clock = must(client.TestClocksAPI.TestClocksRetrieve(ctx, clock.Id).Execute())
	}
	renewed := must(client.SubscriptionsAPI.SubscriptionsRetrieve(ctx, sold.Id).Execute())
	show("renew", map[string]any{"status": renewed.Status, "payment_count": renewed.PaymentCount, "period_start": renewed.CurrentPeriodStart})

	refundParams := billing.NewRefundCreateParams()
	refundParams.SetPaymentId(renewed.GetLastPaymentId())
	refundParams.SetAmountCents(1000)
	refund := must(client.RefundsAPI.RefundsCreate(ctx).RefundCreateParams(*refundParams).Execute())
	show("refund", map[string]any{"refund": refund.Id, "amount_cents": refund.AmountCents})

	pages := []int{}
	request := client.ProductsAPI.ProductsList(ctx).Limit(2)
	for hasMore := true; hasMore; {
		page := must(request.Execute())
		pages = append(pages, len(page.Data))
		request = request.StartingAfter(page.Data[len(page.Data)-1].Id)
		hasMore = page.HasMore
	}
	show("page", map[string]any{"pages": pages})

	refusedParams := billing.NewCustomerCreateParams()
	refusedParams.SetCountryCode("XX")
	_, response, err := client.CustomersAPI.CustomersCreate(ctx).CustomerCreateParams(*refusedParams).Execute()
	var failure *billing.GenericOpenAPIError
	if !errors.As(err, &failure) {
		log.Fatalf("unexpected result: %v", err)
	}
	refused, isApiError := failure.Model().(billing.ApiError)
	if !isApiError {
		log.Fatalf("unexpected error body: %s", failure.Body())
	}
	show("error", map[string]any{"status": response.StatusCode, "code": refused.Error.Code, "param": refused.Error.Param})
}
