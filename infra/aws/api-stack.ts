import { usageKeyOf } from '@prosa/functions/origin-guard/usage-key.ts';
import type { RouteGroups } from '@prosa/shared/contracts/route.ts';
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
import { connectionsArn, LiveChannel } from './live-channel.ts';
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
  /** The bundled code of a function, by its name. */
  codeOf: (name: string) => Code;
}

interface ApiStackProps extends FunctionsStackProps {
  functions: Readonly<Record<string, FunctionResource>>;
  groups: RouteGroups;
}

/** The APIs: every row of the contract, those for other systems, and the live channel. Only the edge may call them. */
export class ApiStack extends Stack {
  /** The connections that functions of other stacks may post to. */
  readonly connectionsArn: string;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { settings, data, codeOf, functions, groups } = props;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: settings.hostedZoneId,
      zoneName: settings.zoneName,
    });
    const certificate = new Certificate(this, 'Certificate', {
      // The public log of certificates tells every name that stands in one.
      domainName: `*.${settings.domainName}`,
      validation: CertificateValidation.fromDns(zone),
    });
    const guard = originGuard(this, data, settings, codeOf);
    acknowledge(guard.lambda, {
      'Serverless-LambdaDLQ': 'API Gateway calls it and waits: what it cannot answer is refused.',
    });
    const context = { data, codeOf, settings, environment: functionEnvironment(this, data, settings) };

    const channel = new LiveChannel(this, 'Live', {
      context,
      targetsOf: (arn) => grantTargets(data, settings, arn),
      authorizer: new WebSocketLambdaAuthorizer('EdgeOnly', guard.lambda, {
        // Names of headers come as they were written, and would have to be written the same here.
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
      groups,
      authorizer: new HttpLambdaAuthorizer('EdgeOnly', guard.lambda, {
        // HTTP APIs write all names of headers in lower case.
        identitySource: [`$request.header.${ORIGIN_SECRET_HEADER}`],
        responseTypes: [HttpLambdaResponseType.SIMPLE],
        resultsCacheTtl: VERDICT_LIFE,
      }),
      domain,
    });
    new ExternalApi(this, 'External', {
      context: granted,
      groups,
      authorizer: uncachedGuard(this, guard),
      domain,
      account: channel.account,
      usageKey: usageKeyOf(appOrigin(settings)),
    });
  }
}

/** The REST API asks about every call: what is not looked for by a name cannot be kept by it either. */
const uncachedGuard = (scope: Construct, guard: ProsaFunction): RequestAuthorizer => {
  const authorizer = new RequestAuthorizer(scope, 'ExternalEdgeOnly', {
    handler: guard.lambda,
    identitySources: [],
    resultsCacheTtl: Duration.seconds(0),
  });
  const resource = authorizer.node.defaultChild;
  if (!(resource instanceof CfnAuthorizer)) throw new Error('the authorizer has no resource');
  // The CDK writes an empty one.
  resource.identitySource = undefined;
  return authorizer;
};
