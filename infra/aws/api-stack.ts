import { usageKeyOf } from '@prosa/functions/origin-guard/usage-key.ts';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnAuthorizer, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
  WebSocketLambdaAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { FunctionResource } from '../programs.ts';
import { acknowledge } from './acknowledge.ts';
import type { DataStack } from './data-stack.ts';
import { originGuard, VERDICT_LIFE } from './edge-only.ts';
import { functionEnvironment, grantTargets } from './environment.ts';
import { ExternalApi } from './external-api.ts';
import { HttpRoutes } from './http-routes.ts';
import { connectionsArn, LiveConnections } from './live-connections.ts';
import { originDomain } from './origin-domain.ts';
import type { ProsaFunction } from './prosa-function.ts';
import {
  apiOriginHost,
  appOrigin,
  ORIGIN_SECRET_HEADER,
  type Settings,
  webSocketOriginHost,
} from './settings.ts';

export interface FunctionsStackProps extends StackProps {
  settings: Settings;
  data: DataStack;
  /** Returns the bundled code of a function by its name. */
  codeOf: (name: string) => Code;
}

interface ApiStackProps extends FunctionsStackProps {
  functions: Readonly<Record<string, FunctionResource>>;
}

/**
 * The APIs: every route of the contract, the API for external systems, and the WebSocket API for live events. Only
 * the edge may call them.
 */
export class ApiStack extends Stack {
  /** ARN of the WebSocket connections that functions of other stacks may post to. */
  readonly connectionsArn: string;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { settings, data, codeOf, functions } = props;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: settings.hostedZoneId,
      zoneName: settings.zoneName,
    });
    const certificate = new Certificate(this, 'Certificate', {
      // A wildcard, because the public certificate transparency logs publish every name in a certificate.
      domainName: `*.${settings.domainName}`,
      validation: CertificateValidation.fromDns(zone),
    });
    const guard = originGuard(this, data, settings, codeOf);
    acknowledge(guard.lambda, {
      'Serverless-LambdaDLQ': 'API Gateway calls it and waits: what it cannot answer is refused.',
    });
    const context = { data, codeOf, settings, environment: functionEnvironment(this, data, settings) };

    const channel = new LiveConnections(this, 'Live', {
      context,
      targetsOf: (arn) => grantTargets(data, settings, arn),
      authorizer: new WebSocketLambdaAuthorizer('EdgeOnly', guard.lambda, {
        // Empty, because WebSocket APIs keep the case in which the caller wrote header names, and a name here would
        // match only that spelling.
        identitySource: [],
      }),
      domain: originDomain(this, 'WebSocketDomain', {
        host: webSocketOriginHost(settings),
        certificate,
        zone,
      }),
    });
    this.connectionsArn = connectionsArn(this, this.exportValue(channel.api.apiId));

    const domain = originDomain(this, 'ApiDomain', { host: apiOriginHost(settings), certificate, zone });
    const granted = {
      ...context,
      targets: grantTargets(data, settings, connectionsArn(this, channel.api.apiId)),
    };
    new HttpRoutes(this, 'Http', {
      context: granted,
      functions,
      authorizer: new HttpLambdaAuthorizer('EdgeOnly', guard.lambda, {
        // HTTP APIs convert all header names to lower case.
        identitySource: [`$request.header.${ORIGIN_SECRET_HEADER}`],
        responseTypes: [HttpLambdaResponseType.SIMPLE],
        resultsCacheTtl: VERDICT_LIFE,
      }),
      domain,
    });
    new ExternalApi(this, 'External', {
      context: granted,
      authorizer: uncachedGuard(this, guard),
      domain,
      account: channel.account,
      usageKey: usageKeyOf(appOrigin(settings)),
    });
  }
}

/**
 * Returns an authorizer that the REST API calls for every request. Without an identity source, the verdict cannot be
 * cached either.
 */
const uncachedGuard = (scope: Construct, guard: ProsaFunction): RequestAuthorizer => {
  const authorizer = new RequestAuthorizer(scope, 'ExternalEdgeOnly', {
    handler: guard.lambda,
    identitySources: [],
    resultsCacheTtl: Duration.seconds(0),
  });
  const resource = authorizer.node.defaultChild;
  if (!(resource instanceof CfnAuthorizer)) throw new Error('the authorizer has no resource');
  // The CDK writes an empty identity source.
  resource.identitySource = undefined;
  return authorizer;
};
