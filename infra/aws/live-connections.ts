import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnApi,
  CfnStage,
  type DomainName,
  type IWebSocketRouteAuthorizer,
  WebSocketApi,
  WebSocketIntegrationType,
  type WebSocketRoute,
  WebSocketRouteIntegration,
  type WebSocketRouteIntegrationBindOptions,
  type WebSocketRouteIntegrationConfig,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { FUNCTIONS, type FunctionResource } from '../programs.ts';
import { accessLog, accessLogGroup } from './access-log.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import { declaredFunction, type FunctionContext } from './declared-function.ts';
import type { ProsaFunction } from './prosa-function.ts';
import { LIVE_RATE_LIMITS, RATE_LIMITS } from './rate-limits.ts';
import { metricNamespace, WEBSOCKET_PATH } from './settings.ts';

/** Returns the ARN of all WebSocket connections of an API. */
export const connectionsArn = (stack: Stack, apiId: string): string =>
  stack.formatArn({
    service: 'execute-api',
    resource: apiId,
    resourceName: `${WEBSOCKET_PATH}/*/@connections/*`,
  });

interface LiveConnectionsProps {
  context: Omit<FunctionContext, 'targets'>;
  /** Returns the targets of the context's grants, once the WebSocket API exists. */
  targetsOf: (connectionsArn: string) => FunctionContext['targets'];
  authorizer: IWebSocketRouteAuthorizer;
  domain: DomainName;
}

/** The integration of a function for all of its routes, with one permission; CDK's own needs one of each per route. */
class FunctionIntegration extends WebSocketRouteIntegration {
  private readonly fn: IFunction;

  constructor(id: string, fn: IFunction, api: WebSocketApi) {
    super(id);
    this.fn = fn;
    fn.addPermission('Routes', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: api.arnForExecuteApiV2('*', '*'),
    });
  }

  override bind({ scope }: WebSocketRouteIntegrationBindOptions): WebSocketRouteIntegrationConfig {
    const uri = Stack.of(scope).formatArn({
      service: 'apigateway',
      account: 'lambda',
      resource: 'path/2015-03-31/functions',
      resourceName: `${this.fn.functionArn}/invocations`,
    });
    return { type: WebSocketIntegrationType.AWS_PROXY, uri };
  }
}

/** The WebSocket API. */
export class LiveConnections extends Construct {
  readonly api: WebSocketApi;
  /** The account's logging setting, with which APIs write their logs. */
  readonly account: CfnAccount;

  constructor(
    scope: Construct,
    id: string,
    { context, targetsOf, authorizer, domain }: LiveConnectionsProps,
  ) {
    super(scope, id);
    const api = new WebSocketApi(this, 'Api');
    this.api = api;
    const resource = api.node.defaultChild;
    if (!(resource instanceof CfnApi)) throw new Error('the WebSocket API has no resource');
    resource.disableExecuteApiEndpoint = true;
    const targets = targetsOf(connectionsArn(Stack.of(this), api.apiId));

    const routes: WebSocketRoute[] = [];
    for (const [name, declared] of Object.entries(FUNCTIONS)) {
      if (declared.kind !== 'ws') continue;
      const fn = declaredFunction(this, name, declared, { ...context, targets });
      acknowledge(fn.lambda, {
        'Serverless-LambdaDLQ':
          'API Gateway calls it and waits; a browser that hears nothing opens the channel anew.',
      });
      this.alarmOnFailures(name, declared, fn, context);
      const integration = new FunctionIntegration(`${name}-integration`, fn.lambda, api);
      for (const routeKey of declared.wsRoutes) {
        const route: WebSocketRoute = api.addRoute(routeKey, {
          integration,
          ...(routeKey === '$connect' ? { authorizer } : {}),
        });
        routes.push(route);
        if (routeKey !== '$connect') {
          acknowledge(route, {
            'AwsSolutions-APIG4':
              'A channel is authorized when it opens; API Gateway allows an authorizer nowhere else.',
          });
        }
      }
    }
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: api,
      stageName: WEBSOCKET_PATH,
      autoDeploy: true,
      domainMapping: { domainName: domain, mappingKey: WEBSOCKET_PATH },
      throttle: { rateLimit: RATE_LIMITS.standard.rate, burstLimit: RATE_LIMITS.standard.burst },
      accessLogSettings: accessLog(accessLogGroup(this, 'AccessLog'), {
        eventType: '$context.eventType',
        error: '$context.error.messageString',
      }),
    });
    const stageResource = stage.node.defaultChild;
    if (!(stageResource instanceof CfnStage)) throw new Error('the stage has no resource');
    stageResource.routeSettings = Object.fromEntries(
      Object.entries(LIVE_RATE_LIMITS).map(([routeKey, { rate, burst }]) => [
        routeKey,
        { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
      ]),
    );
    stage.node.addDependency(...routes);
    this.account = this.accountLogging();
    stage.node.addDependency(this.account);
  }

  /**
   * Creates an alarm on failed calls. A failure is a response with status 500, which is not an error metric of the
   * function or of API Gateway.
   */
  private alarmOnFailures(
    name: string,
    { errorImpact }: FunctionResource,
    { lambda }: ProsaFunction,
    { data, settings }: LiveConnectionsProps['context'],
  ): void {
    const filter = new MetricFilter(this, `${name}-failure-lines`, {
      logGroup: lambda.logGroup,
      metricNamespace: metricNamespace(settings),
      metricName: `${name}-failures`,
      filterPattern: FilterPattern.stringValue('$.metric', '=', 'liveChannelFailed'),
    });
    alarmOn(this, `${name}-failures`, {
      metric: filter.metric({ statistic: 'sum', period: Duration.minutes(5) }),
      errorImpact,
      alarms: data.alarms,
    });
  }

  /** WebSocket and REST APIs write their access logs with a role of the account. */
  private accountLogging(): CfnAccount {
    const role = new Role(this, 'LoggingRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    });
    acknowledge(role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'API Gateway accepts this policy for the account-wide logging role; only API Gateway assumes it.',
    });
    // The setting belongs to the account and serves other installations too, so it is retained together with its
    // role.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return account;
  }
}
