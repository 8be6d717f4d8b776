import type * as v from 'valibot';
import type { CheckoutConfirmation } from '../../../shared/api/objects/checkout-confirmation.ts';
import type { CheckoutElement } from '../../../shared/api/objects/checkout-element.ts';
import type { CheckoutPaymentMethods } from '../../../shared/api/objects/checkout-payment-methods.ts';

/** The calls that a client secret opens. */

export type Bootstrap = v.InferOutput<typeof CheckoutElement>;
export type Wallet = v.InferOutput<typeof CheckoutPaymentMethods>;
export type Confirmation = v.InferOutput<typeof CheckoutConfirmation>;

/** What was chosen to pay by. */
export interface Choice {
  readonly method: string;
  readonly country: string | null;
}

/** What the API refused, or why there is no answer of it (`no_answer`). */
export class CallError extends Error {
  readonly code: string;
  readonly param: string | null;
  readonly reason: string | null;
  readonly status: number;
  readonly retryAfterSeconds: number;

  constructor(status: number, error: Partial<Record<'code' | 'message' | 'param' | 'reason', string>>, retryAfterSeconds: number) {
    super(error.message ?? 'The service did not answer.');
    this.status = status;
    this.code = error.code ?? 'no_answer';
    this.param = error.param ?? null;
    this.reason = error.reason ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The frame lies at `<service>/element/frame`. */
const SERVICE = new URL('..', location.href);

const DEADLINE_MS = 35_000;
/** Pauses before the same call is made again that got no answer, or one that says to. */
const PAUSES_MS = [500, 1500, 4000];

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const errorOf = async (answer: Response): Promise<CallError> => {
  const { error = {} } = await answer.json().catch(() => ({}));
  return new CallError(answer.status, error, Number(answer.headers.get('retry-after') ?? 0));
};

const isTransient = ({ status, code }: CallError): boolean => status === 0 || status === 503 || code === 'operation_pending';

/** The session or one-off payment that a client secret opens. */
export const sessionIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

const isOneOff = (id: string): boolean => id.startsWith('osp_');

export const callsOf = (clientSecret: string) => {
  const id = sessionIdOf(clientSecret);
  const base = isOneOff(id) ? `v1/checkout/one_shot/${id}` : `v1/checkout/sessions/${id}`;

  const once = async <T>(path: string, init: RequestInit): Promise<T> => {
    const answer = await fetch(new URL(path, SERVICE), {
      ...init,
      headers: { authorization: `Bearer ${clientSecret}`, ...init.headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch(() => null);
    if (answer === null) throw new CallError(0, {}, 0);
    if (!answer.ok) throw await errorOf(answer);
    return answer.json();
  };

  /** One idempotency key for all tries of a call: however often it arrives, it is done once. */
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await once<T>(path, init);
      } catch (error) {
        if (!(error instanceof CallError) || !isTransient(error)) throw error;
        await pause(pauseMs);
      }
    }
    return once<T>(path, init);
  };

  const post = <T>(path: string, body: Readonly<Record<string, unknown>>): Promise<T> =>
    call<T>(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    });

  return {
    isOneOff: isOneOff(id),
    retrieve: (country: string | null) => call<Bootstrap>(`${base}/element${country === null ? '' : `?country=${country}`}`, {}),
    wallet: () => call<Wallet>('v1/checkout/payment-methods', {}),
    applyCoupon: (code: string | null) => post<Bootstrap>(`${base}/coupon`, { code }),
    confirm: (choice: Choice) => post<Confirmation>(`${base}/confirm`, { ...choice }),
  };
};

export type Calls = ReturnType<typeof callsOf>;
