import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { FIRST_EDGE_SECRET_VERSION } from '../config.ts';
import type { SharedResources } from './deployment.ts';
import { suppress } from './suppressions.ts';

/**
 * Secret that authenticates CloudFront, as JSON by version: CloudFront sends one version, the API accepts all. Do not change the generation
 * settings below: CloudFormation would replace the secret and lose versions that operators added.
 */
export class EdgeSecret extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Secret that CloudFront sends to the API, by version; the API accepts every version',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: FIRST_EDGE_SECRET_VERSION,
        passwordLength: 64,
        excludePunctuation: true,
      },
    });
    suppress(secret, [
      {
        id: 'AwsSolutions-SMG4',
        reason: 'CloudFront sends a new version only after a deployment, so an operator rotates the secret (see the README).',
      },
    ]);
    this.secret = secret;
  }
}

/** Permission to read the edge secret, for functions that answer HTTP requests. */
export const edgeStatements = ({ edgeSecretArn }: Pick<SharedResources, 'edgeSecretArn'>): readonly PolicyStatement[] =>
  edgeSecretArn === null ? [] : [new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [edgeSecretArn] })];
