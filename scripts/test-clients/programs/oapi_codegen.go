package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/shop/billing"
)

func show(step string, facts map[string]any) {
	facts["step"] = step
	line, err := json.Marshal(facts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

// must returns the body of a response with status 200.
func must[T any](body *T, response []byte) *T {
	if body == nil {
		log.Fatalf("unexpected response: %s", response)
	}
	return body
}

func check[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TEST_KEY"))
		return nil
	}
	client := check(billing.NewClientWithResponses(os.Getenv("BASE_URL"), billing.WithRequestEditorFn(authorize)))

	key := fmt.Sprint(time.Now().UnixNano())
	made := check(client.ProductsCreateWithResponse(ctx, &billing.ProductsCreateParams{IdempotencyKey: &key}, billing.ProductsCreateJSONRequestBody{Name: "Plan"}))
	product := must(made.JSON200, made.Body)
	for _, name := range []string{"Second", "Third"} {
		other := check(client.ProductsCreateWithResponse(ctx, nil, billing.ProductsCreateJSONRequestBody{Name: name}))
		must(other.JSON200, other.Body)
	}
	amountCents := int64(2000)
	priced := check(client.PricesCreateWithResponse(ctx, nil, billing.PricesCreateJSONRequestBody{ProductId: product.Id, Currency: "EUR", Interval: "month", AmountCents: &amountCents}))
	price := must(priced.JSON200, priced.Body)
	clocked := check(client.TestClocksCreateWithResponse(ctx, nil, billing.TestClocksCreateJSONRequestBody{FrozenTime: 2_200_000_000}))
	clock := must(clocked.JSON200, clocked.Body)
	name := "Ada"
	registered := check(client.CustomersCreateWithResponse(ctx, nil, billing.CustomersCreateJSONRequestBody{Name: &name, TestClockId: &clock.Id}))
	customer := must(registered.JSON200, registered.Body)
	opened := check(client.CheckoutSessionsCreateWithResponse(ctx, nil, billing.CheckoutSessionsCreateJSONRequestBody{
		PriceId: price.Id, CustomerId: &customer.Id, SuccessUrl: "https://shop.example/thanks", CancelUrl: "https://shop.example/cart",
	}))
	session := must(opened.JSON200, opened.Body)
	method := "creditcard"
	payment := check(client.SandboxCheckoutSessionPayWithResponse(ctx, session.Id, billing.SandboxCheckoutSessionPayJSONRequestBody{Method: &method}))
	subscriptionId := *must(payment.JSON200, payment.Body).SubscriptionId
	read := check(client.SubscriptionsRetrieveWithResponse(ctx, subscriptionId, nil))
	sold := must(read.JSON200, read.Body)
	show("sell", map[string]any{"subscription": sold.Id, "status": sold.Status, "payment_count": sold.PaymentCount, "period_end": sold.CurrentPeriodEnd})

	advanced := check(client.TestClocksAdvanceWithResponse(ctx, clock.Id, nil, billing.TestClocksAdvanceJSONRequestBody{FrozenTime: sold.CurrentPeriodEnd}))
	clock = must(advanced.JSON200, advanced.Body)
	for clock.Status == "advancing" {
		time.Sleep(300 * time.Millisecond)
		polled := check(client.TestClocksRetrieveWithResponse(ctx, clock.Id))
		clock = must(polled.JSON200, polled.Body)
	}
	again := check(client.SubscriptionsRetrieveWithResponse(ctx, subscriptionId, nil))
	renewed := must(again.JSON200, again.Body)
	show("renew", map[string]any{"status": renewed.Status, "payment_count": renewed.PaymentCount, "period_start": renewed.CurrentPeriodStart})

	refundCents := int64(1000)
	returned := check(client.RefundsCreateWithResponse(ctx, nil, billing.RefundsCreateJSONRequestBody{PaymentId: renewed.LastPaymentId, AmountCents: &refundCents}))
	refund := must(returned.JSON200, returned.Body)
	show("refund", map[string]any{"refund": refund.Id, "amount_cents": refund.AmountCents})

	pages := []int{}
	limit := int64(2)
	query := billing.ProductsListParams{Limit: &limit}
	for hasMore := true; hasMore; {
		listed := check(client.ProductsListWithResponse(ctx, &query))
		page := must(listed.JSON200, listed.Body)
		pages = append(pages, len(page.Data))
		query.StartingAfter = &page.Data[len(page.Data)-1].Id
		hasMore = page.HasMore
	}
	show("page", map[string]any{"pages": pages})

	unknown := "XX"
	refused := check(client.CustomersCreateWithResponse(ctx, nil, billing.CustomersCreateJSONRequestBody{CountryCode: &unknown}))
	details := must(refused.JSON400, refused.Body).Error
	show("error", map[string]any{"status": refused.StatusCode(), "code": details.Code, "param": details.Param})
}
