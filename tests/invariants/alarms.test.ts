import { describe, expect, it } from 'vitest';
import { listAt, propertyAt } from './support/property-at.ts';
import { letsIn } from './support/resource-policy.ts';
import { flat, resourcesOf, type StackName, templateOf } from './support/templates.ts';

const STACKS: StackName[] = ['prosa-data', 'prosa-api', 'prosa-workers', 'prosa-sessions', 'prosa-web'];
const CLOUDWATCH = 'cloudwatch.amazonaws.com';
const ALARM_ARN = 'arn:<AWS::Partition>:cloudwatch:sa-east-1:<AWS::AccountId>:alarm:any';

/** Exported values, by the name under which other stacks import them. */
const exported = new Map(
  STACKS.flatMap((stack) =>
    Object.values(templateOf(stack).Outputs ?? {}).map(({ Value, Export }) => [flat(Export?.Name), Value]),
  ),
);
const resolved = (value: unknown): string => {
  const imported = propertyAt(value, 'Fn::ImportValue');
  return flat(imported === undefined ? value : exported.get(flat(imported)));
};

const topics = resourcesOf('prosa-data', 'AWS::SNS::Topic');
const policies = resourcesOf('prosa-data', 'AWS::SNS::TopicPolicy');
const keys = resourcesOf('prosa-data', 'AWS::KMS::Key');
const actions = STACKS.flatMap((stack) =>
  resourcesOf(stack, 'AWS::CloudWatch::Alarm').map(({ id, Properties }) => ({
    id: `${stack} ${id}`,
    told: listAt(Properties, 'AlarmActions').map(resolved),
  })),
);

/** Returns whether CloudWatch may publish to a topic, by the topic's policy and the policy of its encryption key. */
const reach = (topicRef: string): { publishes: boolean; encrypts: boolean; decrypts: boolean } => {
  const topic = topics.find(({ id }) => `<${id}>` === topicRef);
  const policy = policies.find(({ Properties }) => listAt(Properties, 'Topics').map(flat).includes(topicRef));
  const key = keys.find(({ id }) => `<${id}.Arn>` === flat(topic?.Properties.KmsMasterKeyId));
  const context = {
    'aws:SecureTransport': 'true',
    'aws:SourceArn': ALARM_ARN,
    'aws:SourceAccount': '<AWS::AccountId>',
  };
  const call = { service: CLOUDWATCH, context };
  const uses = (action: string) =>
    letsIn(key?.Properties.KeyPolicy, { ...call, action, resource: '<this key>' });
  return {
    publishes: letsIn(policy?.Properties.PolicyDocument, {
      ...call,
      action: 'sns:Publish',
      resource: topicRef,
    }),
    encrypts: uses('kms:GenerateDataKey'),
    decrypts: uses('kms:Decrypt'),
  };
};

describe('every alarm', () => {
  it('notifies one topic, which CloudWatch may publish to and whose key it may use', () => {
    expect(actions.length).toBeGreaterThan(40);
    expect(actions.filter(({ told }) => told.length !== 1)).toEqual([]);
    const reached = new Map(
      [...new Set(actions.flatMap(({ told }) => told))].map((ref) => [ref, reach(ref)]),
    );
    expect([...reached.values()]).toEqual([{ publishes: true, encrypts: true, decrypts: true }]);
  });

  it('can only be published over TLS, and only from this account', () => {
    const [topic] = topics;
    const [policy] = policies;
    const call = { service: CLOUDWATCH, action: 'sns:Publish', resource: `<${topic?.id}>` };
    const own = { 'aws:SourceArn': ALARM_ARN, 'aws:SourceAccount': '<AWS::AccountId>' };
    const may = (context: Record<string, string>) =>
      letsIn(policy?.Properties.PolicyDocument, { ...call, context });
    expect(may({ ...own, 'aws:SecureTransport': 'true' })).toBe(true);
    expect(may({ ...own, 'aws:SecureTransport': 'false' })).toBe(false);
    expect(
      may({
        'aws:SecureTransport': 'true',
        'aws:SourceAccount': '999999999999',
        'aws:SourceArn': ALARM_ARN.replace('<AWS::AccountId>', '999999999999'),
      }),
    ).toBe(false);
  });
});
