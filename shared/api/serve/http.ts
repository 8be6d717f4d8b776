/** Response header of an export: the token that resumes it. */
export const EXPORT_RESUME = 'Export-Resume';

/** CORS settings, applied by the API gateway and by the stream process (`functions/stream/`), which is not behind the gateway [RATE-19]. */
export const CORS = {
  allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
  exposeHeaders: [
    'Request-Id',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'Idempotent-Replayed',
    'Link',
    EXPORT_RESUME,
  ],
  maxAgeSeconds: 3600,
} as const;

/** Headers of every response. */
export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
} as const;

/** Path of the load balancer's health check of the stream process. */
export const HEALTH_PATH = '/health';
