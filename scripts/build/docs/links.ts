import { ERROR_CATALOGUE } from '../../../shared/api/errors/errors.ts';
import { SCOPES } from '../../../shared/api/scopes.ts';
import { REASONS } from '../../../shared/domain/reasons.ts';
import type { SiteInputs } from './inputs.ts';
import type { Linking } from './markdown.ts';
import type { Group } from './openapi.ts';

/** Start of addresses inside the site, before the page's path: `docs:/guides/webhooks#verify`. The layout makes them relative. */
export const INTERNAL_PREFIX = 'docs:/';

/** Address of a page or of an anchor in it. `page`: its path below `/docs/`; `''`: the home page. */
export const internalUrl = (page: string, anchor?: string): string =>
  `${INTERNAL_PREFIX}${page}${anchor === undefined ? '' : `#${anchor}`}`;

/** Replaces parameters and ids in a path by `{}`: `/v1/customers/{customer_id}` and `/v1/customers/cus_...` become the same path. */
const shapeOf = (path: string): string => path.replace(/\?.*$/, '').replace(/\{[^}]+\}|(?<=\/)(?:[a-z]+_)?\.\.\.(?=\/|$)/g, '{}');

/** Error codes that are also a `failure_code` of payments: code spans with such a code are ambiguous and get no link. */
const AMBIGUOUS_CODES: ReadonlySet<string> = new Set(['authentication_required']);

/** Returns the address of everything that a code span can name: event types, error codes, reasons, scopes and operations. */
const addresses = ({ events }: SiteInputs, groups: readonly Group[]): ReadonlyMap<string, string> => {
  const operations = groups.flatMap((group) => group.operations);
  return new Map([
    ...operations.flatMap(({ method, path, page, anchor, operationId }): [string, string][] => [
      [`${method} ${shapeOf(path)}`, internalUrl(page, anchor)],
      ...(operationId.includes('.') ? [[operationId, internalUrl(page, anchor)] as [string, string]] : []),
    ]),
    ...SCOPES.map((scope): [string, string] => [scope, internalUrl('scopes', scope)]),
    ...REASONS.map((reason): [string, string] => [reason, internalUrl('errors', reason)]),
    ...Object.keys(ERROR_CATALOGUE)
      .filter((code) => !AMBIGUOUS_CODES.has(code))
      .map((code): [string, string] => [code, internalUrl('errors', code)]),
    ...events.map(({ type }): [string, string] => [type, internalUrl('events', type)]),
  ]);
};

/** Returns the address of a link in a guide: `null` for files outside of the guides. */
const hrefOf = (guides: ReadonlySet<string>, href: string): string | null => {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [, name = '', anchor] = /^([\w-]+)\.md(?:#(.+))?$/.exec(href) ?? [];
  if (guides.has(name)) return internalUrl(`guides/${name}`, anchor);
  // Pages of the service outside of the documentation, such as `/console`.
  return href.startsWith('/') ? href : null;
};

/** Returns how guides and descriptions link to pages of the site. */
export const linkingOf = (inputs: SiteInputs, groups: readonly Group[]): Linking => {
  const known = addresses(inputs, groups);
  const guides = new Set(inputs.guides.map(({ name }) => name));
  return {
    hrefOf: (href) => hrefOf(guides, href),
    pageOf: (code) => known.get(code) ?? (/^[A-Z]+ \//.test(code) ? (known.get(shapeOf(code)) ?? null) : null),
  };
};
