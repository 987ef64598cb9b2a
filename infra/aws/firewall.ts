import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { webhookRoutes } from '@prosa/shared/contracts/webhooks.ts';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { RATE_LIMITS } from './rate-limits.ts';

/**
 * Limit of requests per address in five minutes. A busy attendant makes a few hundred; an office behind one address
 * makes some thousands.
 */
const REQUESTS_PER_FIVE_MINUTES = 10_000;

/**
 * Limit of sign-in attempts per address in five minutes, successful or not. A whole office can sign in; a brute-force
 * program is stopped before any of our code runs. Attempts that pass are counted per account in the API (S-13).
 */
const SIGN_INS_PER_FIVE_MINUTES = 100;
const WINDOW_S = 300;
/**
 * Limit of webhook deliveries per address in five minutes. A provider sends from few addresses, and its route has the
 * same limit for all addresses together.
 */
const DELIVERIES_PER_FIVE_MINUTES = RATE_LIMITS.webhook.rate * WINDOW_S;

const visibility = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/**
 * Rules that look for attack patterns in texts that users write and search for. They only count, because a
 * conversation may quote any pattern and the product stores and shows text as text. Patterns in paths, cookies and
 * other headers are refused.
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
    // Forms with files exceed the rule's 8 kB; the API has its own limits.
    'SizeRestrictions_BODY',
    // Clients of external systems may send no User-Agent header.
    'NoUserAgent_HEADER',
  ],
} as const;

/** Matches paths below a prefix, in any spelling. */
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

/**
 * Matches a path exactly as a provider calls it. Another spelling is not a delivery, even if the server behind would
 * normalise it to the same path.
 */
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
/**
 * Matches webhook deliveries. Providers authenticate with a signature over the same bytes that a rule would inspect.
 */
const isWebhook: CfnWebACL.StatementProperty =
  otherWebhooks.length === 0
    ? exactly(firstWebhook)
    : { orStatement: { statements: [firstWebhook, ...otherWebhooks].map(exactly) } };
const isNoWebhook: CfnWebACL.StatementProperty = { notStatement: { statement: isWebhook } };

/** Returns a managed rule group of AWS, applied to everything but webhooks. */
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

/** Returns a rule that blocks an address after more than `limit` requests matching `scope` in five minutes. */
const rateRule = (
  name: string,
  priority: number,
  limit: number,
  scope: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  // The same response as the API's rate limit, so that a screen can show it.
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

/**
 * Creates the firewall in front of everything (S-64). Requests are not sampled, because samples would store headers
 * and paths.
 */
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
