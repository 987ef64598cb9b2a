import { Duration } from 'aws-cdk-lib';
import {
  CfnStage,
  type DomainName,
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  type HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpStage,
  type IHttpRouteAuthorizer,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type GatewayRoute, gatewayRoutes, routeKeyOf } from '../gateway-routes.ts';
import { type FunctionResource, HTTP_API_ERRORS, REFUSED_DELIVERIES } from '../programs.ts';
import { accessLog, accessLogGroup } from './access-log.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import { declaredFunction, type FunctionContext } from './declared-function.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { metricNamespace } from './settings.ts';

/** API Gateway's maximum timeout for a function. */
const INTEGRATION_TIMEOUT = Duration.seconds(29);
const METHODS: Record<GatewayRoute['method'], HttpMethod> = {
  ANY: HttpMethod.ANY,
  GET: HttpMethod.GET,
  POST: HttpMethod.POST,
  PUT: HttpMethod.PUT,
  DELETE: HttpMethod.DELETE,
};

interface HttpRoutesProps {
  context: FunctionContext;
  functions: Readonly<Record<string, FunctionResource>>;
  authorizer: IHttpRouteAuthorizer;
  domain: DomainName;
}

/** The integration of a function, which API Gateway calls with a separate role. */
class FunctionIntegration extends HttpRouteIntegration {
  private readonly fn: IFunction;
  private readonly caller: Role;

  constructor(id: string, fn: IFunction, caller: Role) {
    super(id);
    this.fn = fn;
    this.caller = caller;
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.fn.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.caller),
      timeout: INTEGRATION_TIMEOUT,
    };
  }
}

/**
 * The HTTP API: one function per group, one integration per function, and the routes that `gateway-routes.ts` derives
 * from the contract.
 */
export class HttpRoutes extends Construct {
  constructor(scope: Construct, id: string, props: HttpRoutesProps) {
    super(scope, id);
    const { context, functions, authorizer, domain } = props;
    const api = new HttpApi(this, 'Api', { createDefaultStage: false, disableExecuteApiEndpoint: true });
    const served = Object.entries(functions).flatMap(([name, resource]) => {
      if (resource.kind !== 'http') return [];
      const fn = declaredFunction(this, name, resource, context);
      acknowledge(fn.lambda, {
        'Serverless-LambdaDLQ':
          'API Gateway calls it and waits: the caller hears of a failure, nothing is left to keep.',
      });
      return [{ name, lambda: fn.lambda }];
    });
    // One role instead of one permission per function, because the stack is limited to 450 resources.
    const caller = new Role(this, 'Caller', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: served.map(({ lambda }) => lambda.functionArn),
            }),
          ],
        }),
      },
    });
    const integrations = new Map(
      served.map(({ name, lambda }) => [
        name,
        new FunctionIntegration(`${name}-integration`, lambda, caller),
      ]),
    );
    const declared = gatewayRoutes(functions);
    const routes = declared.flatMap(({ functionName, method, path }) => {
      const integration = integrations.get(functionName);
      if (integration === undefined) throw new Error(`${functionName} is no function of this API`);
      return api.addRoutes({ path, methods: [METHODS[method]], integration, authorizer });
    });
    const calls = accessLogGroup(this, 'AccessLog');
    const stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      domainMapping: { domainName: domain },
      throttle: { rateLimit: RATE_LIMITS.standard.rate, burstLimit: RATE_LIMITS.standard.burst },
      detailedMetricsEnabled: false,
      accessLogSettings: accessLog(calls, {
        responseLatency: '$context.responseLatency',
        responseLength: '$context.responseLength',
        error: '$context.error.responseType',
      }),
    });
    this.throttle(stage, declared, routes);
    alarmOn(this, 'ServerErrors', {
      metric: stage.metricServerError({ statistic: 'sum', period: Duration.minutes(5) }),
      ...HTTP_API_ERRORS,
      alarms: context.data.alarms,
    });
    this.alarmOnRefusedDeliveries(calls, declared, context);
  }

  /**
   * Creates an alarm on refused webhook deliveries. A provider retries refused deliveries and unsubscribes a page
   * after an hour, so one refusal in five minutes is worth an alarm. No other metric shows it, because the function
   * answers without failing (R10).
   */
  private alarmOnRefusedDeliveries(
    calls: LogGroup,
    declared: readonly GatewayRoute[],
    { data, settings }: FunctionContext,
  ): void {
    for (const route of declared) {
      const { row } = route;
      if (row?.permission !== 'webhook' || row.method === 'GET') continue;
      const refused = new MetricFilter(this, `${row.id}-refused`, {
        logGroup: calls,
        metricNamespace: metricNamespace(settings),
        metricName: `${row.id}-refused`,
        filterPattern: FilterPattern.all(
          FilterPattern.stringValue('$.routeKey', '=', routeKeyOf(route)),
          FilterPattern.stringValue('$.status', '=', '5*'),
        ),
      });
      alarmOn(this, `${row.id}-refusals`, {
        metric: refused.metric({ statistic: 'sum', period: Duration.minutes(5) }),
        ...REFUSED_DELIVERIES,
        alarms: data.alarms,
      });
    }
  }

  /** Sets the rate limits of routes. A stage may only name routes that exist. */
  private throttle(stage: HttpStage, declared: readonly GatewayRoute[], routes: readonly HttpRoute[]): void {
    const resource = stage.node.defaultChild;
    if (!(resource instanceof CfnStage)) throw new Error('the stage has no resource');
    resource.routeSettings = Object.fromEntries(
      declared.flatMap((route) => {
        if (route.row === undefined || route.row.rate === 'standard') return [];
        const { rate, burst } = RATE_LIMITS[route.row.rate];
        return [[routeKeyOf(route), { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }]];
      }),
    );
    stage.node.addDependency(...routes);
  }
}
