import type { RequestLine } from '../../platform/log-lines.ts';
import { clock } from '../../runtime/services.ts';
import type { Operation, PathParam } from '../operation.ts';
import { type RequestState, tenantOf } from './state.ts';

/**
 * The path of a request, for the log. For requests with an API key, parameters are filled in if they have the format of an id, since other
 * texts could be personal data. For other requests the path keeps its placeholders, because the ids in the paths of pages can be
 * credentials.
 */
const loggedPath = ({ path, ...operation }: Operation, state: RequestState): string => {
  const params: Readonly<Record<string, PathParam>> = operation.params;
  return state.caller?.kind === 'api_key'
    ? path.replaceAll(/\{(\w+)\+?\}/g, (template, name: string) => {
        const value = state.params[name] ?? '';
        return params[name]?.pattern.test(value) === true ? value : template;
      })
    : path;
};

/** Builds the log line of a request. `status`: status code of the response. */
export const requestLine = (operation: Operation, state: RequestState, method: string, status: number): RequestLine => {
  const tenant = tenantOf(state);
  return {
    requestId: state.requestId,
    operation: operation.id,
    method,
    path: loggedPath(operation, state),
    key: state.caller?.kind === 'api_key' ? state.caller.id : null,
    account: tenant?.accountId ?? null,
    mode: tenant?.mode ?? null,
    status,
    errorCode: status < 400 ? null : state.errorCode,
    ms: clock.nowMs() - state.startedMs,
    ...state.capacity.usage(),
  };
};
