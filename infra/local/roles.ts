import type { LocalAnswer, LocalCall, LocalRole } from '@prosa/functions/platform/aws/local-role.ts';
import type { Grants } from '@prosa/functions/platform/lambda/declare-function.ts';
import { log } from '@prosa/functions/platform/log.ts';
import { type Permission, permissionsOf } from '../permissions.ts';
import { type Need, REQUIRED_ACTIONS } from './required-actions.ts';

const json = (statusCode: number, type: string, message: string): LocalAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': type },
  body: Buffer.from(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message })),
});

/** AWS's access-denied responses, by service: the first part of the action. */
const ANSWERS: Readonly<Record<string, (message: string) => LocalAnswer>> = {
  s3: (message) => ({
    statusCode: 403,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`,
    ),
  }),
  sqs: (message) => json(403, 'AccessDeniedException', message),
  'execute-api': (message) => json(403, 'AccessDeniedException', message),
};
const answerOf = (service: string, message: string): LocalAnswer =>
  ANSWERS[service]?.(message) ?? json(400, 'AccessDeniedException', message);

interface Allowed {
  exact: Set<string>;
  /** Prefixes of object keys, by action. */
  prefixes: Map<string, string[]>;
  /** Partition keys of rows that are denied to an action. */
  denied: Map<string, RegExp[]>;
}

/** Returns a pattern that matches like IAM's `StringLike`. */
const matcher = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');

const indexed = (permissions: readonly Permission[]): Allowed => {
  const allowed: Allowed = { exact: new Set(), prefixes: new Map(), denied: new Map() };
  for (const { effect, actions, on, partitions = [] } of permissions) {
    for (const action of actions) {
      if (effect === 'deny') {
        allowed.denied.set(action, [...(allowed.denied.get(action) ?? []), ...partitions.map(matcher)]);
        continue;
      }
      for (const resource of on) {
        const name = 'name' in resource ? resource.name : '';
        if (resource.kind === 'objects')
          allowed.prefixes.set(action, [...(allowed.prefixes.get(action) ?? []), name]);
        else allowed.exact.add(`${action} ${resource.kind} ${name}`);
      }
    }
  }
  return allowed;
};

const isAllowed = (
  { exact, prefixes, denied }: Allowed,
  { action, kind, name, partitions = [] }: Need,
): boolean => {
  const kept = denied.get(action);
  if (kept?.some((pattern) => partitions.some((partition) => pattern.test(partition)))) return false;
  return kind === 'objects'
    ? prefixes.get(action)?.some((prefix) => name.startsWith(prefix)) === true
    : exact.has(`${action} ${kind} ${name}`);
};

/** Makes a role with these grants, which refuses the same calls as IAM would with a stack's role. */
export const makeRole = (name: string, grants: Grants): LocalRole => {
  const allowed = indexed(permissionsOf(grants));
  const refuse = ({ command, input }: LocalCall): LocalAnswer | undefined => {
    const needs = REQUIRED_ACTIONS[command];
    if (needs === undefined) throw new Error(`${command} is not in the table of required actions`);
    const all = needs(input);
    const missing = all.find((each) => !isAllowed(allowed, each));
    if (missing === undefined) return undefined;
    const { action, kind } = missing;
    // Logged here as well, because a program may ignore the refusal and continue.
    log.error('a call was not allowed', { metric: 'accessDenied', role: name, action, kind, command });
    return answerOf(
      all[0]?.action.split(':')[0] ?? '',
      `User: arn:aws:sts::000000000000:assumed-role/${name} is not authorized to perform: ${action} on resource: ${kind} ${missing.name} because no identity-based policy allows the ${action} action`,
    );
  };
  return { name, refuse };
};
