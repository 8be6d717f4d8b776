import type * as v from 'valibot';
import type { PortalCustomer, PortalSession } from '../../../shared/api/objects/checkout/portal.ts';
import type { PlanChangePreview } from '../../../shared/api/objects/plan-change-preview.ts';
import type { PriceSummary } from '../../../shared/api/objects/price.ts';
import type { Subscription as SubscriptionObject } from '../../../shared/api/objects/subscription.ts';

/** Objects that the portal reads from the API. */

export type Portal = v.InferOutput<typeof PortalSession>;
export type Plan = v.InferOutput<typeof PriceSummary>;
export type Preview = v.InferOutput<typeof PlanChangePreview>;
export type Customer = v.InferOutput<typeof PortalCustomer>;
export type Subscription = v.InferOutput<typeof SubscriptionObject>;
