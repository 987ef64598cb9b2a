import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { webhookRoutes } from '@prosa/shared/contracts/webhooks.ts';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { RATE_LIMITS } from './rate-limits.ts';

/** Requests of one address in five minutes; a busy attendant makes a few hundred, an office behind one address some thousands. */
const REQUESTS_PER_FIVE_MINUTES = 10_000;

/**
 * Sign-ins of one address in five minutes, right or wrong: a whole office gets in, a program that guesses is stopped
 * before anything of ours runs. What it gets through is counted by account there (S-13).
 */
const SIGN_INS_PER_FIVE_MINUTES = 100;
const WINDOW_S = 300;
/** Deliveries of one address in five minutes: a provider sends from few, and its route has the same limit for all together. */
const DELIVERIES_PER_FIVE_MINUTES = RATE_LIMITS.webhook.rate * WINDOW_S;

const visibility = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/**
 * Rules that look for hostile words in what people write and search for: a conversation may quote any of them, and the
 * product stores and shows text as text. They are counted. What is in paths, cookies and other headers is refused.
 */
const COUNTED_RULES = {
  AWSManagedRulesKnownBadInputsRuleSet: [
    'JavaDeserializationRCE_BODY',
    'JavaDeserializationRCE_QUERYSTRING',
    'Log4JRCE_BODY',
    'Log4JRCE_QUERYSTRING',
    'ReactJSRCE_BODY',
  ],
  AWSManagedRulesCommonRuleSet: [
    'CrossSiteScripting_BODY',
    'CrossSiteScripting_QUERYARGUMENTS',
    'EC2MetaDataSSRF_BODY',
    'EC2MetaDataSSRF_QUERYARGUMENTS',
    'GenericLFI_BODY',
    'GenericLFI_QUERYARGUMENTS',
    'GenericRFI_BODY',
    'GenericRFI_QUERYARGUMENTS',
    'RestrictedExtensions_QUERYARGUMENTS',
    // Forms with files are larger than the 8 kB it allows; the API has its own limits.
    'SizeRestrictions_BODY',
    // Other systems call with clients that name themselves by no header.
    'NoUserAgent_HEADER',
  ],
} as const;

/** Below a path, however that is spelled. */
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

/** Exactly as a provider calls it: what is spelled otherwise is no delivery, whatever it would be read as behind. */
const exactly = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'EXACTLY',
    searchString: path,
    textTransformations: [{ type: 'NONE', priority: 0 }],
  },
});

const webhookRows: readonly RouteShape[] = Object.values(webhookRoutes);
const [firstWebhook = '', ...otherWebhooks] = new Set(webhookRows.map(fullPathOf));
/** Deliveries of providers, which prove themselves by a signature over the very bytes that a rule would look into. */
const isWebhook: CfnWebACL.StatementProperty =
  otherWebhooks.length === 0
    ? exactly(firstWebhook)
    : { orStatement: { statements: [firstWebhook, ...otherWebhooks].map(exactly) } };
const isNoWebhook: CfnWebACL.StatementProperty = { notStatement: { statement: isWebhook } };

/** A rule group of AWS's, for all but webhooks. */
const managedRules = (name: keyof typeof COUNTED_RULES, priority: number) => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: COUNTED_RULES[name].map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      scopeDownStatement: isNoWebhook,
    },
  },
  visibilityConfig: visibility(name),
});

/** Blocks an address that calls what `scope` says more than `limit` times in five minutes. */
const rateRule = (
  name: string,
  priority: number,
  limit: number,
  scope: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
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
      scopeDownStatement: scope,
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
      rateRule('sign-in-rate', 0, SIGN_INS_PER_FIVE_MINUTES, belowPath(fullPathOf(signInRoutes.signIn))),
      rateRule('webhook-rate', 1, DELIVERIES_PER_FIVE_MINUTES, isWebhook),
      rateRule('rate', 2, REQUESTS_PER_FIVE_MINUTES, isNoWebhook),
      managedRules('AWSManagedRulesKnownBadInputsRuleSet', 3),
      managedRules('AWSManagedRulesCommonRuleSet', 4),
    ],
  });
