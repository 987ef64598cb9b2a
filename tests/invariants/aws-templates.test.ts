import { usageKeyOf } from '@prosa/functions/origin-guard/usage-key.ts';
import { createRouteTree } from '@prosa/functions/platform/http/route-tree.ts';
import { ENTITIES } from '@prosa/functions/platform/table/entities/all-entities.ts';
import { WATCHED_ENTITIES } from '@prosa/functions/streams/read-changes.ts';
import { assembleWithStandIns } from '@prosa/infra/aws/stand-ins.ts';
import { FUNCTION_ENV, FUNCTIONS } from '@prosa/infra/programs.ts';
import { BUCKET, QUEUES, SECRETS, STREAM_DELIVERY, TABLE } from '@prosa/infra/resources.ts';
import { appSecurityHeaders, MEDIA_SECURITY_HEADERS } from '@prosa/infra/security-headers.ts';
import { streamFilters } from '@prosa/infra/stream-filters.ts';
import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import { fullPathOf, type RouteGroup, type RouteShape } from '@prosa/shared/contracts/route.ts';
import type { SecretName } from '@prosa/shared/resource-names.ts';
import { describe, expect, it } from 'vitest';
import { propertyAt as at, listAt } from './support/property-at.ts';
import {
  flat,
  resourcesOf,
  type StackName,
  synthesize,
  type Template,
  templateOf,
} from './support/templates.ts';

/** CloudFormation takes 500 resources a stack; the rest is for what a release adds and takes away at once. */
const CLOUDFORMATION_RESOURCES = 450;
/** API Gateway's limits for an HTTP API; the first can be raised, the second cannot. */
const GATEWAY_ROUTES = 300;
const GATEWAY_INTEGRATIONS = 300;
/** The product that the specification describes. */
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
  /** Logical id of the function that API Gateway calls: it prefers a route that names the whole path. */
  const functionOf = (method: string, path: string): string | undefined => {
    const fits = (routeKey: string): number => {
      const [verb = '', pattern = ''] = routeKey.split(' ');
      if (verb !== 'ANY' && verb !== method) return 0;
      const isProxy = pattern.endsWith('/{proxy+}');
      const source = pattern.replace('{proxy+}', '.+').replaceAll(/\{\w+\}/g, '[^/]+');
      if (!new RegExp(`^${source}$`).test(path)) return 0;
      // A fixed segment before a variable one.
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

  it('S-15 lead every row of the contract to the function that serves it, whatever its parameters are', () => {
    const wrong = Object.entries(FUNCTIONS).flatMap(([name, fn]) =>
      fn.kind !== 'http'
        ? []
        : Object.values(
            Object.entries<RouteGroup>(ROUTE_GROUPS).find(([group]) => group === fn.routes)?.[1] ?? {},
          )
            .flatMap((row) =>
              ['7', 'list', 'imports', 'a%20b'].map((value) => ({
                row,
                path: fullPathOf(row).replaceAll(/\{\w+\}/g, value),
              })),
            )
            // A value that is the fixed segment of another row is a call of that row.
            .filter(({ row, path }) => rowOf(row.method, path) === row)
            .map(({ row, path }) => `${row.method} ${path}: ${functionOf(row.method, path)}`)
            .filter((line) => !line.includes(`: Http${name.replaceAll('-', '')}Function`)),
    );
    expect(wrong).toEqual([]);
  });

  it('S-15 open nothing but the prefixes of the rows', () => {
    const prefixes = new Set(browserRows.map((row) => fullPathOf(row).split('/').slice(0, 3).join('/')));
    const open = httpKeys.map((key) => key.split(' ')[1] ?? '');
    expect(open.filter((path) => !prefixes.has(path.split('/').slice(0, 3).join('/')))).toEqual([]);
    expect(open.filter((path) => path.includes('+') && !path.endsWith('/{proxy+}'))).toEqual([]);
  });

  it('S-64 are open to the edge alone: every HTTP route and $connect ask the guard', () => {
    const guarded = routes.filter((route) => isHttp(route) || route.Properties.RouteKey === '$connect');
    expect(guarded).not.toHaveLength(0);
    expect(guarded.filter(({ Properties }) => Properties.AuthorizationType !== 'CUSTOM')).toEqual([]);
    expect(guarded.filter(({ Properties }) => Properties.AuthorizerId === undefined)).toEqual([]);
    for (const api of resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Api')) {
      expect(api.Properties.DisableExecuteApiEndpoint).toBe(true);
    }
  });

  it('have an integration per function, in payload format 2.0, and one per WebSocket route', () => {
    const integrations = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Integration');
    const http = integrations.filter(({ Properties }) => Properties.PayloadFormatVersion === '2.0');
    const socketRoutes = Object.values(FUNCTIONS).flatMap((fn) => (fn.kind === 'ws' ? fn.wsRoutes : []));
    expect(http).toHaveLength(httpFunctions.length);
    expect(integrations).toHaveLength(httpFunctions.length + socketRoutes.length);
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

  it('S-15 S-64 have exactly the routes for other systems, each behind the guard and the usage plan', () => {
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
    expect(deployed.sort()).toEqual(externalRows.map(keyOf).sort());
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

  it('S-03 the key of the usage plan is the one that the guard names, and no secret', () => {
    const [key] = resourcesOf('prosa-api', 'AWS::ApiGateway::ApiKey');
    const guard = resourcesOf('prosa-api', 'AWS::Lambda::Function').find(({ id }) =>
      id.startsWith('originguard'),
    );
    const origin = flat(at(guard, 'Properties.Environment.Variables.APP_ORIGIN'));
    expect(flat(key?.Properties.Value)).toBe(usageKeyOf(origin));
    // Whoever may look at the API's keys would see the secret of the edge.
    expect(JSON.stringify(templateOf('prosa-api'))).not.toContain('resolve:secretsmanager');
  });

  it('S-64 ask the guard however the edge writes the name of its header', () => {
    const [rest] = resourcesOf('prosa-api', 'AWS::ApiGateway::Authorizer');
    const [http, webSocket] = ['$request.header.x-prosa-origin', undefined].map((source) =>
      resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Authorizer').find(
        ({ Properties }) => listAt(Properties, 'IdentitySource')[0] === source,
      ),
    );
    // HTTP APIs alone write names of headers in lower case; elsewhere nothing but the guard looks for one.
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
      // The pattern of the route, never the path that was called; REST APIs know no route keys.
      expect(format).toMatch(/\$context\.(routeKey|httpMethod \$context\.resourcePath)"/);
      expect(format.replace('$context.httpMethod $context.resourcePath', '')).not.toMatch(
        /\$context\.(path|identity|domainName|authorizer|httpMethod)|querystring|\$request/,
      );
    }
  });
});

const STACKS: StackName[] = ['prosa-data', 'prosa-api', 'prosa-workers', 'prosa-sessions'];
const ALL_STACKS: StackName[] = [...STACKS, 'prosa-web'];

describe('every stack has room', () => {
  const countOf = (template: Template | undefined, type: string): number =>
    Object.values(template?.Resources ?? {}).filter((resource) => resource.Type === type).length;
  const measure = (templates: ReadonlyMap<string, Template>) => ({
    resources: Math.max(...[...templates.values()].map(({ Resources }) => Object.keys(Resources).length)),
    /** Each API has its own limit: the live channel's three count here too. */
    routes: countOf(templates.get('prosa-api'), 'AWS::ApiGatewayV2::Route'),
    integrations: countOf(templates.get('prosa-api'), 'AWS::ApiGatewayV2::Integration'),
  });
  const expectRoom = (sizes: ReturnType<typeof measure>): void => {
    expect(sizes.resources).toBeLessThanOrEqual(CLOUDFORMATION_RESOURCES);
    expect(sizes.routes).toBeLessThanOrEqual(GATEWAY_ROUTES);
    expect(sizes.integrations).toBeLessThanOrEqual(GATEWAY_INTEGRATIONS);
  };

  it('as it is', () => {
    expectRoom(measure(new Map(ALL_STACKS.map((name) => [name, templateOf(name)]))));
  });

  it('for the 45 functions and 330 rows of the whole product', () => {
    const [contacts] = httpFunctions.filter(({ routes }) => routes === 'contacts');
    if (contacts === undefined) throw new Error('there is no example of a function');
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
              // Three prefixes a function, as functions have now; one row in eight has a rate of its own.
              path: `/${name}-${number % 3}/${number}/{id}`,
              rate: number % 8 === 0 ? (rates[number % rates.length] ?? 'heavy') : 'standard',
            },
          ]),
      ),
    ]);
    const templates = synthesize({
      routes: { ...ROUTE_GROUPS, ...Object.fromEntries(extra) },
      functions: {
        ...FUNCTIONS,
        ...Object.fromEntries(newNames.map((name) => [name, { ...contacts, routes: name }])),
      },
    });
    const functions = Object.entries(templates.get('prosa-api')?.Resources ?? {}).filter(
      ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Http'),
    );
    expect(functions).toHaveLength(HTTP_FUNCTIONS_OF_THE_PRODUCT);
    expectRoom(measure(templates));
  });
});

describe('the order of a deployment', () => {
  it('every stack that imports a value from another depends on it', () => {
    const assembly = assembleWithStandIns();
    const templates = assembly.stacks.map(({ stackName, template, dependencies }) => ({
      stackName,
      text: JSON.stringify(template),
      exports: Object.values<unknown>(Object(template.Outputs ?? {})).map((output) =>
        flat(at(output, 'Export.Name')),
      ),
      dependencies: dependencies.map(({ id }) => id),
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

describe('what runs without a caller has dead letters and an alarm that says who is hurt', () => {
  it.each(Object.entries(QUEUES).map(([name, queue]) => ({ name, ...queue })))(
    'queue $name',
    ({ name, fifo, errorImpact, maxReceives }) => {
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

  it('R10 a message that waits five minutes is told, of every queue', () => {
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

  it('R10: a delivery of a provider that is refused sounds an alarm within five minutes', () => {
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

  it('a failure of the live channel, which API Gateway counts as an answer, sounds an alarm', () => {
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
    'I18: the reader $name gets what it declares, tries as often as locally, and keeps whole what it gives up',
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
      // A replay finds the reader by the name in what was given up.
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

  it('the stream has two readers, as many as a shard carries, which name entities there are', () => {
    expect(readers.map(({ name }) => name)).toEqual(['live', 'index']);
    const named = readers.flatMap(({ changes, inserts }) => [...changes, ...inserts]);
    const entities: readonly { name: string }[] = ENTITIES;
    expect(named.filter((name) => !entities.some((entity) => entity.name === name))).toEqual([]);
    expect([...new Set(named)].toSorted()).toEqual(WATCHED_ENTITIES.toSorted());
    // Lambda takes five filters of 4096 characters for a source.
    for (const reader of readers) {
      const filters = streamFilters(reader);
      expect(filters.length).toBeLessThanOrEqual(5);
      for (const filter of filters) expect(JSON.stringify(filter).length).toBeLessThanOrEqual(4096);
    }
  });

  it('R20 R21 every source reports the items that failed, not the batch', () => {
    expect(mappings).toHaveLength(
      declared.filter(([, fn]) => fn.kind === 'queue' || fn.kind === 'stream').length,
    );
    for (const { Properties } of mappings) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    }
  });

  it('the clock has dead letters, and an alarm where it does not tick', () => {
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

  it('every alarm is one sentence and tells somebody', () => {
    expect(alarms.length).toBeGreaterThan(declared.length);
    expect(alarms.filter(({ Properties }) => !isSentence(Properties.AlarmDescription))).toEqual([]);
    expect(alarms.filter((alarm) => listAt(alarm, 'Properties.AlarmActions').length !== 1)).toEqual([]);
  });
});

describe('R22 a message is invisible for six times as long as its function may run', () => {
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

/** Names of the template as they are written in the stacks, without what the CDK adds. */
const readable = (text: string): string =>
  text
    .replace(
      /prosa-\w+:ExportsOutput(?:FnGetAtt|Ref)([\w-]+?)[0-9A-F]{8}(?:Arn|StreamArn)?[0-9A-F]{8}/g,
      '$1',
    )
    .replace(/([A-Za-z])[0-9A-F]{8}\b/g, '$1');

/** Of the rows that a denial is about. */
const deniedRows = (statement: unknown): string =>
  at(statement, 'Effect') === 'Deny' ? ` DENIED where ${JSON.stringify(at(statement, 'Condition'))}` : '';

/** `role: actions on resources`, one line per statement, of everything a role of ours may do, or is denied. */
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

/** Who may read which secret, as reviewed. */
const SECRET_READERS: Record<SecretName, string[]> = {
  signing: [
    'Httpauth',
    'Httpcompanies',
    'Httpconnections',
    'Httpcontactfiles',
    'Httpcontacts',
    'Httpdashboard',
    'Httpmedia',
    'Httpmessages',
    'Httpplatform',
    'Httpqueues',
    'Httpquickmessages',
    'Httprealtime',
    'Httpschedules',
    'Httpsignin',
    'Httptags',
    'Httptickets',
    'Httpusers',
    'Httpwebhooks',
    'live',
  ].map((name) => `${name}Role`),
  sessionCredentials: ['HostRole'],
  /** The session host opens the proxies of connections; whom they belong to sets them over HTTP. */
  tenantSecrets: ['HostRole', 'HttpcompaniesRole', 'HttpconnectionsRole', 'HttpmediaRole'],
  media: [
    'HttpauthRole',
    'HttpconnectionsRole',
    'HttpcontactfilesRole',
    'HttpmediaRole',
    'HttpmessagesRole',
    'HttpquickmessagesRole',
    'HttpschedulesRole',
    'HttpsigninRole',
    'HttpusersRole',
    'liveRole',
  ],
  meta: ['HttpwebhooksRole'],
  origin: ['originguardRole'],
};

describe('S-62 a role of its own for each function, with what it declares and no more', () => {
  const all = STACKS.flatMap(rightsOf);

  it('is what was reviewed', () => {
    expect(all).toMatchSnapshot();
  });

  it('has no wildcard actions, and no wildcard resource but that of X-Ray', () => {
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

  it('S-56 S-70 lets few read what opens the secrets of companies, and the session host alone its credentials', () => {
    const readersOf = (secret: string): string[] =>
      all
        .filter((line) => line.includes('secretsmanager:GetSecretValue') && line.includes(`${secret}secret`))
        .map((line) => line.slice(0, line.indexOf(':')))
        .sort();
    expect(Object.fromEntries(Object.keys(SECRETS).map((name) => [name, readersOf(name)]))).toEqual(
      SECRET_READERS,
    );
  });

  it('S-56 keeps what opens the secrets of companies under a key of its own, which few may use', () => {
    const secrets = resourcesOf('prosa-data', 'AWS::SecretsManager::Secret');
    const keyOfSecret = (name: string) =>
      flat(secrets.find(({ id }) => id.startsWith(`${name}secret`))?.Properties.KmsKeyId);
    for (const [name, { under }] of Object.entries(SECRETS))
      expect(keyOfSecret(name), name).toMatch(under === 'tenants' ? /^<TenantKey/ : /^<Key/);
    const users = all.filter((line) => line.includes('kms:') && line.includes('TenantKey'));
    expect(users.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'HttpcompaniesRole',
      'HttpconnectionsRole',
      'HttpmediaRole',
      'HostRole',
    ]);
  });

  it('shares no role between functions', () => {
    for (const stack of ['prosa-api', 'prosa-workers'] as const) {
      const roles = resourcesOf(stack, 'AWS::Lambda::Function').map(({ Properties }) =>
        flat(Properties.Role),
      );
      expect(new Set(roles).size).toBe(roles.length);
    }
  });
});

describe('every function is told where the others are', () => {
  it('by the same names as locally', () => {
    const inAws = FUNCTION_ENV.filter((name) => !name.endsWith('_ENDPOINT') || name === 'REALTIME_ENDPOINT');
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

describe('what keeps state', () => {
  const table = resourcesOf('prosa-data', 'AWS::DynamoDB::GlobalTable')[0];
  const bucket = resourcesOf('prosa-data', 'AWS::S3::Bucket')[0];

  it('S-61 is backed up and protected from deletion', () => {
    const replica = listAt(table, 'Properties.Replicas')[0];
    expect(at(replica, 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled')).toBe(true);
    expect(at(replica, 'DeletionProtectionEnabled')).toBe(true);
    const keys = resourcesOf('prosa-data', 'AWS::KMS::Key');
    expect(keys.map(({ Properties }) => Properties.EnableKeyRotation)).toEqual([true, true]);
    const secrets = resourcesOf('prosa-data', 'AWS::SecretsManager::Secret');
    const kept = [table, bucket, ...keys, ...secrets];
    expect(kept.filter((resource) => resource?.DeletionPolicy !== 'RetainExceptOnCreate')).toEqual([]);
  });

  it('streams both images, expires rows and has the indexes of the table layer', () => {
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

  it('S-40 keeps files private and forgets uploads that no message named', () => {
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

  it('S-03 S-56 has no secret in a template', () => {
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

describe('the edge', () => {
  const distribution = resourcesOf('prosa-web', 'AWS::CloudFront::Distribution')[0];
  const policies = resourcesOf('prosa-web', 'AWS::CloudFront::ResponseHeadersPolicy');
  /** A policy as the headers that it puts over what the origin sent. */
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
    expect(custom.filter((item) => at(item, 'Override') !== true)).toEqual([]);
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

  it('S-66 sends the security headers with the app and the API, as the local front does', () => {
    const headers = headersOf('AppHeaders');
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
    expect(without.map((behaviour) => at(behaviour, 'PathPattern'))).toEqual(['/ws']);
  });

  it('S-40 sandboxes files, as the local front does', () => {
    expect(headersOf('MediaHeaders')).toEqual(MEDIA_SECURITY_HEADERS);
    expect(MEDIA_SECURITY_HEADERS['content-security-policy']).toBe("sandbox; default-src 'none'");
  });

  it('S-64 stands behind a firewall and proves itself to both APIs', () => {
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

  it('cannot be guessed, and stand in no certificate, whose names are public', () => {
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

  it('are told to nobody: not in headers that browsers get', () => {
    const told = JSON.stringify(resourcesOf('prosa-web', 'AWS::CloudFront::ResponseHeadersPolicy'));
    for (const name of names) expect(told).not.toContain(name);
  });

  it("are another installation's own", () => {
    const other = synthesize({ context: { hostedZoneId: 'Z11111111111111EXAMPLE' } });
    const others = JSON.stringify(other.get('prosa-api'));
    for (const name of names) expect(others).not.toContain(name);
  });
});

describe('S-13 the edge limits sign-ins by address', () => {
  const rules = listAt(resourcesOf('prosa-web', 'AWS::WAFv2::WebACL')[0], 'Properties.Rules');
  const ruleOf = (name: string) => rules.find((rule) => at(rule, 'Name') === name);
  const limitOf = (name: string) => Number(at(ruleOf(name), 'Statement.RateBasedStatement.Limit'));

  it('more tightly than everything else, on the path that signs in, however it is spelled', () => {
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

  it('and says when to come back', () => {
    for (const name of ['sign-in-rate', 'webhook-rate', 'rate']) {
      const answer = at(ruleOf(name), 'Action.Block.CustomResponse');
      expect(at(answer, 'ResponseCode')).toBe(429);
      expect(listAt(answer, 'ResponseHeaders')).toEqual([{ Name: 'retry-after', Value: '300' }]);
    }
  });

  it('and hashing has a function of its own: what goes on in sessions shares nothing with it', () => {
    const alone = Object.values(FUNCTIONS).filter((fn) => fn.kind === 'http' && fn.routes === 'sign-in');
    expect(alone).toHaveLength(1);
    expect(Object.values(ROUTE_GROUPS['sign-in']).map(({ path }) => path)).toEqual(['/auth/login']);
  });
});

describe('a flood of frames', () => {
  it('has limits of its own: opening a channel and other functions keep theirs', () => {
    const stage = resourcesOf('prosa-api', 'AWS::ApiGatewayV2::Stage').find(
      ({ Properties }) => Properties.StageName === 'ws',
    );
    for (const routeKey of ['$connect', '$disconnect', '$default']) {
      const settings = at(at(stage, 'Properties.RouteSettings'), routeKey);
      expect(Number(at(settings, 'ThrottlingRateLimit')), routeKey).toBeGreaterThan(0);
      expect(Number(at(settings, 'ThrottlingRateLimit')), routeKey).toBeLessThanOrEqual(1000);
    }
    const [fn] = Object.values(FUNCTIONS).filter(({ kind }) => kind === 'ws');
    expect(fn?.reservedConcurrency).toBe(100);
  });
});

describe('R39 S-70 the session host', () => {
  const task = resourcesOf('prosa-sessions', 'AWS::ECS::TaskDefinition')[0];
  const service = resourcesOf('prosa-sessions', 'AWS::ECS::Service')[0];
  const container = listAt(task, 'Properties.ContainerDefinitions')[0];

  it('hands over: the new task starts before the old one stops, which has two minutes', () => {
    expect(at(service, 'Properties.DeploymentConfiguration.MinimumHealthyPercent')).toBe(100);
    expect(at(service, 'Properties.DeploymentConfiguration.MaximumPercent')).toBe(200);
    expect(at(container, 'StopTimeout')).toBe(120);
  });

  it('runs without root, with a read-only file system, on ARM, and lets nobody in', () => {
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
