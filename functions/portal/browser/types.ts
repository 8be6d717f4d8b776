import type * as v from 'valibot';
import type { PortalCustomer, PortalPlans, PortalSession } from '../../../shared/api/objects/checkout/portal.ts';
import type { PlanChangePreview } from '../../../shared/api/objects/plan-change-preview.ts';
import type { Subscription as SubscriptionObject } from '../../../shared/api/objects/subscription.ts';

/** Objects that the portal reads from the API. */

export type Portal = v.InferOutput<typeof PortalSession>;
/** A plan that the customer can change to. */
export type Plan = v.InferOutput<typeof PortalPlans>['data'][number];
export type Preview = v.InferOutput<typeof PlanChangePreview>;
export type Customer = v.InferOutput<typeof PortalCustomer>;
export type Subscription = v.InferOutput<typeof SubscriptionObject>;
