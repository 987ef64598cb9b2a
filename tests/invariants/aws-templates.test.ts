import { usageKeyOf } from '@prosa/functions/origin-guard/usage-key.ts';
import { createRouteTree } from '@prosa/functions/platform/http/route-tree.ts';
import { WATCHED_ENTITIES } from '@prosa/functions/streams/read-changes.ts';
import { ACCOUNT_CONCURRENCY, ACCOUNT_CONCURRENCY_ALARM, concurrencyOf } from '@prosa/infra/concurrency.ts';
import { ENTITIES } from '@prosa/infra/entities.ts';
import { FUNCTION_ENV, FUNCTIONS, ORIGIN_GUARD, ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { BUCKET, QUEUES, SECRETS, STREAM_DELIVERY, TABLE } from '@prosa/infra/resources.ts';
import { appSecurityHeaders, MEDIA_SECURITY_HEADERS } from '@prosa/infra/security-headers.ts';
import { SESSION_HOST } from '@prosa/infra/session-host.ts';
import { streamFilters } from '@prosa/infra/stream-filters.ts';
import { fullPathOf, type RouteGroup, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { QUEUE_NAMES, type SecretName } from '@prosa/shared/resource-names.ts';
import { CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import { describe, expect, it } from 'vitest';
import { propertyAt as at, listAt } from './support/property-at.ts';
import {
  flat,
  INSTALLATION,
  installationWith,
  resourcesOf,
  type StackName,
  synthesize,
  type Template,
  templateOf,
  templatesOf,
} from './support/templates.ts';

/**
 * CloudFormation allows 500 resources per stack; the rest is reserve for releases that add and remove resources at
 * once.
 */
const CLOUDFORMATION_RESOURCES = 450;
/** API Gateway's limits for an HTTP API; the first can be raised, the second cannot. */
const GATEWAY_ROUTES = 300;
const GATEWAY_INTEGRATIONS = 300;
/** The size of the whole product in the specification. */
const HTTP_FUNCTIONS_OF_THE_PRODUCT = 45;
const ROWS_OF_THE_PRODUCT = 330;

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const keyOf = (row: RouteShape) => `${row.method} ${fullPathOf(row)}`;
const browserRows = rows.filter(({ api }) => api === undefined);
const rowOf = (method: string, path: string): RouteShape | undefined => findRow(method, path)?.value;
const externalRows = rows.filter(({ api }) => api === 'external');
const findRow = createRouteTree(browserRows.map((row) => [row, row]));
const httpFunctions = Object.values(FUNCTIONS).filter((fn) => fn.kind === 'http');

describe('the synthesized APIs', () => {
  const routes = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Route');
  const isHttp = ({ Properties }: (typeof routes)[number]) => flat(Properties.RouteKey).includes(' /');

  const httpKeys = routes.filter(isHttp).map(({ Properties }) => flat(Properties.RouteKey));
  /** Returns the logical id of the function that API Gateway calls: it prefers a route that matches the whole path. */
  const functionOf = (method: string, path: string): string | undefined => {
    const fits = (routeKey: string): number => {
      const [verb = '', pattern = ''] = routeKey.split(' ');
      if (verb !== 'ANY' && verb !== method) return 0;
      const isProxy = pattern.endsWith('/{proxy+}');
      const source = pattern.replace('{proxy+}', '.+').replaceAll(/\{\w+\}/g, '[^/]+');
      if (!new RegExp(`^${source}$`).test(path)) return 0;
      // A fixed segment takes precedence over a variable one.
      return (isProxy ? 1 : 1000) + pattern.split('/').filter((segment) => !segment.startsWith('{')).length;
    };
    const [best] = routes
      .filter(isHttp)
      .map((route) => ({ route, fit: fits(flat(route.Properties.RouteKey)) }))
      .filter(({ fit }) => fit > 0)
      .toSorted((a, b) => b.fit - a.fit);
    const integration = flat(best?.route.Properties.Target).match(/<([^>]+)>/)?.[1] ?? '';
    return flat(templateOf('prosa-api').Resources[integration]?.Properties.IntegrationUri).match(
      /<([^>]+)\.Arn>/,
    )?.[1];
  };

  it('S-15 route every row of the contract to its function, for all values of its parameters', () => {
    const wrong = Object.entries(FUNCTIONS).flatMap(([name, fn]) =>
      fn.kind !== 'http'
        ? []
        : Object.values(fn.routes)
            .flatMap((row) =>
              ['7', 'list', 'imports', 'a%20b'].map((value) => ({
                row,
                path: fullPathOf(row).replaceAll(/\{\w+\}/g, value),
              })),
            )
            // A value that equals the fixed segment of another row is a call of that row.
            .filter(({ row, path }) => rowOf(row.method, path) === row)
            .map(({ row, path }) => `${row.method} ${path}: ${functionOf(row.method, path)}`)
            .filter((line) => !line.includes(`: Http${name.replaceAll('-', '')}Function`)),
    );
    expect(wrong).toEqual([]);
  });

  it('S-15 expose only the prefixes of the contract’s routes', () => {
    const prefixes = new Set(browserRows.map((row) => fullPathOf(row).split('/').slice(0, 3).join('/')));
    const open = httpKeys.map((key) => key.split(' ')[1] ?? '');
    expect(open.filter((path) => !prefixes.has(path.split('/').slice(0, 3).join('/')))).toEqual([]);
    expect(open.filter((path) => path.includes('+') && !path.endsWith('/{proxy+}'))).toEqual([]);
  });

  it('S-64 are only open to CloudFront: every HTTP route and $connect use the guard', () => {
    const guarded = routes.filter((route) => isHttp(route) || route.Properties.RouteKey === '$connect');
    expect(guarded).not.toHaveLength(0);
    expect(guarded.filter(({ Properties }) => Properties.AuthorizationType !== 'CUSTOM')).toEqual([]);
    expect(guarded.filter(({ Properties }) => Properties.AuthorizerId === undefined)).toEqual([]);
    for (const api of resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Api')) {
      expect(api.Properties.DisableExecuteApiEndpoint).toBe(true);
    }
  });

  it('have one integration per function, in payload format 2.0 over HTTP', () => {
    const integrations = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Integration');
    const http = integrations.filter(({ Properties }) => Properties.PayloadFormatVersion === '2.0');
    const socketFunctions = Object.values(FUNCTIONS).filter(({ kind }) => kind === 'ws');
    const socketRoutes = Object.values(FUNCTIONS).flatMap((fn) => (fn.kind === 'ws' ? fn.wsRoutes : []));
    expect(http).toHaveLength(httpFunctions.length);
    expect(integrations).toHaveLength(httpFunctions.length + socketFunctions.length);
    expect(
      routes
        .filter((route) => !isHttp(route))
        .map(({ Properties }) => Properties.RouteKey)
        .sort(),
    ).toEqual([...socketRoutes].sort());
  });

  it('throttle by the rate class of the row', () => {
    const stage = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Stage').find(
      ({ Properties }) => Properties.StageName === '$default',
    );
    const special = browserRows.filter(({ rate }) => rate !== 'standard').map(keyOf);
    expect(special.filter((key) => !httpKeys.includes(key))).toEqual([]);
    const settings = at(stage, 'Properties.RouteSettings');
    expect(Object.keys(typeof settings === 'object' && settings !== null ? settings : {}).sort()).toEqual(
      special.sort(),
    );
    expect(at(stage, 'Properties.DefaultRouteSettings.ThrottlingRateLimit')).toBeGreaterThan(0);
  });

  it('S-15 S-64 have one route for other systems, behind the guard and the usage plan', () => {
    const resources = templateOf('prosa-api').Resources;
    const pathOf = (id: string): string => {
      const { PathPart, ParentId } = resources[id]?.Properties ?? {};
      const parent = at(ParentId, 'Ref');
      return `${typeof parent === 'string' ? pathOf(parent) : ''}/${flat(PathPart)}`;
    };
    const methods = resourcesOf('prosa-api', 'AWS::ApiGateway::Method');
    const deployed = methods.map(
      ({ Properties }) =>
        `${flat(Properties.HttpMethod)} /external${pathOf(flat(at(Properties, 'ResourceId.Ref')))}`,
    );
    expect(deployed).toEqual(['ANY /external/{proxy+}']);
    // The only function behind it has all rows of this API.
    expect(Object.values(FUNCTIONS).filter(({ kind }) => kind === 'rest')).toHaveLength(1);
    expect(externalRows.length).toBeGreaterThan(0);
    for (const { Properties } of methods) {
      expect(Properties.AuthorizationType).toBe('CUSTOM');
      expect(Properties.ApiKeyRequired).toBe(true);
      expect(at(Properties, 'Integration.Type')).toBe('AWS_PROXY');
    }
    const [api] = resourcesOf('prosa-api', 'AWS::ApiGateway::RestApi');
    expect(api?.Properties).toMatchObject({
      DisableExecuteApiEndpoint: true,
      ApiKeySourceType: 'AUTHORIZER',
    });
    const [plan] = resourcesOf('prosa-api', 'AWS::ApiGateway::UsagePlan');
    expect(at(plan, 'Properties.Throttle.RateLimit')).toBeGreaterThan(0);
    expect(at(plan, 'Properties.Quota.Period')).toBe('DAY');
    expect(listAt(plan, 'Properties.ApiStages')).toHaveLength(1);
    const [mapping] = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::ApiMapping').filter(
      ({ Properties }) => Properties.ApiMappingKey === 'external',
    );
    expect(flat(mapping?.Properties.ApiId)).toContain('ExternalApi');
  });

  it('S-03 have a usage plan whose key is the one that the guard returns, and not secret', () => {
    const [key] = resourcesOf('prosa-api', 'AWS::ApiGateway::ApiKey');
    const guard = resourcesOf('prosa-api', 'AWS::Lambda::Function').find(({ id }) =>
      id.startsWith('originguard'),
    );
    const origin = flat(at(guard, 'Properties.Environment.Variables.APP_ORIGIN'));
    expect(flat(key?.Properties.Value)).toBe(usageKeyOf(origin));
    // Anyone who may view the API's keys would otherwise see the origin secret.
    expect(JSON.stringify(templateOf('prosa-api'))).not.toContain('resolve:secretsmanager');
  });

  it('S-64 use the guard regardless of how CloudFront writes the name of its header', () => {
    const [rest] = resourcesOf('prosa-api', 'AWS::ApiGateway::Authorizer');
    const [http, webSocket] = ['$request.header.x-prosa-origin', undefined].map((source) =>
      resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Authorizer').find(
        ({ Properties }) => listAt(Properties, 'IdentitySource')[0] === source,
      ),
    );
    // Only HTTP APIs write header names in lower case; in the others only the guard reads one.
    expect(http?.Properties).toMatchObject({
      AuthorizerPayloadFormatVersion: '2.0',
      AuthorizerResultTtlInSeconds: 300,
      IdentitySource: ['$request.header.x-prosa-origin'],
    });
    expect(webSocket?.Properties.AuthorizerResultTtlInSeconds).toBeUndefined();
    expect(rest?.Properties).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
    expect(rest?.Properties.IdentitySource).toBeUndefined();
  });

  it('S-57 log no path, address, query or header', () => {
    const formats = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Stage').map(({ Properties }) =>
      flat(at(Properties, 'AccessLogSettings.Format')),
    );
    const [rest] = resourcesOf('prosa-api', 'AWS::ApiGateway::Stage');
    formats.push(flat(at(rest, 'Properties.AccessLogSetting.Format')));
    expect(formats).toHaveLength(3);
    expect(at(listAt(rest, 'Properties.MethodSettings')[0], 'DataTraceEnabled')).toBe(false);
    for (const format of formats) {
      // The pattern of the route, never the called path; REST APIs have no route keys.
      expect(format).toMatch(/\$context\.(routeKey|httpMethod \$context\.resourcePath)"/);
      expect(format.replace('$context.httpMethod $context.resourcePath', '')).not.toMatch(
        /\$context\.(path|identity|domainName|authorizer|httpMethod)|querystring|\$request/,
      );
    }
  });
});

const STACKS: StackName[] = ['prosa-data', 'prosa-api', 'prosa-workers', 'prosa-sessions'];
const ALL_STACKS: StackName[] = [...STACKS, 'prosa-web'];

describe('the resource limits of every stack', () => {
  const countOf = (template: Template | undefined, type: string): number =>
    Object.values(template?.Resources ?? {}).filter((resource) => resource.Type === type).length;
  const measure = (templates: ReadonlyMap<string, Template>) => ({
    resources: Math.max(...[...templates.values()].map(({ Resources }) => Object.keys(Resources).length)),
    /** Each API has its own limit; the three routes of the live channel are counted here, too. */
    routes: countOf(templates.get('prosa-api'), 'AWS::ApiGatewayV2::Route'),
    integrations: countOf(templates.get('prosa-api'), 'AWS::ApiGatewayV2::Integration'),
  });
  const expectRoom = (sizes: ReturnType<typeof measure>): void => {
    expect(sizes.resources).toBeLessThanOrEqual(CLOUDFORMATION_RESOURCES);
    expect(sizes.routes).toBeLessThanOrEqual(GATEWAY_ROUTES);
    expect(sizes.integrations).toBeLessThanOrEqual(GATEWAY_INTEGRATIONS);
  };

  it('no limit is exceeded by the current product', () => {
    expectRoom(measure(new Map(ALL_STACKS.map((name) => [name, templateOf(name)]))));
  });

  it('no limit is exceeded by the 45 functions and 330 rows of the whole product', async () => {
    const { contacts } = FUNCTIONS;
    if (contacts?.kind !== 'http') throw new Error('there is no example of a function');
    const newNames = Array.from(
      { length: HTTP_FUNCTIONS_OF_THE_PRODUCT - httpFunctions.length },
      (_, number) => `extra-${number}`,
    );
    const newRows = ROWS_OF_THE_PRODUCT - browserRows.length;
    const rates = [...new Set(browserRows.map(({ rate }) => rate))];
    const [example] = browserRows;
    if (example === undefined) throw new Error('there is no example of a row');
    const extra = newNames.map((name, at): [string, RouteGroup] => [
      name,
      Object.fromEntries(
        Array.from({ length: newRows }, (_, number) => number)
          .filter((number) => number % newNames.length === at)
          .map((number): [string, RouteShape] => [
            `row${number}`,
            {
              ...example,
              id: `${name}.row${number}`,
              // Three prefixes per function, as now; one row in eight has a rate class of its own.
              path: `/${name}-${number % 3}/${number}/{id}`,
              rate: number % 8 === 0 ? (rates[number % rates.length] ?? 'heavy') : 'standard',
            },
          ]),
      ),
    ]);
    const product = await synthesize({
      functions: {
        ...FUNCTIONS,
        ...Object.fromEntries(extra.map(([name, routes]) => [name, { ...contacts, routes }])),
      },
    });
    const templates = templatesOf(product);
    const functions = Object.entries(templates.get('prosa-api')?.Resources ?? {}).filter(
      ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Http'),
    );
    expect(functions).toHaveLength(HTTP_FUNCTIONS_OF_THE_PRODUCT);
    expectRoom(measure(templates));
  });
});

describe('the order of a deployment', () => {
  it('makes every stack depend on the stacks from which it imports values', () => {
    const templates = INSTALLATION.stacks.map(({ stackName, template, dependencies }) => ({
      stackName,
      text: JSON.stringify(template),
      exports: Object.values<unknown>(Object(template.Outputs ?? {})).map((output) =>
        flat(at(output, 'Export.Name')),
      ),
      dependencies,
    }));
    const imports = templates.flatMap(({ stackName, text, dependencies }) =>
      [...text.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => ({
        from: templates.find((other) => other.exports.includes(name))?.stackName,
        stackName,
        dependencies,
      })),
    );
    expect(
      imports.filter(({ stackName, from }) => stackName === 'prosa-workers' && from === 'prosa-api'),
    ).not.toEqual([]);
    expect(
      imports.filter(({ from, dependencies }) => from === undefined || !dependencies.includes(from)),
    ).toEqual([]);
  });
});

const alarms = STACKS.flatMap((stack) => resourcesOf(stack, 'AWS::CloudWatch::Alarm'));
const dimensionsOf = (alarm: (typeof alarms)[number]): string =>
  listAt(alarm.Properties, 'Dimensions')
    .map((dimension) => flat(at(dimension, 'Value')))
    .join(' ');
const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[A-Z].{15,}[.!]$/.test(text);

const declared = Object.entries(FUNCTIONS);
const mappings = resourcesOf('prosa-workers', 'AWS::Lambda::EventSourceMapping');

describe('asynchronous components have a dead-letter queue and an alarm that names the effect on users', () => {
  it.each(QUEUE_NAMES.map((name) => ({ name, ...QUEUES[name] })))(
    'queue $name',
    ({ name, fifo, errorImpact }) => {
      const { maxReceives } = QUEUE_RETRIES[name];
      const prefix = name.replaceAll('-', '');
      const queues = resourcesOf('prosa-data', 'AWS::SQS::Queue');
      const deadLetters = queues.find(({ id }) => id.startsWith(`${prefix}dlq`));
      const queue = queues.find(({ id }) => id.startsWith(prefix) && !id.startsWith(`${prefix}dlq`));
      expect(deadLetters).toBeDefined();
      expect(at(queue, 'Properties.RedrivePolicy.maxReceiveCount')).toBe(maxReceives);
      expect(flat(at(queue, 'Properties.RedrivePolicy.deadLetterTargetArn'))).toContain(deadLetters?.id);
      const alarm = alarms.find((candidate) =>
        dimensionsOf(candidate).includes(`${deadLetters?.id}.QueueName`),
      );
      expect(alarm?.Properties.AlarmDescription).toBe(errorImpact);
      for (const side of [queue, deadLetters]) {
        expect(at(side, 'Properties.FifoQueue')).toBe(fifo ? true : undefined);
        expect(at(side, 'Properties.DeduplicationScope')).toBe(fifo ? 'messageGroup' : undefined);
        expect(at(side, 'Properties.FifoThroughputLimit')).toBe(fifo ? 'perMessageGroupId' : undefined);
        expect(at(side, 'Properties.ContentBasedDeduplication')).toBeUndefined();
        expect(at(side, 'Properties.MessageRetentionPeriod')).toBe(14 * 24 * 3600);
      }
    },
  );

  it('R10 every queue has an alarm for messages older than five minutes', () => {
    const ages = alarms.filter(({ Properties }) => Properties.MetricName === 'ApproximateAgeOfOldestMessage');
    expect(ages).toHaveLength(Object.keys(QUEUES).length);
    for (const { Properties } of ages) expect(Properties.Threshold).toBe(300);
  });

  it.each(declared.map(([name, fn]) => ({ name, fn })))(
    'function $name has an alarm on its errors',
    ({ name, fn }) => {
      const isCalled = fn.kind === 'http' || fn.kind === 'rest' || fn.kind === 'ws';
      const stack: StackName = isCalled ? 'prosa-api' : 'prosa-workers';
      const alarm = resourcesOf(stack, 'AWS::CloudWatch::Alarm').find(
        ({ id, Properties }) =>
          id.includes(`${name.replaceAll('-', '')}Errors`) && Properties.MetricName === 'Errors',
      );
      expect(alarm?.Properties.AlarmDescription).toBe(fn.errorImpact);
      expect(isSentence(fn.errorImpact)).toBe(true);
      expect(listAt(alarm, 'Properties.AlarmActions')).toHaveLength(1);
    },
  );

  it('R10: a rejected delivery of a provider causes an alarm within five minutes', () => {
    const pattern = '{ ($.routeKey = "POST /api/webhooks/meta") && ($.status = "5*") }';
    const filter = resourcesOf('prosa-api', 'AWS::Logs::MetricFilter').find(
      ({ Properties }) => Properties.FilterPattern === pattern,
    );
    const [metric] = listAt(filter, 'Properties.MetricTransformations');
    expect(metric).toMatchObject({ MetricName: 'webhooks.receive-refused', MetricValue: '1' });
    const logged = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Stage').map(({ Properties }) =>
      flat(Properties.AccessLogSettings),
    );
    expect(
      logged.some((settings) => settings.includes(flat(filter?.Properties.LogGroupName).slice(1, -1))),
    ).toBe(true);
    const [alarm] = resourcesOf('prosa-api', 'AWS::CloudWatch::Alarm').filter(
      ({ Properties }) => Properties.MetricName === 'webhooks.receive-refused',
    );
    expect(alarm?.Properties).toMatchObject({
      Statistic: 'Sum',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    });
    expect(Number(alarm?.Properties.Period) * Number(alarm?.Properties.EvaluationPeriods)).toBe(5 * 60);
    expect(listAt(alarm, 'Properties.AlarmActions')).toHaveLength(1);
  });

  it('a failure of the live channel, which API Gateway counts as a response, causes an alarm', () => {
    const filter = resourcesOf('prosa-api', 'AWS::Logs::MetricFilter').find(
      ({ Properties }) => Properties.FilterPattern === '{ $.metric = "liveChannelFailed" }',
    );
    const [metric] = listAt(filter, 'Properties.MetricTransformations');
    const [lambda] = resourcesOf('prosa-api', 'AWS::Lambda::Function').filter(({ Properties }) =>
      flat(at(Properties, 'LoggingConfig.LogGroup')).includes(
        flat(filter?.Properties.LogGroupName).slice(1, -1),
      ),
    );
    expect(lambda?.id).toMatch(/^Live/);
    const alarm = resourcesOf('prosa-api', 'AWS::CloudWatch::Alarm').find(
      ({ Properties }) => Properties.MetricName === at(metric, 'MetricName'),
    );
    expect(alarm?.Properties).toMatchObject({ Statistic: 'Sum', Threshold: 1 });
    expect(listAt(alarm, 'Properties.AlarmActions')).toHaveLength(1);
  });

  const readers = declared.flatMap(([name, fn]) => (fn.kind === 'stream' ? [{ name, ...fn }] : []));

  it.each(readers)(
    'I18: the reader $name gets its declared changes, retries as often as locally, and stores the complete records that it gives up',
    ({ name, ...resource }) => {
      const source = mappings.find(({ id }) => id.startsWith(`${name}source`));
      expect(flat(at(source, 'Properties.EventSourceArn'))).toContain('StreamArn');
      expect(
        listAt(source, 'Properties.FilterCriteria.Filters').map((filter) =>
          JSON.parse(String(at(filter, 'Pattern'))),
        ),
      ).toEqual(streamFilters(resource));
      expect(at(source, 'Properties.BisectBatchOnFunctionError')).toBe(STREAM_DELIVERY.bisects);
      expect(at(source, 'Properties.MaximumRetryAttempts')).toBe(STREAM_DELIVERY.retries);
      expect(at(source, 'Properties.MaximumRecordAgeInSeconds')).toBe(STREAM_DELIVERY.maxAgeS);
      expect(flat(at(source, 'Properties.DestinationConfig.OnFailure.Destination'))).toContain('Media');
      // A replay finds the reader by the function's name in the stored records.
      const fn = resourcesOf('prosa-workers', 'AWS::Lambda::Function').find(({ id }) =>
        id.startsWith(`${name}Function`),
      );
      expect(fn?.Properties.FunctionName).toBe(`prosa-${name}`);
      const metrics = alarms.filter(({ Properties }) => Properties.AlarmDescription === resource.errorImpact);
      expect(metrics.map(({ Properties }) => Properties.MetricName).toSorted()).toEqual([
        'Errors',
        'IteratorAge',
        'OnFailureDestinationDeliveredEventCount',
        `${name}-given-up`,
      ]);
    },
  );

  it('the stream has two readers, the maximum per shard, which read only existing entities', () => {
    expect(readers.map(({ name }) => name).toSorted()).toEqual(['index', 'live']);
    const named = readers.flatMap(({ changes, inserts }) => [...changes, ...inserts]);
    const entities: readonly { name: string }[] = ENTITIES;
    expect(named.filter((name) => !entities.some((entity) => entity.name === name))).toEqual([]);
    expect([...new Set(named)].toSorted()).toEqual(WATCHED_ENTITIES.toSorted());
    // Lambda accepts five filters of 4096 characters per source.
    for (const reader of readers) {
      const filters = streamFilters(reader);
      expect(filters.length).toBeLessThanOrEqual(5);
      for (const filter of filters) expect(JSON.stringify(filter).length).toBeLessThanOrEqual(4096);
    }
  });

  it('R20 R21 every source reports single failed items, not the whole batch', () => {
    expect(mappings).toHaveLength(
      declared.filter(([, fn]) => fn.kind === 'queue' || fn.kind === 'stream').length,
    );
    for (const { Properties } of mappings) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    }
  });

  it('the scheduler has a dead-letter queue, and an alarm if it stops', () => {
    const rules = resourcesOf('prosa-workers', 'AWS::Events::Rule');
    expect(rules).toHaveLength(declared.filter(([, fn]) => fn.kind === 'schedule').length);
    for (const rule of rules) {
      for (const target of listAt(rule, 'Properties.Targets'))
        expect(flat(at(target, 'DeadLetterConfig.Arn'))).toContain('dlq');
    }
    const silent = alarms.filter(({ Properties }) => Properties.TreatMissingData === 'breaching');
    expect(silent.map(({ Properties }) => Properties.MetricName).sort()).toEqual([
      'CPUUtilization',
      ...rules.map(() => 'Invocations'),
    ]);
  });

  it('every alarm has a description of one sentence, and notifies one topic', () => {
    expect(alarms.length).toBeGreaterThan(declared.length);
    expect(alarms.filter(({ Properties }) => !isSentence(Properties.AlarmDescription))).toEqual([]);
    expect(alarms.filter((alarm) => listAt(alarm, 'Properties.AlarmActions').length !== 1)).toEqual([]);
  });
});

describe('a burst of one function leaves executions to the others', () => {
  const { reserved, sources } = concurrencyOf(ACCOUNT_CONCURRENCY);
  const functions = STACKS.flatMap((stack) => resourcesOf(stack, 'AWS::Lambda::Function'));
  const throttles = alarms.filter(({ Properties }) => Properties.MetricName === 'Throttles');
  /** Returns whether a resource's id was made from a function's name, within a construct of its stack. */
  const isOf = (id: string, name: string, suffix: string): boolean =>
    new RegExp(`^(Http|Live|External)?${name.replaceAll('-', '')}${suffix}[0-9A-F]{8}$`).test(id);
  const programs = [...declared, [ORIGIN_GUARD.name, ORIGIN_GUARD] as const];
  const queueWorkers = declared.flatMap(([name, fn]) => (fn.kind === 'queue' ? [{ name, ...fn }] : []));

  it.each(queueWorkers)('the event source of $name has a maximum', ({ name }) => {
    const source = mappings.find(({ id }) => isOf(id, name, 'source'));
    const maximum = Number(at(source, 'Properties.ScalingConfig.MaximumConcurrency'));
    expect(maximum).toBe(sources.get(name));
    expect(maximum).toBeGreaterThanOrEqual(2);
    expect(maximum).toBeLessThanOrEqual(1_000);
  });

  it('every event source of a queue is one of these', () => {
    const ofQueues = mappings.filter(({ Properties }) => Properties.StartingPosition === undefined);
    expect(ofQueues).toHaveLength(queueWorkers.length);
  });

  it.each([...reserved])('%s has %i executions of its own', (name, executions) => {
    const fn = functions.find(({ id }) => isOf(id, name, 'Function'));
    expect(at(fn, 'Properties.ReservedConcurrentExecutions')).toBe(executions);
  });

  it('the authorizer, webhooks and WebSocket connections are among them', () => {
    const sockets = declared.flatMap(([name, { kind }]) => (kind === 'ws' ? [name] : []));
    for (const name of [ORIGIN_GUARD.name, 'webhooks', ...sockets])
      expect(reserved.get(name)).toBeGreaterThan(0);
  });

  it.each([...reserved.keys(), ...sources.keys()])(
    '%s has an alarm on refused runs with its impact',
    (name) => {
      const found = throttles.filter(({ id }) => isOf(id, name, 'Throttles'));
      const impact = programs.find(([program]) => program === name)?.[1].errorImpact;
      expect(found.map(({ Properties }) => Properties.AlarmDescription)).toEqual([impact]);
      const [alarm] = found;
      expect(alarm === undefined ? '' : dimensionsOf(alarm)).toContain('Function');
    },
  );

  it('an alarm fires before the account has no execution left', () => {
    const [alarm] = alarms.filter(({ Properties }) => Properties.MetricName === 'ClaimedAccountConcurrency');
    expect(alarm?.Properties.Threshold).toBe(
      (ACCOUNT_CONCURRENCY * ACCOUNT_CONCURRENCY_ALARM.perThousand) / 1_000,
    );
    expect(alarm?.Properties.AlarmDescription).toBe(ACCOUNT_CONCURRENCY_ALARM.errorImpact);
  });
});

describe('R22 a message stays invisible for six times the timeout of its function', () => {
  it.each(declared.flatMap(([name, fn]) => (fn.kind === 'queue' ? [{ name, ...fn }] : [])))(
    '$name',
    ({ queue, timeoutS }) => {
      expect(QUEUES[queue].visibilityS).toBeGreaterThanOrEqual(6 * timeoutS);
      const resource = resourcesOf('prosa-data', 'AWS::SQS::Queue').find(
        ({ id }) => id.startsWith(queue.replaceAll('-', '')) && !id.includes('dlq'),
      );
      expect(at(resource, 'Properties.VisibilityTimeout')).toBe(QUEUES[queue].visibilityS);
    },
  );
});

const strings = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(flat);

/** Replaces the template's names by those in the stacks' code, without the CDK's additions. */
const readable = (text: string): string =>
  text
    .replace(
      /prosa-\w+:ExportsOutput(?:FnGetAtt|Ref)([\w-]+?)[0-9A-F]{8}(?:Arn|StreamArn)?[0-9A-F]{8}/g,
      '$1',
    )
    .replace(/([A-Za-z])[0-9A-F]{8}\b/g, '$1');

/** Returns the rows that a denial applies to. */
const deniedRows = (statement: unknown): string =>
  at(statement, 'Effect') === 'Deny' ? ` DENIED where ${JSON.stringify(at(statement, 'Condition'))}` : '';

/** Returns everything that our roles are allowed or denied, as `role: actions on resources`, one line per statement. */
const rightsOf = (stack: StackName): string[] =>
  resourcesOf(stack, 'AWS::IAM::Role')
    .filter(({ id }) => !id.startsWith('Custom'))
    .flatMap(({ id, Properties }) =>
      listAt(Properties, 'Policies').flatMap((policy) =>
        listAt(policy, 'PolicyDocument.Statement').flatMap((statement) =>
          strings(at(statement, 'Resource')).map(
            (resource) =>
              `${id.replace(/[0-9A-F]{8}$/, '')}: ${strings(at(statement, 'Action')).join(', ')} on ${readable(resource)}${deniedRows(statement)}`,
          ),
        ),
      ),
    )
    .sort();

describe('R21 every consumer of a queue may give back what it receives', () => {
  const consumers = [
    ...declared.flatMap(([name, fn]) =>
      fn.kind === 'queue' ? [{ stack: 'prosa-workers' as const, role: name, queue: fn.queue }] : [],
    ),
    ...SESSION_HOST.grants.receive.map((queue) => ({
      stack: 'prosa-sessions' as const,
      role: 'Host',
      queue,
    })),
  ];
  it.each(consumers)('$role, of $queue', ({ stack, role, queue }) => {
    const line = rightsOf(stack).find(
      (right) =>
        right.startsWith(`${role.replaceAll('-', '')}Role: `) &&
        right.includes('sqs:ReceiveMessage') &&
        right.endsWith(` on <${queue.replaceAll('-', '')}>`),
    );
    expect(line).toContain('sqs:ChangeMessageVisibility');
    expect(line).toContain('sqs:DeleteMessage');
  });

  it('and every queue has one', () => {
    expect(consumers.map(({ queue }) => queue).sort()).toEqual(QUEUE_NAMES.toSorted());
  });
});

/** The bucket of the companies' files, as roles name it. */
const FILES = 'arn:<AWS::Partition>:s3:::prosa-media-<AWS::AccountId>-sa-east-1';

/** The reviewed list of roles that may read each secret. */
const SECRET_READERS: Record<SecretName, string[]> = {
  signing: [
    'Httpannouncements',
    'Httpassistants',
    'Httpauth',
    'Httpcampaigns',
    'Httpcompanies',
    'Httpconnections',
    'Httpcontactfiles',
    'Httpcontactlists',
    'Httpcontacts',
    'Httpdashboard',
    'Httpfilelists',
    'Httpflows',
    'Httphelpchat',
    'Httphelps',
    'Httpintegrations',
    'Httpinternalchats',
    'Httpmedia',
    'Httpmessages',
    'Httpmessagetemplates',
    'Httpplatform',
    'Httpqueues',
    'Httpquickmessages',
    'Httprealtime',
    'Httpschedules',
    'Httpsignin',
    'Httptags',
    'Httpticketreport',
    'Httptickets',
    'Httpusers',
    'Httpwebhookendpoints',
    'Httpwebhooks',
    'live',
  ].map((name) => `${name}Role`),
  sessionCredentials: ['HostRole'],
  /**
   * The session host decrypts the proxies of connections, the workers of channels their access tokens, the worker of
   * webhooks the secrets that sign, those of integrations and assistants their keys; the companies set them over HTTP.
   */
  tenantSecrets: [
    'HostRole',
    'HttpassistantsRole',
    'HttpcompaniesRole',
    'HttpconnectionsRole',
    'HttpintegrationsRole',
    'HttpmediaRole',
    'HttpmessagetemplatesRole',
    'HttpwebhookendpointsRole',
    'assistantcallsRole',
    'channelbulkRole',
    'channelcommandsRole',
    'integrationcallsRole',
    'webhookdeliveriesRole',
  ],
  media: [
    'HttpannouncementsRole',
    'HttpauthRole',
    'HttpcampaignsRole',
    'HttpconnectionsRole',
    'HttpcontactfilesRole',
    'HttpcontactlistsRole',
    'HttpcontactsRole',
    'HttpdashboardRole',
    'HttpfilelistsRole',
    'HttpflowsRole',
    'HttpinternalchatsRole',
    'HttpmediaRole',
    'HttpmessagesRole',
    'HttpquickmessagesRole',
    'HttpschedulesRole',
    'HttpsigninRole',
    'HttptagsRole',
    'HttpticketreportRole',
    'HttpticketsRole',
    'HttpusersRole',
    'channelbulkRole',
    'channelcommandsRole',
    'integrationcallsRole',
    'liveRole',
  ],
  /** Linking accounts, and proving calls to Meta, needs the Meta app's secret. */
  meta: [
    'HttpconnectionsRole',
    'HttpmessagetemplatesRole',
    'HttpwebhooksRole',
    'channelbulkRole',
    'channelcommandsRole',
  ],
  helpChat: ['HttphelpchatRole'],
  origin: ['originguardRole'],
};

describe('S-62 each function has its own role, with only its declared permissions', () => {
  const all = STACKS.flatMap(rightsOf);

  it('matches the reviewed snapshot', () => {
    expect(all).toMatchSnapshot();
  });

  it('has no wildcard actions, and no wildcard resources except for X-Ray', () => {
    const wild = STACKS.flatMap((stack) =>
      resourcesOf(stack, 'AWS::IAM::Role').flatMap(({ Properties }) =>
        listAt(Properties, 'Policies').flatMap((policy) => listAt(policy, 'PolicyDocument.Statement')),
      ),
    );
    const actions = wild.flatMap((statement) => strings(at(statement, 'Action')));
    expect(actions.length).toBeGreaterThan(50);
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
    const unbounded = wild.filter((statement) => strings(at(statement, 'Resource')).includes('*'));
    expect(new Set(unbounded.flatMap((statement) => strings(at(statement, 'Action'))))).toEqual(
      new Set(['xray:PutTraceSegments', 'xray:PutTelemetryRecords']),
    );
  });

  it('S-56 S-70 lets few roles read the key of the companies’ secrets, and only the session host its credentials key', () => {
    const readersOf = (secret: string): string[] =>
      all
        .filter((line) => line.includes('secretsmanager:GetSecretValue') && line.includes(`${secret}secret`))
        .map((line) => line.slice(0, line.indexOf(':')))
        .sort();
    expect(Object.fromEntries(Object.keys(SECRETS).map((name) => [name, readersOf(name)]))).toEqual(
      SECRET_READERS,
    );
  });

  it('S-56 lets few roles use the KMS key that encrypts the key of the companies’ secrets', () => {
    const secrets = resourcesOf('prosa-data', 'AWS::SecretsManager::Secret');
    const keyOfSecret = (name: string) =>
      flat(secrets.find(({ id }) => id.startsWith(`${name}secret`))?.Properties.KmsKeyId);
    for (const [name, { under }] of Object.entries(SECRETS))
      expect(keyOfSecret(name), name).toMatch(under === 'tenants' ? /^<TenantKey/ : /^<Key/);
    const users = all.filter((line) => line.includes('kms:') && line.includes('TenantKey'));
    expect(users.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'HttpassistantsRole',
      'HttpcompaniesRole',
      'HttpconnectionsRole',
      'HttpintegrationsRole',
      'HttpmediaRole',
      'HttpmessagetemplatesRole',
      'HttpwebhookendpointsRole',
      'assistantcallsRole',
      'channelbulkRole',
      'channelcommandsRole',
      'integrationcallsRole',
      'webhookdeliveriesRole',
      'HostRole',
    ]);
  });

  it.each([
    // The endpoints of companies.
    ['webhookdeliveries', []],
    // Their integrations: the answers go to the inbound queue, the files of bots into the bucket. They get signed links.
    [
      'integrationcalls',
      ['<inbound>', '<mediasecret>', FILES, `${FILES}/t/*`, `${FILES}/pending/*`, `${FILES}/given-up/*`],
    ],
    // The models that answer their customers.
    ['assistantcalls', ['<inbound>', FILES, `${FILES}/t/*`, `${FILES}/pending/*`, `${FILES}/given-up/*`]],
  ])(
    'S-48: the worker %s reaches its queue, the table, the secrets of companies, and little else',
    (name, others) => {
      const rights = all.filter((line) => line.startsWith(`${name}Role: `));
      const reached = rights.map(
        (line) =>
          line
            .replace(/ DENIED where .*$/, '')
            .split(' on ')
            .at(-1) ?? '',
      );
      expect(new Set(reached.map((resource) => resource.replace(/\/index\/by-g\d$/, '')))).toEqual(
        new Set([
          '<Table>',
          `<${name}>`,
          '<tenantSecretssecret>',
          '<TenantKey>',
          '<Key>',
          `<${name}Log.Arn>`,
          // X-Ray.
          '*',
          ...others,
        ]),
      );
      const role = resourcesOf('prosa-workers', 'AWS::IAM::Role').find(({ id }) =>
        id.startsWith(`${name}Role`),
      );
      expect(role?.Properties.ManagedPolicyArns).toBeUndefined();
    },
  );

  it('S-48: no function that calls addresses of companies is in a network of ours', () => {
    const callers = (['prosa-api', 'prosa-workers'] as const).flatMap((stack) =>
      resourcesOf(stack, 'AWS::Lambda::Function'),
    );
    for (const name of [/^webhookdeliveries/, /^integrationcalls/, /^assistantcalls/])
      expect(callers.map(({ id }) => id)).toContainEqual(expect.stringMatching(name));
    expect(callers.filter(({ Properties }) => Properties.VpcConfig !== undefined)).toEqual([]);
  });

  it('is not shared between functions', () => {
    for (const stack of ['prosa-api', 'prosa-workers'] as const) {
      const roles = resourcesOf(stack, 'AWS::Lambda::Function').map(({ Properties }) =>
        flat(Properties.Role),
      );
      expect(new Set(roles).size).toBe(roles.length);
    }
  });
});

describe('the environment of every function', () => {
  it('has the same variables as locally', () => {
    const isLocal = (name: string) => name.endsWith('_ENDPOINT') || name === 'INTEGRATIONS_ON_LOOPBACK';
    const inAws = FUNCTION_ENV.filter((name) => !isLocal(name) || name === 'REALTIME_ENDPOINT');
    const functions = (['prosa-api', 'prosa-workers'] as const)
      .flatMap((stack) => resourcesOf(stack, 'AWS::Lambda::Function'))
      .filter(({ id }) => !id.startsWith('originguard'));
    expect(functions).toHaveLength(Object.keys(FUNCTIONS).length);
    for (const { id, Properties } of functions) {
      const variables = at(Properties, 'Environment.Variables');
      expect(
        Object.keys(typeof variables === 'object' && variables !== null ? variables : {}).sort(),
        id,
      ).toEqual([...inAws].sort());
    }
  });
});

describe('resources with data', () => {
  const table = resourcesOf('prosa-data', 'AWS::DynamoDB::GlobalTable')[0];
  const bucket = resourcesOf('prosa-data', 'AWS::S3::Bucket')[0];

  it('S-61 are backed up and protected from deletion', () => {
    const replica = listAt(table, 'Properties.Replicas')[0];
    expect(at(replica, 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled')).toBe(true);
    expect(at(replica, 'DeletionProtectionEnabled')).toBe(true);
    const keys = resourcesOf('prosa-data', 'AWS::KMS::Key');
    expect(keys.map(({ Properties }) => Properties.EnableKeyRotation)).toEqual([true, true]);
    const secrets = resourcesOf('prosa-data', 'AWS::SecretsManager::Secret');
    const kept = [table, bucket, ...keys, ...secrets];
    expect(kept.filter((resource) => resource?.DeletionPolicy !== 'RetainExceptOnCreate')).toEqual([]);
  });

  it('stream both images, expire rows and have the indexes of the table layer', () => {
    expect(at(table, 'Properties.StreamSpecification.StreamViewType')).toBe('NEW_AND_OLD_IMAGES');
    expect(at(table, 'Properties.TimeToLiveSpecification')).toEqual({ AttributeName: 'ttl', Enabled: true });
    expect(at(table, 'Properties.BillingMode')).toBe('PAY_PER_REQUEST');
    expect(
      listAt(table, 'Properties.GlobalSecondaryIndexes').map((index) => [
        at(index, 'IndexName'),
        ...listAt(index, 'KeySchema').map((part) => at(part, 'AttributeName')),
        at(index, 'Projection.ProjectionType'),
      ]),
    ).toEqual(
      TABLE.indexes.map(({ name, prefix, holds }) => [
        name,
        `${prefix}pk`,
        `${prefix}sk`,
        holds === 'keys' ? 'KEYS_ONLY' : 'INCLUDE',
      ]),
    );
  });

  it('S-40 keep files private and delete uploads that no message uses', () => {
    expect(at(bucket, 'Properties.PublicAccessBlockConfiguration')).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const expiring = listAt(bucket, 'Properties.LifecycleConfiguration.Rules')
      .filter((rule) => at(rule, 'Prefix') !== undefined)
      .map((rule) => [at(rule, 'Prefix'), at(rule, 'ExpirationInDays')]);
    expect(expiring).toEqual([
      ['pending/', 1],
      ['claims/', 14],
      ['given-up/', 60],
      ['aws/lambda/', 60],
    ]);
    const served = Object.values(BUCKET).filter(({ isServed }) => isServed);
    expect(served.map(({ prefix }) => prefix)).toEqual(['t/']);
  });

  it('S-03 S-56 have no secret in a template', () => {
    const secrets = resourcesOf('prosa-data', 'AWS::SecretsManager::Secret');
    for (const { Properties } of secrets) {
      const given = Properties.SecretString === undefined ? '' : flat(Properties.SecretString);
      expect(given === '' || given.includes('{{resolve:secretsmanager:')).toBe(true);
      expect(Properties.KmsKeyId).toBeDefined();
    }
    const environments = STACKS.flatMap((stack) => resourcesOf(stack, 'AWS::Lambda::Function')).map(
      ({ Properties }) => JSON.stringify(at(Properties, 'Environment.Variables') ?? {}),
    );
    expect(environments.join()).not.toContain('resolve:secretsmanager');
  });
});

describe('CloudFront', () => {
  const distribution = resourcesOf('prosa-web', 'AWS::CloudFront::Distribution')[0];
  const policies = resourcesOf('prosa-web', 'AWS::CloudFront::ResponseHeadersPolicy');
  /** Returns a policy as the headers that override those of the origin. */
  const headersOf = (id: string): Record<string, string> => {
    const config = at(
      policies.find((policy) => policy.id.startsWith(id)),
      'Properties.ResponseHeadersPolicyConfig',
    );
    const security = at(config, 'SecurityHeadersConfig');
    const custom = listAt(config, 'CustomHeadersConfig.Items');
    const named = ['ContentSecurityPolicy', 'ContentTypeOptions', 'FrameOptions', 'ReferrerPolicy'];
    for (const name of [...named, 'StrictTransportSecurity'])
      expect(at(security, `${name}.Override`), name).toBe(true);
    const kept = custom.filter((item) => at(item, 'Override') !== true);
    expect(kept.every((item) => flat(at(item, 'Header')) === 'cache-control')).toBe(true);
    const transport = at(security, 'StrictTransportSecurity');
    const subdomains = at(transport, 'IncludeSubdomains') === true ? '; includeSubDomains' : '';
    return {
      'content-security-policy': flat(at(security, 'ContentSecurityPolicy.ContentSecurityPolicy')),
      'strict-transport-security': `max-age=${at(transport, 'AccessControlMaxAgeSec')}${subdomains}`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': flat(at(security, 'FrameOptions.FrameOption')),
      'referrer-policy': flat(at(security, 'ReferrerPolicy.ReferrerPolicy')),
      ...Object.fromEntries(custom.map((item) => [flat(at(item, 'Header')), flat(at(item, 'Value'))])),
    };
  };

  it('S-66 sends the security headers with the app and the API, as the local gateway does', () => {
    const { 'cache-control': _, ...headers } = headersOf('AppHeaders');
    const sources = /connect-src 'self' (\S+) (\S+);/.exec(headers['content-security-policy'] ?? '');
    const [, uploadOrigin = '', socketOrigin = ''] = sources ?? [];
    expect(uploadOrigin).toMatch(/^https:\/\/prosa-media-.*\.s3\./);
    expect(socketOrigin).toMatch(/^wss:\/\/[^*]+$/);
    expect(headers).toEqual(appSecurityHeaders({ uploadOrigin, socketOrigin }));

    const csp = headers['content-security-policy'] ?? '';
    const directives = new Map(csp.split('; ').map((one) => [one.split(' ')[0], one]));
    expect(directives.get('default-src')).toBe("default-src 'self'");
    expect(directives.get('script-src')).toBe("script-src 'self'");
    expect(directives.get('object-src')).toBe("object-src 'none'");
    // Besides documents only YouTube's player without cookies.
    expect(directives.get('frame-src')).toBe('frame-src blob: https://www.youtube-nocookie.com');
    expect(csp.match(/youtube|ytimg/g)).toHaveLength(1);
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(csp).not.toMatch(/unsafe-eval|\*|http:/);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['permissions-policy']).toMatch(
      /camera=\(self\), microphone=\(self\), geolocation=\(self\)/,
    );
    expect(headers['x-frame-options']).toBe('DENY');
    const behaviours = [
      at(distribution, 'Properties.DistributionConfig.DefaultCacheBehavior'),
      ...listAt(distribution, 'Properties.DistributionConfig.CacheBehaviors'),
    ];
    const without = behaviours.filter((behaviour) => at(behaviour, 'ResponseHeadersPolicyId') === undefined);
    expect(without).toEqual([]);
    expect(headersOf('ApiHeaders')).toEqual(headersOf('AppHeaders'));
  });

  it('S-40 sandboxes files, as the local front does', () => {
    expect(headersOf('MediaHeaders')).toEqual({ ...MEDIA_SECURITY_HEADERS, 'cache-control': 'no-store' });
    expect(MEDIA_SECURITY_HEADERS['content-security-policy']).toBe("sandbox; default-src 'none'");
  });

  const distributions = STACKS.flatMap((stack) => resourcesOf(stack, 'AWS::CloudFront::Distribution'));
  const errorCodes = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

  it.each(
    distributions.flatMap(({ id, Properties }) => errorCodes.map((code) => ({ id, Properties, code }))),
  )('S-64 $id keeps an error $code for no second', ({ Properties, code }) => {
    const responses = listAt(Properties, 'DistributionConfig.CustomErrorResponses');
    const own = responses.filter((response) => at(response, 'ErrorCode') === code);
    expect(own).toEqual([{ ErrorCode: code, ErrorCachingMinTTL: 0 }]);
  });

  it('S-64 caches no answer of an API: caching is disabled, and every answer is no-store', () => {
    const behaviours = listAt(distribution, 'Properties.DistributionConfig.CacheBehaviors');
    const uncached = behaviours.filter((behaviour) => flat(at(behaviour, 'PathPattern')) !== '/media/*');
    expect(uncached.map((behaviour) => flat(at(behaviour, 'PathPattern')))).toEqual([
      '/api/*',
      '/external/*',
      '/ws',
    ]);
    for (const behaviour of uncached) {
      expect(at(behaviour, 'CachePolicyId')).toBe(CachePolicy.CACHING_DISABLED.cachePolicyId);
      expect(flat(at(behaviour, 'ResponseHeadersPolicyId'))).toMatch(/^<ApiHeaders/);
    }
    const overrides = policies.map((policy) => {
      const items = listAt(policy, 'Properties.ResponseHeadersPolicyConfig.CustomHeadersConfig.Items');
      const caching = items.filter((item) => flat(at(item, 'Header')) === 'cache-control');
      return [policy.id, caching.map((item) => [at(item, 'Value'), at(item, 'Override')])];
    });
    // An object of S3 has its own header, or a function's; an error of S3 has none.
    expect(Object.fromEntries(overrides)).toEqual({
      ApiHeaders: [['no-store', true]],
      AppHeaders: [['no-store', false]],
      MediaHeaders: [['no-store', false]],
    });
  });

  it('S-64 the REST API says no-store in every error of its own', () => {
    const answers = resourcesOf('prosa-api', 'AWS::ApiGateway::GatewayResponse');
    expect(answers.map(({ Properties }) => Properties.ResponseType)).toEqual(
      expect.arrayContaining(['DEFAULT_4XX', 'DEFAULT_5XX']),
    );
    for (const { id, Properties } of answers) {
      const headers = Object.entries(Properties.ResponseParameters ?? {}).map(String);
      expect(headers, id).toContain("gatewayresponse.header.Cache-Control,'no-store'");
    }
  });

  it('S-64 is behind a firewall, and authenticates to both APIs', () => {
    expect(at(distribution, 'Properties.DistributionConfig.WebACLId')).toBeDefined();
    const names = listAt(resourcesOf('prosa-web', 'AWS::WAFv2::WebACL')[0], 'Properties.Rules').map((rule) =>
      at(rule, 'Name'),
    );
    expect(names).toEqual([
      'sign-in-rate',
      'webhook-rate',
      'rate',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    const origins = listAt(distribution, 'Properties.DistributionConfig.Origins');
    const toApis = origins.filter((origin) => /^o[0-9a-f]{24}\./.test(flat(at(origin, 'DomainName'))));
    expect(toApis).toHaveLength(2);
    for (const origin of toApis) {
      expect(at(listAt(origin, 'OriginCustomHeaders')[0], 'HeaderName')).toBe('x-prosa-origin');
      expect(at(origin, 'CustomOriginConfig.OriginProtocolPolicy')).toBe('https-only');
    }
  });
});

describe('S-64 the names of the origins', () => {
  const names = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::DomainName').map(({ Properties }) =>
    flat(Properties.DomainName),
  );

  it('cannot be guessed, and are in no certificate, because certificates are public', () => {
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^o[0-9a-f]{24}\.app\.example\.com$/);
    const certificates = (['prosa-api', 'prosa-web'] as const).flatMap((stack) =>
      resourcesOf(stack, 'AWS::CertificateManager::Certificate'),
    );
    expect(certificates).toHaveLength(2);
    for (const name of names) expect(JSON.stringify(certificates)).not.toContain(name);
    const covers = certificates.some(({ Properties }) => Properties.DomainName === '*.app.example.com');
    expect(covers).toBe(true);
  });

  it('are not in headers that browsers get', () => {
    const told = JSON.stringify(resourcesOf('prosa-web', 'AWS::CloudFront::ResponseHeadersPolicy'));
    for (const name of names) expect(told).not.toContain(name);
  });

  it('differ between installations', async () => {
    const other = await installationWith({ hostedZoneId: 'Z11111111111111EXAMPLE' });
    const others = JSON.stringify(templatesOf(other).get('prosa-api'));
    for (const name of names) expect(others).not.toContain(name);
  });
});

describe('S-13 the rate limit for sign-ins per IP address', () => {
  const rules = listAt(resourcesOf('prosa-web', 'AWS::WAFv2::WebACL')[0], 'Properties.Rules');
  const ruleOf = (name: string) => rules.find((rule) => at(rule, 'Name') === name);
  const limitOf = (name: string) => Number(at(ruleOf(name), 'Statement.RateBasedStatement.Limit'));

  it('is stricter than all other limits, and applies to every spelling of the sign-in path', () => {
    const statement = at(ruleOf('sign-in-rate'), 'Statement.RateBasedStatement');
    expect(at(statement, 'AggregateKeyType')).toBe('IP');
    expect(limitOf('sign-in-rate')).toBeLessThanOrEqual(100);
    expect(limitOf('sign-in-rate') * 50).toBeLessThanOrEqual(limitOf('rate'));
    const match = at(statement, 'ScopeDownStatement.ByteMatchStatement');
    expect(at(match, 'SearchString')).toBe('/api/auth/login');
    expect(at(match, 'PositionalConstraint')).toBe('STARTS_WITH');
    const made = listAt(match, 'TextTransformations').map((each) => at(each, 'Type'));
    expect(made).toEqual(['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE']);
  });

  it('responds with a Retry-After header', () => {
    for (const name of ['sign-in-rate', 'webhook-rate', 'rate']) {
      const answer = at(ruleOf(name), 'Action.Block.CustomResponse');
      expect(at(answer, 'ResponseCode')).toBe(429);
      expect(listAt(answer, 'ResponseHeaders')).toEqual([{ Name: 'retry-after', Value: '300' }]);
    }
  });

  it('is complemented by a function for signing in alone, so that password hashing does not slow down sign-in sessions', () => {
    expect(FUNCTIONS['sign-in']?.kind).toBe('http');
    expect(Object.values(ROUTE_GROUPS['sign-in'] ?? {}).map(({ path }) => path)).toEqual(['/auth/login']);
  });
});

describe('a flood of WebSocket frames', () => {
  it('has limits of its own, separate from those for opening a channel and for other functions', () => {
    const stage = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Stage').find(
      ({ Properties }) => Properties.StageName === 'ws',
    );
    for (const routeKey of ['$connect', '$disconnect', '$default']) {
      const settings = at(at(stage, 'Properties.RouteSettings'), routeKey);
      expect(Number(at(settings, 'ThrottlingRateLimit')), routeKey).toBeGreaterThan(0);
      expect(Number(at(settings, 'ThrottlingRateLimit')), routeKey).toBeLessThanOrEqual(1000);
    }
    const [name] = Object.entries(FUNCTIONS).find(([, { kind }]) => kind === 'ws') ?? [''];
    expect(concurrencyOf(ACCOUNT_CONCURRENCY).reserved.get(name)).toBe(100);
  });
});

describe('R39 S-70 the session host', () => {
  const task = resourcesOf('prosa-sessions', 'AWS::ECS::TaskDefinition')[0];
  const service = resourcesOf('prosa-sessions', 'AWS::ECS::Service')[0];
  const container = listAt(task, 'Properties.ContainerDefinitions')[0];

  it('starts the new task before the old one stops in a deployment, and gives the old one two minutes', () => {
    expect(at(service, 'Properties.DeploymentConfiguration.MinimumHealthyPercent')).toBe(100);
    expect(at(service, 'Properties.DeploymentConfiguration.MaximumPercent')).toBe(200);
    expect(at(container, 'StopTimeout')).toBe(120);
  });

  it('runs without root, with a read-only file system, on ARM, and accepts no inbound connections', () => {
    expect(at(container, 'User')).toBe('1000');
    expect(at(container, 'ReadonlyRootFilesystem')).toBe(true);
    expect(at(task, 'Properties.RuntimePlatform.CpuArchitecture')).toBe('ARM64');
    expect(at(service, 'Properties.EnableExecuteCommand')).toBe(false);
    const ingress = resourcesOf('prosa-sessions', 'AWS::EC2::SecurityGroup').flatMap(({ Properties }) =>
      listAt(Properties, 'SecurityGroupIngress'),
    );
    expect(ingress).toEqual([]);
    expect(
      resourcesOf('prosa-sessions', 'AWS::EC2::SecurityGroupIngress').map(
        ({ Properties }) => Properties.FromPort,
      ),
    ).toEqual([2049]);
  });
});
