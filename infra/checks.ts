import { type App, Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Adds best-practice checks of every resource; a finding without a suppression fails the synthesis. */
export const addChecks = (app: App): void => {
  Aspects.of(app).add(new AwsSolutionsChecks({ reports: false, verbose: true }));
  Aspects.of(app).add(new ServerlessChecks({ reports: false, verbose: true }));
};
