import type { RouteGroups } from '@prosa/shared/contracts/route.ts';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
  WebSocketLambdaAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { DataStack } from './data-stack.ts';
import { originGuard } from './edge-only.ts';
import { functionEnvironment, grantTargets } from './environment.ts';
import { ExternalApi } from './external-api.ts';
import { HttpRoutes } from './http-routes.ts';
import { connectionsArn, LiveChannel } from './live-channel.ts';
import { originDomain } from './origin-domain.ts';
import { apiOriginHost, ORIGIN_SECRET_HEADER, type Settings, webSocketOriginHost } from './settings.ts';

export interface FunctionsStackProps extends StackProps {
  settings: Settings;
  data: DataStack;
  /** The bundled code of a function, by its name. */
  codeOf: (name: string) => Code;
}

interface ApiStackProps extends FunctionsStackProps {
  groups: RouteGroups;
}

/** How long API Gateway trusts a value of the origin secret it has seen. */
const GUARD_CACHE = Duration.hours(1);

/** The APIs: every route of the contract, those for other systems, and the live channel. Only the edge may call them. */
export class ApiStack extends Stack {
  /** The connections that functions of other stacks may post to. */
  readonly connectionsArn: string;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { settings, data, codeOf, groups } = props;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: settings.hostedZoneId,
      zoneName: settings.zoneName,
    });
    const certificate = new Certificate(this, 'Certificate', {
      domainName: apiOriginHost(settings),
      subjectAlternativeNames: [webSocketOriginHost(settings)],
      validation: CertificateValidation.fromDns(zone),
    });
    const guard = originGuard(this, data, codeOf, settings);
    acknowledge(guard.lambda, {
      'Serverless-LambdaDLQ': 'API Gateway calls it and waits: what it cannot answer is refused.',
    });
    const context = { data, codeOf, settings, environment: functionEnvironment(this, data, settings) };

    const channel = new LiveChannel(this, 'Live', {
      context,
      targetsOf: (arn) => grantTargets(data, settings, arn),
      authorizer: new WebSocketLambdaAuthorizer('EdgeOnly', guard.lambda, {
        identitySource: [`route.request.header.${ORIGIN_SECRET_HEADER}`],
      }),
      domain: originDomain(this, 'WebSocketDomain', {
        host: webSocketOriginHost(settings),
        certificate,
        zone,
      }),
    });
    this.connectionsArn = connectionsArn(this, this.exportValue(channel.api.apiId));

    const domain = originDomain(this, 'ApiDomain', { host: apiOriginHost(settings), certificate, zone });
    const functions = {
      ...context,
      targets: grantTargets(data, settings, connectionsArn(this, channel.api.apiId)),
    };
    new HttpRoutes(this, 'Http', {
      context: functions,
      groups,
      authorizer: new HttpLambdaAuthorizer('EdgeOnly', guard.lambda, {
        identitySource: [`$request.header.${ORIGIN_SECRET_HEADER}`],
        responseTypes: [HttpLambdaResponseType.SIMPLE],
        resultsCacheTtl: GUARD_CACHE,
      }),
      domain,
    });
    new ExternalApi(this, 'External', {
      context: functions,
      groups,
      authorizer: new RequestAuthorizer(this, 'ExternalEdgeOnly', {
        handler: guard.lambda,
        identitySources: [IdentitySource.header(ORIGIN_SECRET_HEADER)],
        resultsCacheTtl: GUARD_CACHE,
      }),
      domain,
      account: channel.account,
      settings,
    });
  }
}
