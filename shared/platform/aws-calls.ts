/**
 * Time limits of a call to AWS, in milliseconds. Without them, a call whose connection breaks waits until its function times out.
 * `connectionTimeout` includes the wait for a free socket; `socketTimeout` counts time without a byte on a connection. The SDK retries a
 * call that exceeds them.
 */
export const AWS_CALL_TIMEOUTS = { connectionTimeout: 5000, socketTimeout: 10_000 } as const;
