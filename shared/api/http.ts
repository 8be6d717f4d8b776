/** What scripts in browsers may send and read; the gateway applies it, and the sidecar, which no gateway is before [RATE-19]. */
export const CORS = {
  allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
  exposeHeaders: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After', 'Idempotent-Replayed'],
  maxAgeSeconds: 3600,
} as const;

/** On every answer: browsers use TLS alone from now on, and take a body for nothing but what it is said to be. */
export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
} as const;

/** Where the load balancer asks whether the process that streams responses is well. */
export const HEALTH_PATH = '/health';
