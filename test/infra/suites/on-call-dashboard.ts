import { describe, expect, it } from 'vitest';
import { METRIC_LINES } from '../../../shared/platform/log-lines.ts';
import { alarmsIn, completeResources, nameOf } from '../alarms.ts';
import { ofType, textOf } from '../templates.ts';

describe('the dashboard of the person on call', () => {
  it('names every alarm of the templates', () => {
    const [dashboard, ...others] = ofType(completeResources, 'AWS::CloudWatch::Dashboard');
    expect(others).toEqual([]);
    const body = textOf(dashboard?.properties.DashboardBody);
    const alarms = alarmsIn(completeResources);
    expect(alarms.map(nameOf)).toEqual(
      expect.arrayContaining(['NotEmpty', 'SetAside', 'NobodyServes', 'StreamMemory', 'BackupsMissing', 'EdgeErrors']),
    );
    // CloudWatch shows at most 100 alarms in one widget.
    expect(alarms.length).toBeLessThan(100);
    const unnamed = alarms.filter(({ stack, id }) => {
      if (stack === dashboard?.stack) return !body.includes(`{"Fn::GetAtt":["${id}","Arn"]}`);
      // A widget shows only alarms of its region. A Markdown text contains the names of the alarms of another region, with a link to that
      // region.
      if (stack.endsWith('edge-alarms')) return !body.includes('#alarmsV2:): `EdgeErrors`');
      const reference = new RegExp(`"${stack}:ExportsOutput(FnGetAtt|Ref)${id}(Arn)?[0-9A-F]{8}"`);
      return !reference.test(body);
    });
    expect(unnamed.map(({ stack, id }) => `${stack} ${id}`)).toEqual([]);
  });

  it('has a graph of each kind of log line that is counted as a metric, except `never_succeeded`, which only the rollback alarms use', () => {
    const body = textOf(ofType(completeResources, 'AWS::CloudWatch::Dashboard').map(({ properties }) => properties.DashboardBody));
    expect(Object.values(METRIC_LINES).filter((kind) => !body.includes(`\\"${kind}\\"`))).toEqual([METRIC_LINES.neverSucceeded]);
  });
});
