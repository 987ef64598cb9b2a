import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Requests of one address in five minutes; a busy attendant makes a few hundred, an office behind one address some thousands. */
const REQUESTS_PER_FIVE_MINUTES = 10_000;

const visibility = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/** Rules of the core set that would refuse what people rightly send; they are counted instead. */
const COUNTED_CORE_RULES = [
  // Files and webhooks are larger than the 8 kB it allows; the API has its own limits.
  'SizeRestrictions_BODY',
  // Conversations may quote code and addresses; the app shows text as text.
  'CrossSiteScripting_BODY',
  'GenericRFI_BODY',
  'GenericLFI_BODY',
];

const managedRules = (name: string, priority: number, counted: readonly string[] = []) => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visibility(name),
});

/** The firewall in front of everything (S-64). Requests are not sampled: samples would keep headers and paths. */
export const firewall = (scope: Construct): CfnWebACL =>
  new CfnWebACL(scope, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('firewall'),
    rules: [
      {
        name: 'rate',
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            limit: REQUESTS_PER_FIVE_MINUTES,
            evaluationWindowSec: 300,
          },
        },
        visibilityConfig: visibility('rate'),
      },
      managedRules('AWSManagedRulesKnownBadInputsRuleSet', 1),
      managedRules('AWSManagedRulesCommonRuleSet', 2, COUNTED_CORE_RULES),
    ],
  });
