import { fullPathOf } from '@prosa/shared/contracts/route.ts';
import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Requests of one address in five minutes; a busy attendant makes a few hundred, an office behind one address some thousands. */
const REQUESTS_PER_FIVE_MINUTES = 10_000;

/**
 * Sign-ins of one address in five minutes, right or wrong: a whole office gets in, a program that guesses is stopped
 * before anything of ours runs. What it gets through is counted by account there (S-13).
 */
const SIGN_INS_PER_FIVE_MINUTES = 100;
const WINDOW_S = 300;

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

const belowPath = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map((type, priority) => ({
      type,
      priority,
    })),
  },
});

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

/** Blocks an address that calls more than `limit` times in five minutes, below a path however that is spelled. */
const rateRule = (name: string, priority: number, limit: number, path?: string): CfnWebACL.RuleProperty => ({
  name,
  priority,
  // As the API refuses what is too much, so that a screen can say so.
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        responseHeaders: [{ name: 'retry-after', value: String(WINDOW_S) }],
      },
    },
  },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      limit,
      evaluationWindowSec: WINDOW_S,
      ...(path === undefined ? {} : { scopeDownStatement: belowPath(path) }),
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
      rateRule('sign-in-rate', 0, SIGN_INS_PER_FIVE_MINUTES, fullPathOf(signInRoutes.signIn)),
      rateRule('rate', 1, REQUESTS_PER_FIVE_MINUTES),
      managedRules('AWSManagedRulesKnownBadInputsRuleSet', 2),
      managedRules('AWSManagedRulesCommonRuleSet', 3, COUNTED_CORE_RULES),
    ],
  });
