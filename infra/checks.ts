import { type App, Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Best-practice checks over every resource; what they find and nobody explained fails the synthesis. */
export const addChecks = (app: App): void => {
  Aspects.of(app).add(new AwsSolutionsChecks({ reports: false, verbose: true }));
  Aspects.of(app).add(new ServerlessChecks({ reports: false, verbose: true }));
};
