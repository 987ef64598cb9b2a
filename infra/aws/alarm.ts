import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

interface AlarmProps {
  metric: IMetric;
  /** One sentence: the impact on users. */
  errorImpact: string;
  alarms: ITopic;
  /** The alarm fires at or above this value; 1 when absent. */
  threshold?: number;
  /** Replaces `threshold`: the alarm fires below this value, and when no data is reported. */
  atLeast?: number;
  evaluationPeriods?: number;
}

/** Creates an alarm whose description states the impact, and which notifies the alarm topic. */
export const alarmOn = (scope: Construct, id: string, props: AlarmProps): Alarm => {
  const alarm = new Alarm(scope, id, {
    metric: props.metric,
    alarmDescription: props.errorImpact,
    evaluationPeriods: props.evaluationPeriods ?? 1,
    ...(props.atLeast === undefined
      ? {
          threshold: props.threshold ?? 1,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }
      : {
          threshold: props.atLeast,
          comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
          treatMissingData: TreatMissingData.BREACHING,
        }),
  });
  alarm.addAlarmAction(new SnsAction(props.alarms));
  return alarm;
};
