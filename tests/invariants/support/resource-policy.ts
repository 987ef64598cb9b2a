import { listAt, propertyAt } from './property-at.ts';
import { flat } from './templates.ts';

/** A call of an AWS service on a resource that has its own policy. */
export interface ServiceCall {
  /** Such as `cloudwatch.amazonaws.com`. */
  service: string;
  action: string;
  resource: string;
  /** Condition keys with the call's values, references in angle brackets. */
  context: Readonly<Record<string, string>>;
}

const texts = (value: unknown): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(flat);

const like = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const OPERATORS: Readonly<Record<string, (wanted: string, given: string) => boolean>> = {
  Bool: (wanted, given) => wanted === given,
  StringEquals: (wanted, given) => wanted === given,
  ArnLike: like,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const meets = (conditions: unknown, { context }: ServiceCall): boolean =>
  Object.entries(isRecord(conditions) ? conditions : {}).every(([operator, keys]) => {
    const compare = OPERATORS[operator];
    if (compare === undefined) throw new Error(`no rule for the condition ${operator}`);
    return Object.entries(isRecord(keys) ? keys : {}).every(([key, wanted]) => {
      const given = context[key];
      return given !== undefined && texts(wanted).some((each) => compare(each, given));
    });
  });

const speaksOf = (statement: unknown, call: ServiceCall): boolean => {
  const principal = propertyAt(statement, 'Principal');
  const named = principal === '*' ? ['*'] : [principal].flatMap((each) => texts(propertyAt(each, 'Service')));
  const everybody = principal === '*' || texts(propertyAt(principal, 'AWS')).includes('*');
  return (
    (everybody || named.includes(call.service)) &&
    texts(propertyAt(statement, 'Action')).some((action) => like(action, call.action)) &&
    texts(propertyAt(statement, 'Resource')).some((resource) => like(resource, call.resource)) &&
    meets(propertyAt(statement, 'Condition'), call)
  );
};

/**
 * Whether a resource's policy allows a service's call, as IAM evaluates it: a statement allows the call, and none
 * denies it.
 */
export const letsIn = (policy: unknown, call: ServiceCall): boolean => {
  const applies = listAt(policy, 'Statement').filter((statement) => speaksOf(statement, call));
  const effects = applies.map((statement) => propertyAt(statement, 'Effect'));
  return effects.includes('Allow') && !effects.includes('Deny');
};
