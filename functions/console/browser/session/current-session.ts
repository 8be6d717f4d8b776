import type * as v from 'valibot';
import { createApiClient } from '../../../../shared/pages/browser/calls.ts';
import type { ConsoleSession } from '../../api/objects.ts';

export type Session = v.InferOutput<typeof ConsoleSession>;

/** The base URL of the console's operations, `<service>/console/`; the page itself is at `<service>/console`. */
export const CONSOLE_BASE_URL = new URL('console/', location.href);

/** The API client for calls without a session, and for reading the session. */
export const publicClient = createApiClient(CONSOLE_BASE_URL, {});

/** Reads the session of the browser. Fails with 401 if there is none. */
export const fetchCurrentSession = (): Promise<Session> => publicClient.get<Session>('session');
