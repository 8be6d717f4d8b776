import { describe, expect, it } from 'vitest';
import { sampleApp, sampleResources } from '../deployment.ts';
import { type Resource, resourcesOf } from '../templates.ts';

describe('resources with data', () => {
  const STATEFUL = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret'];
  const policiesOf = (all: readonly Resource[]) =>
    Object.fromEntries(
      all
        .filter(({ type }) => STATEFUL.includes(type))
        .map(({ id, deletionPolicy, updateReplacePolicy }) => [id.replace(/[0-9A-F]{8}$/, ''), `${deletionPolicy} ${updateReplacePolicy}`]),
    );

  it('stay when their stack is deleted; if its creation fails, all but the table are deleted, whose deletion protection would stop that', () => {
    expect(policiesOf(sampleResources())).toEqual({
      Table: 'Retain Retain',
      Documents: 'RetainExceptOnCreate Retain',
      Cipher: 'RetainExceptOnCreate Retain',
      KeyPepper: 'RetainExceptOnCreate Retain',
      OperatorKey: 'RetainExceptOnCreate Retain',
      UnrelayedEventsRecords: 'RetainExceptOnCreate Retain',
    });
  });

  it('are deleted with their stack in an emulator', () => {
    const policies = Object.values(policiesOf(resourcesOf(sampleApp({ emulator: '1' }))));
    expect(policies.length).toBeGreaterThan(5);
    expect(new Set(policies)).toEqual(new Set(['Delete Delete']));
  });
});
