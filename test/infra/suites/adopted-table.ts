import { describe, expect, it } from 'vitest';
import { readTemplates } from '../../../scripts/local/prepare/template.ts';
import { configWith, sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, textOf } from '../templates.ts';

const TABLE_ARN = 'arn:aws:dynamodb:eu-west-1:111111111111:table/billing-restored';
const STREAM_ARN = `${TABLE_ARN}/stream/2026-11-26T08:00:00.000`;
const ADOPTED = { adoptedTable: STREAM_ARN };

interface DataTemplate {
  readonly Resources: Readonly<Record<string, unknown>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown; readonly Export?: unknown }>>;
}

const templatesOf = (settings: Readonly<Record<string, unknown>>) => readTemplates(sampleApp(settings).synth().directory);
const dataTemplateOf = (settings: Readonly<Record<string, unknown>>): DataTemplate => {
  const found = [...templatesOf(settings)].find(([stack]) => stack.endsWith('-data'));
  if (found === undefined) throw new Error('There is no data stack.');
  return found[1] as unknown as DataTemplate;
};

describe('a table that was restored from a backup', () => {
  const before = dataTemplateOf({});
  const after = dataTemplateOf(ADOPTED);
  const resources = resourcesOf(sampleApp(ADOPTED));

  it('is used by every function and named in the policies; the relay reads its stream', () => {
    const names = ofType(resources, 'AWS::Lambda::Function').flatMap(({ properties }) => {
      const { Variables = {} } = (properties.Environment ?? {}) as { readonly Variables?: Readonly<Record<string, unknown>> };
      return 'TABLE_NAME' in Variables ? [Variables.TABLE_NAME] : [];
    });
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names)).toEqual(new Set(['billing-restored']));
    const sources = ofType(resources, 'AWS::Lambda::EventSourceMapping').map(({ properties }) => properties.EventSourceArn);
    expect(sources).toContain(STREAM_ARN);
    const outside = [...templatesOf(ADOPTED)].filter(([stack]) => !stack.endsWith('-data'));
    expect(textOf(outside)).not.toMatch(/ImportValue":"[^"]*Table/);
    expect(textOf(outside)).toContain(TABLE_ARN);
    expect(after.Outputs['TableName']?.Value).toBe('billing-restored');
  });

  it('does not change the table that the deployment created', () => {
    expect(after.Resources).toEqual(before.Resources);
  });

  it('keeps all exports, since CloudFormation refuses to remove an export that another stack still uses', () => {
    const exportsOf = ({ Outputs }: DataTemplate) => Object.entries(Outputs).filter(([, { Export }]) => Export !== undefined);
    expect(exportsOf(before).some(([name]) => name.includes('Table'))).toBe(true);
    expect(Object.fromEntries(exportsOf(after))).toMatchObject(Object.fromEntries(exportsOf(before)));
  });

  it.each([
    ['billing-restored', /must be the ARN of a table's stream/],
    [TABLE_ARN, /must be the ARN of a table's stream/],
    [STREAM_ARN.replace('eu-west-1', 'eu-west-2'), /in the account and the region/],
    [STREAM_ARN.replace('111111111111', '222222222222'), /in the account and the region/],
  ])('is refused with the setting %s', (adoptedTable, message) => {
    expect(() => configWith({ adoptedTable, region: 'eu-west-1', account: '111111111111' })).toThrow(message);
  });
});
