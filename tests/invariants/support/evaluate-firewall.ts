import { listAt, propertyAt } from './property-at.ts';
import { flat } from './templates.ts';

/** A request as it reaches the edge. */
export interface EdgeCall {
  /** Path as the caller wrote it. */
  path: string;
  query?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** Number of calls in this window that a rate rule counts together. */
  calls?: number;
}

type Rule = (call: EdgeCall) => boolean;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded; rules read the text unchanged.
    return text;
  }
};
const inBody =
  (pattern: RegExp): Rule =>
  ({ body = '' }) =>
    pattern.test(body);
const inQuery =
  (pattern: RegExp): Rule =>
  ({ query = '' }) =>
    pattern.test(decoded(query));
const inPath =
  (pattern: RegExp): Rule =>
  ({ path }) =>
    pattern.test(decoded(path));
const inHeader =
  (pattern: RegExp, name?: string): Rule =>
  ({ headers = {} }) =>
    Object.entries(headers).some(([each, value]) => (name ?? each) === each && pattern.test(value));

const XSS = /<script|javascript:|onerror\s*=|<iframe/i;
const LFI = /\.\.[\\/]/;
const RFI = /:\/\/\d{1,3}(\.\d{1,3}){3}/;
const EXTENSION = /\.(log|ini|conf|bak|sql|cfg)\b/i;
const METADATA = /169\.254\.169\.254/;
const LOG4J = /\$\{jndi:/i;
const JAVA = /java\.lang\.Runtime|rO0AB/;
const REACT = /\$1:__proto__|_response/;

/**
 * The rules of AWS's managed groups, as its developer guide lists them, with a pattern for each. AWS does not publish
 * its patterns: these match the plainest case of each kind.
 */
export const MANAGED_RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  AWSManagedRulesCommonRuleSet: {
    NoUserAgent_HEADER: ({ headers = {} }) => headers['user-agent'] === undefined,
    UserAgent_BadBots_HEADER: inHeader(/nessus|nmap/i, 'user-agent'),
    SizeRestrictions_QUERYSTRING: ({ query = '' }) => query.length > 2_048,
    SizeRestrictions_Cookie_HEADER: ({ headers = {} }) => (headers.cookie ?? '').length > 10_240,
    SizeRestrictions_BODY: ({ body = '' }) => Buffer.byteLength(body) > 8_192,
    SizeRestrictions_URIPATH: ({ path }) => path.length > 1_024,
    EC2MetaDataSSRF_BODY: inBody(METADATA),
    EC2MetaDataSSRF_COOKIE: inHeader(METADATA, 'cookie'),
    EC2MetaDataSSRF_URIPATH: inPath(METADATA),
    EC2MetaDataSSRF_QUERYARGUMENTS: inQuery(METADATA),
    GenericLFI_QUERYARGUMENTS: inQuery(LFI),
    GenericLFI_URIPATH: inPath(LFI),
    GenericLFI_BODY: inBody(LFI),
    RestrictedExtensions_URIPATH: inPath(EXTENSION),
    RestrictedExtensions_QUERYARGUMENTS: inQuery(EXTENSION),
    GenericRFI_QUERYARGUMENTS: inQuery(RFI),
    GenericRFI_BODY: inBody(RFI),
    GenericRFI_URIPATH: inPath(RFI),
    CrossSiteScripting_COOKIE: inHeader(XSS, 'cookie'),
    CrossSiteScripting_QUERYARGUMENTS: inQuery(XSS),
    CrossSiteScripting_BODY: inBody(XSS),
    CrossSiteScripting_URIPATH: inPath(XSS),
  },
  AWSManagedRulesKnownBadInputsRuleSet: {
    JavaDeserializationRCE_HEADER: inHeader(JAVA),
    JavaDeserializationRCE_BODY: inBody(JAVA),
    JavaDeserializationRCE_URIPATH: inPath(JAVA),
    JavaDeserializationRCE_QUERYSTRING: inQuery(JAVA),
    Host_localhost_HEADER: inHeader(/^localhost/, 'host'),
    PROPFIND_METHOD: () => false,
    ExploitablePaths_URIPATH: inPath(/\/web-inf|\.env$/i),
    Log4JRCE_HEADER: inHeader(LOG4J),
    Log4JRCE_QUERYSTRING: inQuery(LOG4J),
    Log4JRCE_BODY: inBody(LOG4J),
    Log4JRCE_URIPATH: inPath(LOG4J),
    ReactJSRCE_BODY: inBody(REACT),
  },
  // Inspects bodies for SQL. Not deployed, and here so that a test can deploy it.
  AWSManagedRulesSQLiRuleSet: {
    SQLi_BODY: inBody(/'\s*or\s+1\s*=\s*1/i),
    SQLi_QUERYARGUMENTS: inQuery(/'\s*or\s+1\s*=\s*1/i),
  },
};

const TRANSFORMATIONS: Readonly<Record<string, (text: string) => string>> = {
  NONE: (text) => text,
  URL_DECODE: decoded,
  NORMALIZE_PATH: (text) => new URL(text.replace(/\/+/g, '/'), 'http://edge').pathname,
  LOWERCASE: (text) => text.toLowerCase(),
};
const POSITIONS: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  EXACTLY: (text, wanted) => text === wanted,
  STARTS_WITH: (text, wanted) => text.startsWith(wanted),
};

const known = <T>(all: Readonly<Record<string, T>>, name: unknown): T => {
  const found = all[flat(name)];
  if (found === undefined) throw new Error(`nothing known of ${flat(name)}`);
  return found;
};

const byteMatch = (match: unknown, { path }: EdgeCall): boolean => {
  if (propertyAt(match, 'FieldToMatch.UriPath') === undefined) throw new Error('only paths are matched');
  const text = listAt(match, 'TextTransformations')
    .toSorted((a, b) => Number(propertyAt(a, 'Priority')) - Number(propertyAt(b, 'Priority')))
    .reduce<string>((made, each) => known(TRANSFORMATIONS, propertyAt(each, 'Type'))(made), path);
  return known(POSITIONS, propertyAt(match, 'PositionalConstraint'))(
    text,
    flat(propertyAt(match, 'SearchString')),
  );
};

/** Whether a statement without its own action applies to a call. */
const isAbout = (statement: unknown, call: EdgeCall): boolean => {
  const match = propertyAt(statement, 'ByteMatchStatement');
  if (match !== undefined) return byteMatch(match, call);
  const not = propertyAt(statement, 'NotStatement.Statement');
  if (not !== undefined) return !isAbout(not, call);
  const some = listAt(statement, 'OrStatement.Statements');
  if (some.length > 0) return some.some((each) => isAbout(each, call));
  throw new Error(`no rule for ${JSON.stringify(statement)}`);
};

const isInScope = (statement: unknown, call: EdgeCall): boolean => {
  const scope = propertyAt(statement, 'ScopeDownStatement');
  return scope === undefined || isAbout(scope, call);
};

/** Returns the rules of a managed group that are overridden to count. */
export const countedIn = (group: unknown): string[] =>
  listAt(group, 'RuleActionOverrides').map((each) => {
    if (propertyAt(each, 'ActionToUse.Count') === undefined) throw new Error('an override that is no count');
    return flat(propertyAt(each, 'Name'));
  });

/** Returns the rule by which a firewall of the template refuses a call; undefined if it passes. */
export const refusedBy = (rules: readonly unknown[], call: EdgeCall): string | undefined => {
  const inOrder = rules.toSorted(
    (a, b) => Number(propertyAt(a, 'Priority')) - Number(propertyAt(b, 'Priority')),
  );
  for (const rule of inOrder) {
    const rate = propertyAt(rule, 'Statement.RateBasedStatement');
    if (rate !== undefined) {
      const isTooMany = (call.calls ?? 0) > Number(propertyAt(rate, 'Limit'));
      if (isTooMany && isInScope(rate, call)) return flat(propertyAt(rule, 'Name'));
      continue;
    }
    const group = propertyAt(rule, 'Statement.ManagedRuleGroupStatement');
    if (group === undefined) throw new Error(`no rule for ${JSON.stringify(rule)}`);
    if (!isInScope(group, call)) continue;
    const counted = new Set(countedIn(group));
    const found = Object.entries(known(MANAGED_RULES, propertyAt(group, 'Name'))).find(
      ([name, finds]) => !counted.has(name) && finds(call),
    );
    if (found !== undefined) return found[0];
  }
  return undefined;
};
