import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { propertyAt as at, listAt } from './support/property-at.ts';
import { ROOT } from './support/source-files.ts';
import {
  flat,
  INSTALLATION,
  installationWith,
  type Resource,
  synthesize,
  type Template,
  templatesOf,
} from './support/templates.ts';

/** The templates for different configurations of an installation; the defaults are tested in `aws-templates`. */
const ACCOUNT = '123456789012';
const ALARM_EMAIL = 'alarms@example.com';

const withAccount = (account: string): void => {
  vi.stubEnv('CDK_DEFAULT_ACCOUNT', account === '' ? undefined : account);
};
afterEach(() => {
  vi.unstubAllEnvs();
});

const resourcesIn = (templates: ReadonlyMap<string, Template>) =>
  [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).map(([id, resource]) => ({ stack, id, ...resource })),
  );

describe('S-63 synthesis without missing context, without calls to AWS, and with five stacks', () => {
  const VARIANTS = ['', ACCOUNT].flatMap((account) =>
    ['sa-east-1', 'us-east-1'].flatMap((region) =>
      ['', ALARM_EMAIL].map((alarmEmail) => ({ account, region, alarmEmail })),
    ),
  );
  /** Half of them, with every pair of two settings. */
  const PAIRS = VARIANTS.filter(
    ({ account, region, alarmEmail }) =>
      [account !== '', region === 'us-east-1', alarmEmail !== ''].filter(Boolean).length % 2 === 0,
  );

  it.each(isWhole ? VARIANTS : PAIRS)(
    'works with account "$account" in $region, alarms to "$alarmEmail"',
    async (variant) => {
      const { account, region, alarmEmail } = variant;
      withAccount(account);
      const installation = await installationWith({ region, alarmEmail });
      expect(installation.missing).toEqual([]);
      const regions = installation.stacks.map((stack) => [stack.stackName, stack.region]);
      expect(Object.fromEntries(regions)).toEqual({
        'prosa-data': region,
        'prosa-api': region,
        'prosa-workers': region,
        'prosa-sessions': region,
        'prosa-web': 'us-east-1',
      });
      const all = resourcesIn(templatesOf(installation));
      const told = all.filter(({ Type }) => Type === 'AWS::SNS::Subscription');
      expect(told.map(({ Properties }) => [Properties.Protocol, Properties.Endpoint])).toEqual(
        alarmEmail === '' ? [] : [['email', alarmEmail]],
      );
      // CloudFront reads its secrets in its own region: a replica of each, or the secret itself.
      const copied = all.filter(({ Properties }) => listAt(Properties, 'ReplicaRegions').length > 0);
      expect(copied).toHaveLength(region === 'us-east-1' ? 0 : 2);
    },
  );

  it.each(['Prosa', 'p', '-prosa', 'prosa_2', 'a-name-of-more-than-twenty'])(
    'rejects the installation name "%s"',
    async (installation) => {
      await expect(synthesize({ context: { installation } })).rejects.toThrow(
        `installation "${installation}"`,
      );
    },
  );
});

describe('reserved concurrency of the account', () => {
  const reservedWith = async (context: Record<string, string>): Promise<string[]> =>
    resourcesIn(templatesOf(await installationWith(context)))
      .filter(({ Properties }) => Properties?.ReservedConcurrentExecutions !== undefined)
      .map(
        ({ id, Properties }) =>
          `${id.replace(/[0-9A-F]{8}$/, '')} ${Properties.ReservedConcurrentExecutions}`,
      )
      .sort();

  it('S-11 is set for the authorizer, webhooks, the live channel and signing in, in proportion to the account', async () => {
    expect(await reservedWith({})).toEqual([
      'HttpsigninFunction 20',
      'HttpwebhooksFunction 100',
      'LivewsconnectFunction 100',
      'originguardFunction 50',
    ]);
    expect(await reservedWith({ accountConcurrency: '500' })).toEqual([
      'HttpsigninFunction 10',
      'HttpwebhooksFunction 50',
      'LivewsconnectFunction 50',
      'originguardFunction 25',
    ]);
  });

  it.each(['10', '499', 'yes'])(
    'an account with %s concurrent executions is refused',
    async (accountConcurrency) => {
      await expect(synthesize({ context: { accountConcurrency } })).rejects.toThrow(/^accountConcurrency: /);
    },
  );
});

/** Names that only have to be unique within another resource, which has a name or an id of its own. */
const NAMES_WITHIN = [
  /^AWS::DynamoDB::GlobalTable .*(AttributeName|IndexName)$/,
  /^AWS::CloudWatch::Alarm (MetricName|Dimensions\.\d+\.Name)$/,
  /^AWS::Logs::MetricFilter .*MetricName$/,
  /^AWS::IAM::(Role|Policy) .*PolicyName$/,
  /^AWS::ApiGateway(V2)?::(Api|Stage|Authorizer|Deployment|UsagePlan|ApiMapping) (Name|StageName|Stage)$/,
  /^AWS::ApiGateway::Account /,
  /^AWS::WAFv2::WebACL (Rules\.\d+\.|VisibilityConfig\.)/,
  /^AWS::ECS::TaskDefinition (Volumes|ContainerDefinitions)\./,
  /^AWS::ECS::Service .*ContainerName$/,
  /^AWS::CloudFront::Distribution .*HeaderName$/,
  /^AWS::EC2::VPCEndpoint ServiceName$/,
  /^Custom::|^AWS::Lambda::Function (Environment|Code)\./,
];

/**
 * Returns every property that names a resource, as `type path` to its value. References to names that CloudFormation
 * generates do not count.
 */
const namesOf = (templates: ReadonlyMap<string, Template>): Map<string, string> => {
  const names = new Map<string, string>();
  const walk = (type: string, id: string, path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      const isName = /(^|\.)(\w*Name|\w*Namespace)$/.test(path) && typeof value === 'string';
      if (isName && !NAMES_WITHIN.some((within) => within.test(`${type} ${path}`)))
        names.set(`${type} ${id} ${path}`, value);
      return;
    }
    if ('Ref' in value || 'Fn::GetAtt' in value || 'Fn::ImportValue' in value) return;
    for (const [key, inner] of Object.entries(value))
      walk(type, id, path === '' ? key : `${path}.${key}`, inner);
  };
  for (const { stack, id, Type, Properties } of resourcesIn(templates))
    walk(Type, `${stack.split('-').at(-1)}.${id}`, '', Properties ?? {});
  return names;
};

describe('several installations in one account', () => {
  let first = new Map<string, Template>();
  let second = new Map<string, Template>();
  beforeAll(async () => {
    withAccount(ACCOUNT);
    const settings = { region: 'sa-east-1', alarmEmail: ALARM_EMAIL };
    first = templatesOf(await installationWith(settings));
    const other = { ...settings, installation: 'second', domainName: 'second.example.com' };
    second = templatesOf(await installationWith(other));
    vi.unstubAllEnvs();
  });

  it('have no name in common', () => {
    const names = namesOf(first);
    const others = namesOf(second);
    expect([...others.keys()]).toEqual([...names.keys()]);
    // The important names are included: secrets, bucket, functions that are found by name, policies of CloudFront.
    const values = [...names.values()];
    for (const name of [
      'prosa/signing',
      `prosa-media-${ACCOUNT}-sa-east-1`,
      'prosa-live',
      'prosa-web-appheaders',
    ])
      expect(values).toContain(name);
    const equal = [...names].filter(([path, name]) => others.get(path) === name && !name.startsWith('AWS/'));
    expect(equal).toEqual([]);
    expect([...second.keys()].filter((stack) => first.has(stack))).toEqual([]);
  });

  it('do not mention each other’s names', () => {
    for (const [stack, template] of second)
      expect(
        [...JSON.stringify(template).matchAll(/.{30}(?<!x-)prosa(?!:installation).{30}/g)],
        stack,
      ).toEqual([]);
  });

  it('tag all their resources, also those that remain after removal', () => {
    const tagsOf = ({ Properties }: Resource): string =>
      JSON.stringify([
        Properties.Tags,
        Properties.HostedZoneTags,
        Properties.FileSystemTags,
        Properties.Replicas,
      ]);
    const kept = resourcesIn(second).filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete');
    const untagged = kept.filter(
      (resource) => !/prosa:installation[^}]*second|second[^}]*prosa:installation/.test(tagsOf(resource)),
    );
    // A setting of the account, not of an installation.
    expect(untagged.map(({ Type }) => Type)).toEqual(['AWS::ApiGateway::Account']);
  });
});

/** The command that deletes each retained resource, as in the README. */
const REMOVED_BY: Record<string, string> = {
  'AWS::KMS::Key': 'aws kms schedule-key-deletion',
  'AWS::DynamoDB::GlobalTable': 'aws dynamodb delete-table',
  'AWS::S3::Bucket': 'aws s3api delete-bucket',
  'AWS::SecretsManager::Secret': 'aws secretsmanager delete-secret',
  'AWS::EFS::FileSystem': 'aws efs delete-file-system',
  'AWS::ApiGateway::Account': 'aws apigateway update-account',
  'AWS::IAM::Role': 'aws iam delete-role',
};

/** Returns all resources that are created before a resource, by its references and its `DependsOn`. */
const before = ({ Resources }: Template, id: string): Set<string> => {
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { Properties, DependsOn } = Resources[from] ?? {};
    for (const to of namedIn([Properties, DependsOn])) {
      if (to === id || found.has(to) || Resources[to] === undefined) continue;
      found.add(to);
      visit(to);
    }
  };
  visit(id);
  return found;
};

/** Returns all texts in a value. References, and parts of them, are among these. */
const namedIn = (value: unknown): string[] => {
  if (typeof value === 'string')
    return value.includes('.') ? [value, value.slice(0, value.indexOf('.'))] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namedIn) : [];
};

describe('a retry after a failed first deployment', () => {
  const templates = templatesOf(INSTALLATION);
  const all = resourcesIn(templates);
  const templateOf = (stack: string): Template => {
    const template = templates.get(stack);
    if (template === undefined) throw new Error(`no stack ${stack}`);
    return template;
  };

  it('keeps resources with data, but not resources that were just created', () => {
    const policies = all.map(
      ({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy} ${UpdateReplacePolicy}`,
    );
    expect(new Set(policies)).toEqual(
      new Set(['undefined undefined', 'Delete Delete', 'RetainExceptOnCreate Retain']),
    );
    const kept = all.filter(({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate');
    expect(new Set(kept.map(({ Type }) => Type))).toEqual(new Set(Object.keys(REMOVED_BY)));
    const [, removal = ''] = readFileSync(join(ROOT, 'infra/aws/README.md'), 'utf8').split('\n## Remove\n');
    for (const command of Object.values(REMOVED_BY)) expect(removal.split('\n## ')[0]).toContain(command);
  });

  it('creates the table last, because it is protected from deletion, also when a failed stack is removed', () => {
    const data = templateOf('prosa-data');
    const [table, ...others] = Object.keys(data.Resources).toSorted(
      (a, b) => Number(b.startsWith('Table')) - Number(a.startsWith('Table')),
    );
    expect(data.Resources[table ?? '']?.Type).toBe('AWS::DynamoDB::GlobalTable');
    expect([...before(data, table ?? '')].sort()).toEqual(others.sort());
  });

  it('creates replicated secrets when only the table can still fail, because they may outlive a failed stack', () => {
    const data = templateOf('prosa-data');
    const [secret, ...others] = Object.keys(data.Resources).filter(
      (id) => listAt(data.Resources[id]?.Properties, 'ReplicaRegions').length > 0,
    );
    expect(others).toHaveLength(1);
    const there = before(data, secret ?? '');
    const later = Object.entries(data.Resources).filter(([id]) => !there.has(id) && id !== secret);
    expect(new Set(later.map(([, { Type }]) => Type))).toEqual(
      new Set(['AWS::SecretsManager::Secret', 'AWS::DynamoDB::GlobalTable']),
    );
  });

  it('empties a bucket that is deleted with its stack', () => {
    const going = all.filter(
      ({ Type, DeletionPolicy }) => Type === 'AWS::S3::Bucket' && DeletionPolicy === 'Delete',
    );
    const emptied = all
      .filter(({ Type }) => Type === 'Custom::S3AutoDeleteObjects')
      .map(({ Properties }) => flat(Properties.BucketName));
    expect(going.map(({ id }) => `<${id}>`)).toEqual(emptied);
    expect(going).toHaveLength(1);
  });

  it('starts the session host after its volume, its network access and its permissions exist', () => {
    const sessions = templateOf('prosa-sessions');
    const [service] = Object.keys(sessions.Resources).filter(
      (id) => sessions.Resources[id]?.Type === 'AWS::ECS::Service',
    );
    const there = before(sessions, service ?? '');
    const needed = Object.entries(sessions.Resources).filter(([, { Type }]) =>
      /^AWS::(EFS|EC2|IAM|Logs::LogGroup)/.test(Type),
    );
    const types = new Set(needed.map(([, { Type }]) => Type));
    for (const type of ['EFS::MountTarget', 'EFS::AccessPoint', 'EC2::Route', 'EC2::VPCGatewayAttachment'])
      expect([...types]).toContain(`AWS::${type}`);
    for (const type of ['EC2::SecurityGroupEgress', 'EC2::SecurityGroupIngress', 'IAM::Policy'])
      expect([...types]).toContain(`AWS::${type}`);
    expect(needed.filter(([id]) => !there.has(id)).map(([id]) => id)).toEqual([]);
    expect(at(sessions.Resources[service ?? ''], 'Properties.DesiredCount')).toBe(1);
  });
});
