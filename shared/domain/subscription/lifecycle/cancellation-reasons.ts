/** The `cancellation_reason` of a request that gives no reason. */
export const REASON_NOT_GIVEN = 'requested';

/** Reasons that customers can choose. */
export const CUSTOMER_REASONS = ['too_expensive', 'not_used', 'missing_features', 'switched_service', 'other'] as const;

export type CustomerReason = (typeof CUSTOMER_REASONS)[number];
