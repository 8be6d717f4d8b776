import { isObject, numberOrUndefined, text } from '../../local/files.ts';
import { renderResources } from '../pages/rendered.ts';
import { costSettingsOf, type TemplateResource } from './at-rest.ts';
import type { CostSettings } from './usage-lines.ts';

/** A rendered deployment. */
export interface RenderedDeployment {
  readonly resources: readonly TemplateResource[];
  readonly facts: CostSettings;
}

const PRODUCTION = {
  BILLING_STAGE: 'production',
  BILLING_ACCOUNT: '111111111111',
  BILLING_REGION: 'us-east-1',
  BILLING_PUBLIC_BASE_URL: 'https://billing.example.com',
  BILLING_DOMAIN_NAME: '',
  BILLING_ALARM_EMAIL: 'on-call@example.com',
  BILLING_MAIL_SENDER: 'billing@example.com',
  BILLING_EDGE: 'off',
  BILLING_STREAM: 'off',
};
const EDGE = { ...PRODUCTION, BILLING_EDGE: 'on' };
const STREAM = { ...EDGE, BILLING_STREAM: 'on' };

/**
 * Deployments whose costs are computed. Each has complete settings. A name with `+` mentions only the difference from a deployment above.
 */
export const DEPLOYMENTS = {
  dev: {},
  production: PRODUCTION,
  '+ edge': EDGE,
  '+ stream, streamEndpoints off': { ...STREAM, BILLING_STREAM_ENDPOINTS: 'off' },
  '+ stream, streamEndpoints on': STREAM,
  '+ backupRegion': { ...STREAM, BILLING_BACKUP_REGION: 'eu-west-1' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** Renders the templates of these settings and reads their resources. */
const renderDeployment = async (variables: Readonly<Record<string, string>>): Promise<RenderedDeployment> => {
  const declared = (await renderResources(variables)).map(([, resource]) => resource);
  const resources = declared.map(({ Type, Properties }) => ({ type: text(Type) ?? '', properties: recordOf(Properties) }));
  const functions = declared.flatMap(({ Metadata, Properties }) => {
    const functionId = text(recordOf(Metadata)['billing:function']);
    const memoryMegabytes = numberOrUndefined(recordOf(Properties)['MemorySize']);
    return functionId === undefined || memoryMegabytes === undefined ? [] : [{ functionId, memoryMegabytes }];
  });
  return { resources, facts: costSettingsOf(functions, resources) };
};

/** Renders deployments one after the other, by name. */
export const renderDeployments = async <Name extends string>(
  deployments: Readonly<Record<Name, Readonly<Record<string, string>>>>,
): Promise<Readonly<Record<Name, RenderedDeployment>>> => {
  const rendered: [string, RenderedDeployment][] = [];
  for (const [name, variables] of Object.entries<Readonly<Record<string, string>>>(deployments))
    rendered.push([name, await renderDeployment(variables)]);
  return Object.fromEntries(rendered) as Record<Name, RenderedDeployment>;
};
