import { RETRY_AFTER_S } from '@prosa/functions/platform/http/error-reply.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '@prosa/shared/errors.ts';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiKey,
  ApiKeySourceType,
  type CfnAccount,
  EndpointType,
  type IAuthorizer,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  Period,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnApiMapping, type DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { EXTERNAL_API, FUNCTIONS } from '../programs.ts';
import { NOT_STORED } from '../security-headers.ts';
import { accessLogFields } from './access-log.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import { declaredFunction, type FunctionContext } from './declared-function.ts';
import { asRestApi } from './interfaces.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/** Name of the API's stage, and its path prefix on the APIs' host name. */
const STAGE = 'external';

interface ExternalApiProps {
  context: FunctionContext;
  authorizer: IAuthorizer;
  domain: DomainName;
  /** The account's logging setting: REST APIs write their logs with a role of the account. */
  account: CfnAccount;
  /** The API key that the guard returns. */
  usageKey: string;
}

/**
 * The REST API for external systems: HTTP APIs have no keys and no usage plans. Callers send a connection's token,
 * which the function checks. The API key belongs to the edge, so that the usage plan counts requests that come
 * through it.
 */
export class ExternalApi extends Construct {
  constructor(scope: Construct, id: string, props: ExternalApiProps) {
    super(scope, id);
    const { context, authorizer, domain, account, usageKey } = props;
    const log = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const api = new RestApi(this, 'Api', {
      restApiName: `${context.settings.installation}-external`,
      endpointTypes: [EndpointType.REGIONAL],
      disableExecuteApiEndpoint: true,
      // A body of another type reaches the function as text, which would spoil the bytes of a file.
      binaryMediaTypes: ['multipart/form-data'],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      cloudWatchRole: false,
      defaultMethodOptions: { authorizer, apiKeyRequired: true },
      deployOptions: {
        stageName: STAGE,
        accessLogDestination: new LogGroupLogDestination(log),
        accessLogFormat: AccessLogFormat.custom(
          accessLogFields({ routeKey: '$context.httpMethod $context.resourcePath' }),
        ),
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        metricsEnabled: true,
        tracingEnabled: true,
        throttlingRateLimit: RATE_LIMITS.external.rate,
        throttlingBurstLimit: RATE_LIMITS.external.burst,
      },
    });
    api.deploymentStage.node.addDependency(account);
    const [served, ...others] = Object.entries(FUNCTIONS).filter(([, { kind }]) => kind === 'rest');
    if (served === undefined || others.length > 0) throw new Error('one function serves this API');
    const fn = declaredFunction(this, ...served, context);
    acknowledge(fn.lambda, {
      'Serverless-LambdaDLQ':
        'API Gateway calls it and waits: the caller hears of a failure, nothing is left to keep.',
    });
    // One route, because the stack is limited to 450 resources: the function matches its rows by itself.
    const integration = new LambdaIntegration(fn.lambda, {
      scopePermissionToMethod: false,
    });
    api.root.addResource('{proxy+}').addMethod('ANY', integration);
    this.meter(api, usageKey);
    this.answerRefusals(api);
    new CfnApiMapping(this, 'Mapping', {
      apiId: api.restApiId,
      domainName: domain.name,
      stage: api.deploymentStage.stageName,
      apiMappingKey: STAGE,
    });
    alarmOn(this, 'ServerErrors', {
      metric: api.metricServerError({ statistic: 'sum', period: Duration.minutes(5) }),
      threshold: EXTERNAL_API.errorThreshold,
      errorImpact: EXTERNAL_API.errorImpact,
      alarms: context.data.alarms,
    });
    acknowledge(api, {
      'AwsSolutions-APIG2': 'The function parses every request by its contract row, the same one as locally.',
      'AwsSolutions-APIG3': 'The firewall stands at the edge, and only the edge gets here.',
      'AwsSolutions-COG4': "Callers are other systems with a connection's token, not users of a pool.",
    });
  }

  /**
   * Gives the gateway's own refusals the form of ours, so that a program reads one kind of error. No cache keeps its
   * errors, nor the authorizer's: a type without a response of its own gets the response of its class.
   */
  private answerRefusals(api: RestApi): void {
    const notStored = { 'Cache-Control': `'${NOT_STORED}'` };
    for (const type of [ResponseType.DEFAULT_4XX, ResponseType.DEFAULT_5XX])
      api.addGatewayResponse(type.responseType, { type, responseHeaders: notStored });
    const refusals = { Throttled: ResponseType.THROTTLED, QuotaExceeded: ResponseType.QUOTA_EXCEEDED };
    const code: ErrorCode = 'ERR_TOO_MANY_REQUESTS';
    for (const [name, type] of Object.entries(refusals)) {
      api.addGatewayResponse(name, {
        type,
        statusCode: String(ERROR_CATALOGUE[code].status),
        responseHeaders: { ...notStored, 'Retry-After': `'${RETRY_AFTER_S}'` },
        templates: { 'application/json': JSON.stringify({ error: code, code }) },
      });
    }
  }

  private meter(api: RestApi, usageKey: string): void {
    const key = new ApiKey(this, 'EdgeKey', { value: usageKey });
    const plan = api.addUsagePlan('Usage', {
      throttle: { rateLimit: RATE_LIMITS.external.rate, burstLimit: RATE_LIMITS.external.burst },
      quota: { limit: EXTERNAL_API.callsPerDay, period: Period.DAY },
      apiStages: [{ api: asRestApi(api), stage: api.deploymentStage }],
    });
    plan.addApiKey(key);
  }
}
