import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { costOf, costTables } from '@prosa/infra/aws/costs/cost-tables.ts';
import { countResources } from '@prosa/infra/aws/costs/count-resources.ts';
import { PRICES, UNKNOWN_FACTOR } from '@prosa/infra/aws/costs/prices.ts';
import { readmeWithCosts } from '@prosa/infra/aws/costs/readme.ts';
import { idleLines, messageLines, RECEIVED_TEXT, SENT_TEXT } from '@prosa/infra/aws/costs/units.ts';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/source-files.ts';
import { INSTALLATION, templatesOf } from './support/templates.ts';

const templates = templatesOf(INSTALLATION);
const counted = countResources(templates.values());
const readme = readFileSync(join(ROOT, 'infra/aws/README.md'), 'utf8');

/** Prices billed for each type of resource. The other types cost nothing themselves, or the services they call do. */
const BILLED: Record<string, (keyof typeof PRICES)[]> = {
  'AWS::ApiGateway::RestApi': ['restCalls'],
  'AWS::ApiGatewayV2::Api': ['httpCalls', 'socketMessages', 'socketMinutes'],
  'AWS::CloudFront::Distribution': ['edgeCalls', 'edgeTraffic'],
  'AWS::CloudFront::Function': ['edgeFunctions'],
  'AWS::CloudWatch::Alarm': ['alarm'],
  'AWS::DynamoDB::GlobalTable': ['tableWrites', 'tableReads', 'tableStorage', 'tableBackup'],
  'AWS::ECS::Service': ['hostCpu', 'hostMemory', 'address', 'registry', 'traffic'],
  'AWS::EFS::FileSystem': ['fileSystem'],
  'AWS::KMS::Key': ['key'],
  'AWS::Lambda::Function': ['functionCalls', 'functionTime', 'traces'],
  'AWS::Logs::LogGroup': ['logs', 'logStorage'],
  'AWS::Route53::RecordSet': ['zone'],
  'AWS::S3::Bucket': ['fileStorage'],
  'AWS::SecretsManager::Secret': ['secret'],
  'AWS::SQS::Queue': ['queueCalls', 'fifoCalls'],
  'AWS::WAFv2::WebACL': ['firewallList', 'firewallRule', 'firewallCalls'],
};
/** Types that are free, or billed with a resource above. */
const FREE =
  /^AWS::(ApiGateway(V2)?::(?!RestApi|Api$)|CertificateManager|CloudFront::(CachePolicy|OriginAccessControl|ResponseHeadersPolicy)|EC2|ECS::(Cluster|TaskDefinition)|EFS::(AccessPoint|MountTarget)|Events|IAM|Lambda::(EventInvokeConfig|EventSourceMapping|LayerVersion|Permission)|Logs::MetricFilter|S3::BucketPolicy|SNS|SQS::QueuePolicy)|^Custom::/;

describe('costs of an installation', () => {
  it('the README has the counted costs (node infra/aws/costs/readme.ts --write)', () => {
    expect(readmeWithCosts(readme, costTables(counted)) === readme).toBe(true);
  });

  it('every billed resource has a price line', () => {
    const types = new Set(
      [...templates.values()].flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
    );
    expect([...types].filter((type) => BILLED[type] === undefined && !FREE.test(type))).toEqual([]);
    expect(Object.keys(BILLED).filter((type) => !types.has(type))).toEqual([]);
    const used = new Set(
      [...idleLines(counted), ...messageLines(SENT_TEXT)].flatMap(({ uses }) => Object.keys(uses)),
    );
    // The quantity of these is unknown, so the README gives the price of one unit.
    const told = ['tableStorage', 'tableBackup', 'fileStorage', 'socketMinutes', 'restCalls'];
    const named = Object.values(BILLED).flat();
    expect(named.filter((name) => !used.has(name) && !told.includes(name))).toEqual([]);
    expect(Object.keys(PRICES).filter((name) => !named.some((each) => each === name))).toEqual([]);
  });

  it('the costs change with the units', () => {
    const more = { ...RECEIVED_TEXT, tableReads: RECEIVED_TEXT.tableReads + 8 };
    const costs = [RECEIVED_TEXT, more].map((text) =>
      messageLines(text).reduce((sum, line) => sum + costOf(line, 'us-east-1').usd, 0),
    );
    // Eight units for each of a million texts, at 0.125 per million.
    expect((costs[1] ?? 0) - (costs[0] ?? 0)).toBeCloseTo(1, 5);
    expect(costTables({ ...counted, alarms: counted.alarms + 10 })).not.toBe(costTables(counted));
    expect(counted).toMatchObject({ secrets: 10, replicas: 2, keys: 2 });
  });

  it('an unknown price of a region is marked', () => {
    const line = { what: 'reads and calls', uses: { tableReads: 8, functionCalls: 5 } };
    expect(costOf(line, 'us-east-1')).toEqual({ usd: 2, isKnown: true });
    expect(costOf(line, 'sa-east-1')).toEqual({ usd: 1 * UNKNOWN_FACTOR + 1, isKnown: false });
    for (const { usd } of Object.values(PRICES)) expect(usd['us-east-1']).toBeGreaterThan(0);
  });
});
